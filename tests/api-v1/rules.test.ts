import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { after, test } from 'node:test';
import { StoreUnavailable } from '#src/store-unavailable.ts';
import { type Answer, type Client, jsonOf } from '../durability/client.ts';
import { openDomainSite, prove, under } from '../features/domains/stage.ts';
import { readValue } from '../metrics/stage.ts';
import { expectProtected } from '../security/protections.ts';
import { openSite, signedIn, signUp } from '../security/stores.ts';
import { withFailing } from '../support/failing-room.ts';
import { givePlan, PLANS_ON } from '../support/plans.ts';
import { startSmtpServer } from '../support/smtp-server.ts';
import { testDocument } from '../support/watched-answers.ts';
import { basic, expectBytes, NOT_AUTHORIZED, NOT_FOUND, openV1, programOf, read, UNKNOWN } from './stage.ts';

const KEY = 'k'.repeat(31);
const messageOf = (answer: Answer) => {
  assert.equal(answer.status, 404, answer.body.toString());
  return String(jsonOf(answer).message);
};

test('to v1 a session says nothing: who has a cookie is nobody, needs no shrimp and gets no list', async (t) => {
  const { client, store } = await openSite(t, 'SQLite');
  await signUp(client, 'ada@example.org');
  const { cookie } = await signedIn(client, 'ada@example.org');
  const asked = (path: string, method: string) =>
    client.ask(`/api/v1${path}`, {
      method,
      headers: { Cookie: cookie },
      ...(method === 'POST' && { body: { secret: 'x' } }),
    });
  for (const path of ['/authcheck', '/private/recent']) expectBytes(await asked(path, 'GET'), 404, NOT_AUTHORIZED);
  const shared = await asked('/share', 'POST');
  assert.equal(read(shared).custid, 'anon');
  assert.equal(shared.headers['set-cookie'], undefined);
  assert.equal((await store.accounts.find('ada@example.org' as never))?.secretsCreated, 0);
});

test('where only customers may share, v1 wants credentials to share and none to read', async (t) => {
  const { anonymous, customer } = await openV1(t, 'SQLite', { env: { HUSHLINK_SECRETS_CREATE_ALLOWED: 'signed-in' } });
  for (const path of ['/share', '/create', '/generate']) {
    expectBytes(await anonymous.post(path, { secret: 'x' }), 404, NOT_AUTHORIZED);
  }
  const { secret_key } = await customer.share({ secret: 'for anybody' });
  assert.equal(read(await anonymous.post(`/secret/${secret_key}`)).value, 'for anybody');
});

test('networks and passphrases that are asked for are asked of v1 too, with the reason in words', async (t) => {
  const fenced = await openV1(t, 'SQLite', { env: { HUSHLINK_SECRETS_CREATE_NETWORKS: '10.0.0.0/8' } });
  assert.match(messageOf(await fenced.customer.post('/share', { secret: 'x' })), /\w+ .*\w+/);
  const strict = await openV1(t, 'SQLite', {
    env: { HUSHLINK_SECRETS_PASSPHRASE_REQUIRED: 'true', HUSHLINK_SECRETS_PASSPHRASE_MIN_LENGTH: '6' },
  });
  for (const path of ['/share', '/generate']) {
    const refused = (fields: object) => strict.anonymous.post(path, { secret: 'x', ...fields });
    assert.equal(messageOf(await refused({})), 'A passphrase is required here.');
    assert.equal(messageOf(await refused({ passphrase: '12345' })), 'The passphrase must have at least 6 characters.');
    read(await refused({ passphrase: '123456' }));
  }
});

test('where the API is off v1 is too, for everybody, and says so; pages go on', async (t) => {
  const { client } = await openSite(t, 'SQLite', { env: { HUSHLINK_API_ENABLED: 'false' } });
  const program = programOf(client, 'anon');
  const message = messageOf(await program.get('/status'));
  assert.match(message, /API/);
  for (const path of ['/share', '/generate', `/secret/${KEY}`, `/private/${KEY}`, `/receipt/${KEY}/burn`]) {
    assert.equal(messageOf(await program.post(path, { secret: 'x' })), message, path);
  }
  const fromPage = { 'Sec-Fetch-Site': 'same-origin', Cookie: 'visit=x' };
  assert.equal(messageOf(await client.ask('/api/v1/status', { headers: fromPage })), message);
  assert.equal((await client.ask('/')).status, 200);
});

