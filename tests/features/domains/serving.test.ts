import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { after, test } from 'node:test';
import { domainToASCII } from 'node:url';
import { type Answer, type Client, contentOf, jsonOf } from '../../durability/client.ts';
import { cookiesSet, openForm } from '../../security/stores.ts';
import { testDocument } from '../../support/watched-answers.ts';
import { addUnproven, memberOf, openDomainSite, prove, tagOf, under } from './stage.ts';

const NOBODYS = '0'.repeat(31);
const site = await openDomainSite({ after });
const owner = await memberOf(site);
const ownerTag = await tagOf(site, owner.address);
await prove(site, 'open.example.com', { ownerTag, hasHome: true });
await prove(site, 'closed.example.com', { ownerTag });
await prove(site, 'other.example.com', { hasHome: true });
const [open, closed] = [under(site, 'open.example.com'), under(site, 'closed.example.com')];

/** A secret for a domain, made on the site by who owns it. */
async function shareFor(domain: string, secret = 'for you', fields: object = {}) {
  const answer = await owner.call('/secret/conceal', { kind: 'share', secret, share_domain: domain, ...fields });
  assert.equal(answer.status, 200, answer.body.toString());
  const { record } = jsonOf(answer);
  return { secretKey: String(record.secret.key), metadataKey: String(record.metadata.key), record };
}

test('where the home is open anybody shares, by form and by program, and every link is of that domain', async () => {
  assert.equal((await open.ask('/')).status, 200);
  const form = await openForm(open, '/');
  const created = await form.post('/', { kind: 'share', secret: 'by form', ttl: '3600' });
  assert.equal(created.status, 303);
  const page = await open.ask(String(created.headers.location));
  assert.equal(page.status, 200);
  assert.match(page.body.toString(), /https:\/\/open\.example\.com\/secret\/[0-9a-z]{31}/);
  const { secretKey, metadataKey } = await open.share('by program');
  const { record } = jsonOf(await open.ask(`/api/v2/private/${metadataKey}`));
  const origin = 'https://open.example.com';
  assert.equal(record.share_domain, 'open.example.com');
  assert.deepEqual(
    [record.share_url, record.metadata_url, record.burn_url],
    [`${origin}/secret/${secretKey}`, `${origin}/private/${metadataKey}`, `${origin}/private/${metadataKey}/burn`],
  );
  assert.equal(contentOf(await open.reveal(secretKey)), 'by program');
});

test('a domain in another script is read in it and linked to as DNS has it', async () => {
  await prove(site, 'xn--bcher-kva.example.com', { hasHome: true });
  const idn = under(site, 'xn--bcher-kva.example.com');
  const { secretKey, metadataKey } = await idn.share('x');
  const { record } = jsonOf(await idn.ask(`/api/v2/private/${metadataKey}`));
  assert.equal(record.share_domain, 'xn--bcher-kva.example.com');
  assert.equal(record.share_url, `https://xn--bcher-kva.example.com/secret/${secretKey}`);
  const { schemas } = testDocument().components;
  const described = (name: string) => String(schemas[name]?.properties?.share_domain?.description);
  for (const name of ['Metadata', 'ConcealRecord', 'RecipientRecord', 'V1Metadata']) {
    assert.match(described(name), /in A-labels/, name);
  }
  for (const name of ['ConcealRequest', 'GenerateRequest', 'V1ShareRequest', 'V1GenerateRequest']) {
    assert.match(described(name), /one of your own domains/, name);
  }
  const page = await idn.ask(`/secret/${secretKey}`);
  assert.equal(page.status, 200);
  assert.ok(page.body.includes('bücher.example.com'));
});

test('a domain of signs that are no letters is read as DNS has it, and never as the site with something behind it', async () => {
  for (const shown of ['hush.example\u2215secret.example.com', `hush.example${'\u2800'.repeat(30)}.example.com`]) {
    const name = domainToASCII(shown);
    await prove(site, name, { ownerTag });
    const { secretKey } = await shareFor(shown);
    const page = (await under(site, name).ask(`/secret/${secretKey}`)).body.toString();
    assert.ok(page.includes(name), name);
    assert.doesNotMatch(page, /[\u2215\u2800]/, name);
  }
});

