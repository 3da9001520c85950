import assert from 'node:assert/strict';
import { test } from 'node:test';
import supertest from 'supertest';
import { sampleDomain } from '../../store/domain-sample.ts';
import { createTestApp } from '../../support/app.ts';
import { visitorOf } from '../../support/visitor.ts';
import { customerOf } from '../accounts/people.ts';
import { openSupport, RECIPIENT } from './stage.ts';

const HOST = 'localhost:3000';

test("the form 'Support Details' is there for anyone, and nobody keeps it [INC-01 INC-05 INC-07 GEN-06]", async (t) => {
  const site = await openSupport(t);
  const page = await visitorOf(site).open('/incoming');
  assert.equal(page.status, 200);
  assert.match(page.text, /<title>Support Details/);
  assert.match(page.text, /<h1>Support Details<\/h1>/);
  assert.match(page.text, /<form[^>]* action="\/incoming" method="post"/);
  assert.ok(page.text.includes(`value="${RECIPIENT}"`));
  assert.equal(page.headers['cache-control'], 'no-store');
});

for (const [who, env] of [
  ['where only customers may share', { HUSHLINK_SECRETS_CREATE_ALLOWED: 'signed-in' }],
  ['where only other networks may share', { HUSHLINK_SECRETS_CREATE_NETWORKS: '10.0.0.0/8' }],
  ['where a passphrase is demanded of those who share', { HUSHLINK_SECRETS_PASSPHRASE_REQUIRED: 'true' }],
  ['where there are no accounts', { HUSHLINK_AUTHENTICATION_ENABLED: 'false' }],
  ['where there is no feedback', { HUSHLINK_FEEDBACK_ENABLED: 'false' }],
] as const) {
  test(`support's door is open ${who} [INC-01]`, async (t) => {
    const site = await openSupport(t, { env });
    assert.equal((await site.send()).status, 303);
    assert.equal((await site.mails()).length, 1);
  });
}

test('somebody signed in sends details as everybody does, and they are nobody’s [INC-01]', async (t) => {
  const site = await openSupport(t, { env: { HUSHLINK_AUTHENTICATION_AUTOVERIFY: 'true' } });
  const visitor = await customerOf(site);
  assert.equal((await site.send({}, { visitor })).status, 303);
  const recent = await visitor.open('/recent');
  assert.equal(recent.status, 200);
  assert.doesNotMatch(recent.text, /href="\/private\/[0-9a-z]{31}"/);
});

test('without a recipient there is no such page, by no method', async (t) => {
  const { app } = createTestApp(t);
  for (const method of ['get', 'head', 'post', 'put', 'delete'] as const) {
    const { status } = await supertest(app)[method]('/incoming').set('Host', HOST);
    assert.equal(status, 404, method);
  }
  const page = await supertest(app).get('/').set('Host', HOST);
  assert.ok(!page.text.includes('/incoming'));
});

test('any other method is refused and told which there are', async (t) => {
  const { app } = await openSupport(t);
  const answer = await supertest(app).put('/incoming').set('Host', HOST).expect(405);
  assert.equal(answer.headers.allow, 'GET, HEAD, POST, OPTIONS');
});

test("a customer's domain has no support form: it is the site's", async (t) => {
  const env = { HUSHLINK_SITE_HOST: 'hush.example.org', HUSHLINK_DOMAINS_ENABLED: 'true' };
  const { app, store, clock } = await openSupport(t, { env });
  const domain = sampleDomain();
  await store.domains.add(domain, 1);
  await store.domains.noteProof(domain.id, 'present', { graceMs: 0, nowMs: clock.now() });
  const ask = (host: string, path: string) => supertest(app).get(path).set('Host', host);
  await ask(domain.name, '/').expect(200);
  await ask(domain.name, '/incoming').expect(404);
  await supertest(app).post('/incoming').set('Host', domain.name).expect(404);
  await ask('hush.example.org', '/incoming').expect(200);
});