test('v1 follows the plan in force: without the API it says so, and a wrong token hears nothing of plans [GEN-08]', async (t) => {
  const site = await openSite(t, 'SQLite', { env: PLANS_ON });
  await signUp(site.client, 'ada@example.org');
  await givePlan(site, 'ada@example.org', 'identity');
  const { call } = await signedIn(site.client, 'ada@example.org');
  const token = String(jsonOf(await call('/account/apitoken', {})).record.apitoken);
  const program = programOf(site.client, 'ada@example.org', basic('ada@example.org', token));
  assert.equal((await program.share({ secret: 'x' })).custid, 'ada@example.org');
  await givePlan(site, 'ada@example.org', 'basic');
  for (const path of ['/share', `/secret/${KEY}`]) assert.match(messageOf(await program.post(path)), /no API access/);
  assert.match(messageOf(await program.get('/status')), /no API access/);
  const guesser = programOf(site.client, '', basic('ada@example.org', 'x'.repeat(43)));
  expectBytes(await guesser.get('/status'), 404, NOT_AUTHORIZED);
});

test('on a custom domain v1 shares and reads what is of that domain, and nothing else is there', async (t) => {
  const site = await openDomainSite(t);
  await prove(site, 'open.example.com', { hasHome: true });
  await prove(site, 'closed.example.com');
  const at = (client: Client) => programOf(client, 'anon');
  const [main, open, closed] = [
    at(site.client),
    at(under(site, 'open.example.com')),
    at(under(site, 'closed.example.com')),
  ];
  const here = await open.share({ secret: 'shared here' });
  assert.equal(here.share_domain, 'open.example.com');
  assert.match(messageOf(await closed.post('/share', { secret: 'x' })), /\w+ \w+/);
  const there = await main.share({ secret: 'shared there', passphrase: 'p' });
  for (const program of [open, closed]) {
    expectBytes(await program.get(`/private/${there.metadata_key}`), 404, UNKNOWN(there.metadata_key));
    expectBytes(await program.post(`/private/${there.metadata_key}/burn`), 404, UNKNOWN(there.metadata_key));
    expectBytes(await program.post(`/secret/${there.secret_key}`, { passphrase: 'x' }), 404, UNKNOWN(there.secret_key));
    for (const path of ['/authcheck', '/private/recent', `/metadata/${here.metadata_key}`, `/receipt/${KEY}`]) {
      expectBytes(await program.get(path), 404, NOT_FOUND);
    }
  }
  assert.equal(read(await main.get(`/private/${there.metadata_key}`)).state, 'new');
  expectBytes(await closed.post(`/secret/${here.secret_key}`), 404, UNKNOWN(here.secret_key));
  const revealed = { value: 'shared here', secret_key: here.secret_key, share_domain: 'open.example.com' };
  expectBytes(await open.post(`/secret/${here.secret_key}`), 200, revealed);
});

test('the log knows no key, content, passphrase or token of v1, however they were sent, and metrics count its routes', async (t) => {
  const site = await openV1(t);
  const { anonymous, customer, client } = site;
  const shared = read(
    await customer.post(
      '/share',
      { secret: 'canary-content', passphrase: 'canary-word' },
      'the query of an empty POST',
    ),
  );
  await anonymous.get(`/metadata/${shared.metadata_key}`);
  await anonymous.post(`/secret/${shared.secret_key}`, { passphrase: 'canary-wrong' }, 'the query of an empty POST');
  await client.ask(`/API/V1/secret/${shared.secret_key}`, { method: 'POST' });
  await anonymous.post(`/receipt/${shared.metadata_key}/burn`, { passphrase: 'canary-word' });
  const log = site.logged.join('\n');
  assert.match(log, /"path":"\/api\/v1\/secret\/\*\*\*"/);
  for (const mark of ['canary', shared.metadata_key, shared.secret_key, site.token])
    assert.ok(!log.includes(mark), mark);
  const counted = (route: string, status: number) =>
    readValue(site.internal, `hushlink_http_requests_total{method="POST",route="${route}",status="${status}"}`);
  assert.equal(await counted('/api/v1/share', 200), 1);
  assert.equal(await counted('/api/v1/secret/:key', 404), 2);
  assert.equal(await counted('/api/v1/receipt/:key/burn', 404), 1);
});