test('a domain that mixes scripts to be taken for another is read as DNS has it, also in what it is answered', async () => {
  const name = 'xn--pypal-4ve.example.com';
  await prove(site, name, { hasHome: true });
  const other = under(site, name);
  const { secretKey } = await other.share('x');
  for (const path of [`/secret/${secretKey}`, '/', `/secret/${secretKey}/burn`]) {
    const page = (await other.ask(path)).body.toString();
    assert.ok(page.includes(name), path);
    assert.doesNotMatch(page, /p\u0430ypal/, path);
  }
});

test('where the home is closed the page says so, and neither its form nor the API takes anything', async () => {
  const home = await closed.ask('/');
  assert.equal(home.status, 200);
  assert.ok(home.body.includes('Nothing can be shared on this page.'));
  assert.ok(!home.body.includes('<textarea'));
  for (const path of ['/secret/conceal', '/secret/generate']) {
    const refused = await closed.post(path, path.endsWith('conceal') ? { kind: 'share', secret: 'x' } : {});
    assert.deepEqual([refused.status, jsonOf(refused).error_type], [422, 'PlanLimit'], path);
  }
  const form = await openForm(open, '/');
  const asForm = { Host: 'closed.example.com' };
  const posted = await form.post('/', { kind: 'share', secret: 'typed text', ttl: '3600' }, asForm);
  assert.equal(posted.status, 422);
  assert.ok(posted.body.includes('typed text'), 'what was typed is not lost');
});

test('on a domain one cannot choose another, nor the site', async () => {
  for (const share_domain of ['closed.example.com', 'other.example.com', 'hush.example', 'nobody.example.com']) {
    const answer = await open.post('/secret/conceal', { kind: 'share', secret: 'x', share_domain });
    assert.deepEqual([answer.status, jsonOf(answer).field], [422, 'share_domain'], share_domain);
  }
  for (const share_domain of ['', 'open.example.com', 'OPEN.example.com']) {
    const answer = await open.post('/secret/conceal', { kind: 'share', secret: 'x', share_domain });
    assert.equal(jsonOf(answer).record?.share_domain, 'open.example.com', share_domain);
  }
});

test('the links to a secret, its forms and its API work on its domain [REV-01 META-01]', async () => {
  const secret = await shareFor('closed.example.com', 'by hand', { passphrase: 'open sesame' });
  for (const path of [
    `/secret/${secret.secretKey}`,
    `/secret/${secret.secretKey}/burn`,
    `/private/${secret.metadataKey}`,
  ]) {
    assert.equal((await closed.ask(path)).status, 200, path);
  }
  const form = await openForm(closed, `/secret/${secret.secretKey}`);
  const wrong = await form.post(`/secret/${secret.secretKey}`, { continue: 'true', passphrase: 'wrong' });
  assert.equal(wrong.status, 422);
  site.clock.advance(60_000);
  const revealed = await form.post(`/secret/${secret.secretKey}`, { continue: 'true', passphrase: 'open sesame' });
  assert.equal(revealed.status, 200);
  assert.ok(revealed.body.includes('by hand'));
  const { secretKey, metadataKey } = await shareFor('closed.example.com');
  assert.equal(jsonOf(await closed.ask(`/api/v2/secret/${secretKey}/status`)).record.state, 'new');
  assert.equal((await closed.post(`/secret/${secretKey}/seen`)).status, 204);
  assert.equal(jsonOf(await closed.ask(`/api/v2/private/${metadataKey}`)).record.state, 'previewed');
  const sender = await openForm(closed, `/private/${metadataKey}/burn`);
  assert.equal((await sender.post(`/private/${metadataKey}/burn`, { continue: 'true' })).status, 303);
});

test('everything that has to do with people or with the site is not there on a domain', async () => {
  const pages = [
    ...['/signin', '/signup', '/signup/basic', '/forgot', `/forgot/${NOBODYS}`, '/logout', '/settings', '/feedback'],
    ...[
      '/dashboard',
      '/recent',
      '/account',
      '/account/settings',
      '/account/domains',
      '/account/domains/add',
      '/colonel',
    ],
    ...['/incoming', '/pricing', '/info', '/nowhere', '/secret', '/private', '/secrets/x', '/Secret/x', '/ask'],
    ...['//signin', '/secret/../signin', '/%73ignin', '/signin/', '/SIGNIN', '/.//signin', '/;/signin'],
  ];
  const apis = [
    ...['/account', '/authcheck', '/account/domains', '/account/domains/add', '/account/update-locale', '/colonel'],
    ...['/private/recent', '/private/recent/', '/metadata/recent', '/receipt/recent', '/feedback', '/altcha/challenge'],
    ...['/status', '/version', '/supported-locales', '/incoming', `/metadata/${NOBODYS}`, `/receipt/${NOBODYS}`],
  ].map((path) => `/api/v2${path}`);
  for (const client of [open, closed]) {
    for (const path of [...pages, ...apis]) {
      for (const method of ['GET', 'POST']) {
        const { status, headers } = await client.ask(path, { method, headers: { Cookie: owner.cookie } });
        assert.equal(status, 404, `${method} ${path}`);
        assert.equal(headers.location, undefined);
      }
    }
  }
});

test('a session of the site is none under another name, for cookies and for tokens', async () => {
  const { secretKey, metadataKey } = await shareFor('open.example.com');
  const headers = { Cookie: owner.cookie };
  const { record } = jsonOf(await site.client.ask(`/api/v2/secret/${secretKey}`, { headers }));
  assert.equal(record.is_owner, true, 'on the site they are known');
  const foreign = jsonOf(await open.ask(`/api/v2/secret/${secretKey}`, { headers }));
  assert.deepEqual([foreign.custid, foreign.record.is_owner], ['anon', false]);
  const home = await open.ask('/', { headers });
  assert.equal(home.status, 200, 'the home, not the way to the dashboard');
  for (const path of ['/', `/private/${metadataKey}`, `/secret/${secretKey}`]) {
    const page = await open.ask(path, { headers });
    assert.ok(!page.body.includes(owner.address), path);
    assert.ok(!cookiesSet(page).some((cookie) => cookie.startsWith('sess=')), path);
  }
  const { apitoken } = jsonOf(await owner.call('/account/apitoken', {})).record;
  const Authorization = `Basic ${Buffer.from(`${owner.address}:${apitoken}`).toString('base64')}`;
  const body = { kind: 'share', secret: 'x' };
  const asked = { method: 'POST', headers: { Authorization }, body };
  assert.equal((await site.client.ask('/api/v2/secret/conceal', asked)).status, 200);
  assert.equal((await open.ask('/api/v2/secret/conceal', asked)).status, 401);
});

test('the forms of a domain are guarded like those of the site', async () => {
  const form = await openForm(open, '/');
  const forged = await form.post('/', { shrimp: 'stale', kind: 'share', secret: 'x', ttl: '3600' });
  assert.equal(forged.status, 422);
  const crossed = await form.post('/', { kind: 'share', secret: 'x' }, { 'Sec-Fetch-Site': 'cross-site' });
  assert.equal(crossed.status, 422);
});

test('static files come under every name, and say nothing about any', async () => {
  const root = resolve(import.meta.dirname, '../../../static');
  for (const file of ['favicon.svg', ...globSync('build/*-????????.js', { cwd: root }).slice(0, 2)]) {
    assert.equal((await open.ask(`/static/${file}`)).status, 200, file);
  }
});

test('a domain that is not proven is nobody’s, and one that was removed is again', async () => {
  await addUnproven(site, 'unproven.example.com');
  const { secretKey } = await shareFor('closed.example.com');
  await expectMisdirected(under(site, 'unproven.example.com'), secretKey);
  const brief = await prove(site, 'brief.example.com', { hasHome: true });
  assert.equal((await under(site, 'brief.example.com').ask('/')).status, 200);
  await site.store.domains.remove(brief.ownerTag, brief.name);
  await expectMisdirected(under(site, 'brief.example.com'), secretKey);
});

async function expectMisdirected(client: Client, secretKey: string): Promise<void> {
  const answers: Answer[] = [];
  for (const path of [
    '/',
    `/secret/${secretKey}`,
    '/private/x',
    '/signin',
    '/nowhere',
    '/api/v2/secret/x',
    '/api/v2/x',
  ]) {
    answers.push(await client.ask(path), await client.ask(path, { method: 'POST', body: {} }));
  }
  for (const { status, headers } of answers) {
    assert.equal(status, 421);
    assert.equal(headers['set-cookie']?.some((cookie) => cookie.startsWith('sess=')) ?? false, false);
  }
}