const protectedSite = await openV1({ after });
const PROTECTED: readonly (readonly [method: string, path: string])[] = [
  ...[['GET', '/status'] as const, ['HEAD', '/status'] as const, ['OPTIONS', '/share'] as const],
  ...[['GET', '/authcheck'] as const, ['POST', '/share?secret=x'] as const, ['POST', '/generate'] as const],
  ...[['POST', '/share'] as const, ['POST', '/share?secret=%FF'] as const, ['POST', `/secret/${KEY}`] as const],
  ...[['GET', `/private/${KEY}`] as const, ['GET', '/nowhere'] as const, ['DELETE', '/status'] as const],
];
for (const [method, path] of PROTECTED) {
  test(`v1 ${method} ${path.replace(KEY, '{key}')} carries every protection, sets no cookie and lets no other site read it`, async () => {
    const { client } = protectedSite;
    const answer = await client.ask(`/api/v1${path}`, { method, headers: { Origin: 'https://elsewhere.example' } });
    expectProtected([{ ...answer, label: path }]);
    for (const name of ['set-cookie', 'location', 'access-control-allow-origin']) {
      assert.equal(answer.headers[name], undefined, name);
    }
  });
}

/** The same store, in which no secret is found or kept. */
const breaking = (error: () => Error) => withFailing('secrets', ['put', 'look', 'lookKept', 'metadata'], error);

const EVERYTHING = ['/share?secret=x', '/generate', `/secret/${KEY}`, `/private/${KEY}`, `/metadata/${KEY}/burn`];

test('a store that is away is 503 in v1, with Retry-After: nobody takes a secret for gone that is not', async (t) => {
  const { client } = await openSite(t, 'SQLite', { around: breaking(() => new StoreUnavailable('away')) });
  for (const path of EVERYTHING) {
    const answer = await client.ask(`/api/v1${path}`, { method: 'POST' });
    assert.deepEqual([answer.status, answer.headers['retry-after']], [503, '5'], path);
    assert.deepEqual(Object.keys(jsonOf(answer)), ['message'], path);
  }
});

test('a secret that was kept, and not mailed, is 503 in v1 too: message and description warn of sending it again', async (t) => {
  const mailServer = await startSmtpServer();
  t.after(() => mailServer.stop());
  let isAway = false;
  const around = withFailing('outbox', ['put'], () => (isAway ? new StoreUnavailable('away') : null));
  const env = { HUSHLINK_AUTHENTICATION_AUTOVERIFY: 'true' };
  const { customer } = await openV1(t, 'SQLite', { around, mailServer, env });
  isAway = true;
  const answer = await customer.post('/share', { secret: 'x', recipient: 'ada@example.com' });
  assert.deepEqual([answer.status, answer.headers['retry-after']], [503, '5']);
  assert.match(jsonOf(answer).message, /not certain .* Look before you try again/);
  assert.equal(read(await customer.get('/private/recent')).length, 1);
  const guide = readFileSync(resolve(import.meta.dirname, '../../docs/api-v1.md'), 'utf8');
  const row = /^\| 503 \|.*$/m.exec(guide)?.[0];
  for (const text of [testDocument().components.responses.V1Error503?.description, row]) {
    assert.match(String(text), /not certain.*may have been done.*before you send it again/);
  }
});

test('what nobody expected is 500 in v1, and says nothing but an incident id', async (t) => {
  const { client } = await openSite(t, 'SQLite', { around: breaking(() => new Error('the disk at /var/lib')) });
  for (const path of EVERYTHING) {
    const answer = await client.ask(`/api/v1${path}`, { method: 'POST' });
    assert.equal(answer.status, 500, path);
    const { message, incident, ...more } = jsonOf(answer);
    assert.match(incident, /^[0-9a-f-]{36}$/);
    assert.ok(!/disk|var/.test(message));
    assert.deepEqual(more, {});
  }
});
