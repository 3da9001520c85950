import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import supertest from 'supertest';
import { openBothEngines } from '../../store/both-engines.ts';
import { apiOf } from '../../support/api.ts';
import type { TestApp } from '../../support/app.ts';
import { PLANS_ON } from '../../support/plans.ts';
import { customerOf, customerOn, readAs } from '../accounts/people.ts';
import { limitedSite, statusesOf } from './stage.ts';

const engines = await openBothEngines();

function createNumbers(): () => number {
  let last = 0;
  return () => {
    last += 1;
    return last;
  };
}

test('more than the limit is 429 in the envelope, with the headers of the standard and those before it', async (t) => {
  const site = limitedSite(t, { HUSHLINK_LIMITS_PER_ADDRESS_CREATE: '2' });
  const api = apiOf(site);
  const headersOf = ({ headers }: { readonly headers: Record<string, string> }) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => /^(ratelimit|retry-after)/.test(name)));
  const policy = { 'ratelimit-policy': '"create-address";q=2;w=60', 'ratelimit-limit': '2' };
  assert.deepEqual(headersOf(await api.conceal({ secret: 'one' }).expect(200)), {
    ...policy,
    ...{ ratelimit: '"create-address";r=1;t=60', 'ratelimit-remaining': '1', 'ratelimit-reset': '60' },
  });
  site.clock.advance(17_500);
  await api.post('/secret/generate').expect(200);
  const refused = await api.conceal({ secret: 'three' }).expect(429);
  assert.deepEqual(headersOf(refused), {
    ...{ ...policy, 'retry-after': '43' },
    ...{ ratelimit: '"create-address";r=0;t=43', 'ratelimit-remaining': '0', 'ratelimit-reset': '43' },
  });
  const { shrimp, ...body } = refused.body;
  assert.ok(shrimp);
  assert.deepEqual(body, {
    ...{ success: false, error_type: 'RateLimited', retry_after: 43 },
    message: 'Too many requests from here in a short time. Please try again in 43 seconds.',
  });
  site.clock.advance(42_500);
  await api.conceal({ secret: 'four' }).expect(200);
});

test('a refused call does nothing', async (t) => {
  const site = limitedSite(t, { HUSHLINK_LIMITS_PER_ADDRESS_REVEAL: '1' });
  const api = apiOf(site);
  const { secretKey, metadataKey } = await api.share('still there');
  await api.get(`/secret/${secretKey}`).expect(200);
  await api.reveal(secretKey).expect(429);
  await api.post(`/secret/${secretKey}/burn`, { continue: 'true' }).expect(429);
  const { body } = await api.get(`/private/${metadataKey}`).expect(200);
  assert.equal(body.record.state, 'new');
  site.clock.advance(60_000);
  assert.equal((await api.reveal(secretKey).expect(200)).body.record.secret_value, 'still there');
});

test('each group is counted by itself, and 0 is any number', async (t) => {
  const site = limitedSite(t, { HUSHLINK_LIMITS_PER_ADDRESS_OTHER: '1', HUSHLINK_LIMITS_PER_ADDRESS_CREATE: '0' });
  const api = apiOf(site);
  assert.deepEqual(await statusesOf(3, () => api.get('/status')), [200, 429, 429]);
  assert.deepEqual(await statusesOf(3, () => api.get('/supported-locales')), [429, 429, 429]);
  const shared = await statusesOf(30, () => api.conceal({ secret: 'x' }));
  assert.deepEqual(new Set(shared), new Set([200]));
  assert.equal((await api.conceal({ secret: 'x' })).headers.ratelimit, undefined);
});

test('switched off, nothing is counted, and nothing is said about it', async (t) => {
  const site = limitedSite(t, { HUSHLINK_LIMITS_ENABLED: 'false', HUSHLINK_LIMITS_PER_ADDRESS_OTHER: '1' });
  const answers = await statusesOf(5, () => apiOf(site).get('/status'));
  assert.deepEqual(answers, [200, 200, 200, 200, 200]);
  assert.equal((await apiOf(site).get('/status')).headers.ratelimit, undefined);
});

for (const [engine, store] of engines) {
  test(`${engine}: of calls that come at once, to two servers, exactly the limit do something`, async (t) => {
    const one = limitedSite(t, { HUSHLINK_LIMITS_PER_ADDRESS_CREATE: '20' }, { store });
    const other = limitedSite(t, { HUSHLINK_LIMITS_PER_ADDRESS_CREATE: '20' }, { store, seal: one.seal });
    const calls = Array.from({ length: 60 }, (_, at) => apiOf(at % 2 ? one : other).conceal({ secret: 'x' }));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    assert.deepEqual([statuses.filter((status) => status === 200).length, new Set(statuses).size], [20, 2]);
  });
}

test('both versions of the API count together, and v1 says it before routing, as JSON', async (t) => {
  const site = limitedSite(t, { HUSHLINK_LIMITS_PER_ADDRESS_CREATE: '1' });
  await apiOf(site).conceal({ secret: 'one' }).expect(200);
  for (const path of ['/share', '/create', '/generate']) {
    const asked = supertest(site.app).post(`/api/v1${path}`).set('Host', 'localhost:3000').send({ secret: 'two' });
    const { status, type, headers, body } = await asked;
    assert.deepEqual([status, type, headers['retry-after']], [429, 'application/json', '60'], path);
    assert.match(body.message, /^Too many requests from here in a short time\./);
  }
  await supertest(site.app).get('/api/v1/status').set('Host', 'localhost:3000').expect(200);
});

test('a forged X-Forwarded-For makes nobody somebody else; that of our own proxy does', async (t) => {
  const from = (site: TestApp, address: string) =>
    apiOf(site).get('/status').set('X-Forwarded-For', `${address}, ${address}`);
  const bare = limitedSite(t, { HUSHLINK_LIMITS_PER_ADDRESS_OTHER: '2' });
  const fresh = createNumbers();
  const forged = await statusesOf(4, () => from(bare, `203.0.113.${fresh()}`));
  assert.deepEqual(forged, [200, 200, 429, 429]);
  const env = { HUSHLINK_LIMITS_PER_ADDRESS_OTHER: '2', HUSHLINK_LISTEN_TRUSTED_PROXIES: '127.0.0.0/8,::1' };
  const proxied = limitedSite(t, env);
  const told = await statusesOf(4, () => from(proxied, `203.0.113.${fresh()}`));
  assert.deepEqual(told, [200, 200, 200, 200]);
  const network = await statusesOf(4, () => from(proxied, `2001:db8:1:2::${fresh()}`));
  assert.deepEqual(network, [200, 200, 429, 429]);
});

test('an account has a limit of its own, whichever addresses it asks from, and leaves that of others alone', async (t) => {
  const env = { HUSHLINK_LIMITS_PER_ACCOUNT_SENDER: '2', HUSHLINK_LIMITS_PER_ADDRESS_SENDER: '4' };
  const site = limitedSite(t, { ...env, HUSHLINK_LISTEN_TRUSTED_PROXIES: '127.0.0.0/8,::1' });
  const [one, other] = [await customerOf(site), await customerOf(site)];
  const recent = () => readAs(site, one, '/private/recent');
  assert.deepEqual(await statusesOf(5, recent), [200, 200, 429, 429, 429]);
  const { headers } = await readAs(site, other, '/private/recent');
  assert.equal(headers['ratelimit-policy'], '"sender-account";q=2;w=60, "sender-address";q=4;w=60');
  assert.equal(headers.ratelimit, '"sender-account";r=1;t=60, "sender-address";r=1;t=60');
  await readAs(site, other, '/private/recent');
  const full = await readAs(site, await customerOf(site), '/private/recent');
  const tightest = ['ratelimit-limit', 'ratelimit-remaining'].map((name) => full.headers[name]);
  assert.deepEqual([full.status, ...tightest], [429, '4', '0']);
  const elsewhere = supertest(site.app).get('/api/v2/private/recent').set('Host', 'localhost:3000');
  await elsewhere.set('Cookie', one.cookies()).set('X-Forwarded-For', '203.0.113.9').expect(429);
});

test('who is over two limits is told to wait for the end of both', async (t) => {
  const env = { HUSHLINK_LIMITS_PER_ACCOUNT_SENDER: '1', HUSHLINK_LIMITS_PER_ADDRESS_SENDER: '1' };
  const site = limitedSite(t, { ...env, HUSHLINK_LISTEN_TRUSTED_PROXIES: '127.0.0.0/8,::1' });
  const [one, other] = [await customerOf(site), await customerOf(site)];
  const ask = (who: typeof one, address: string) =>
    apiOf(site).get('/private/recent').set('Cookie', who.cookies()).set('X-Forwarded-For', address);
  await ask(one, '203.0.113.1').expect(200);
  site.clock.advance(20_000);
  await ask(other, '203.0.113.2').expect(200);
  const { headers } = await ask(one, '203.0.113.2').expect(429);
  assert.equal(headers.ratelimit, '"sender-account";r=0;t=40, "sender-address";r=0;t=60');
  assert.equal(headers['retry-after'], '60');
});

test('a plan may grant more than the limits say, or lift them, and then does not count by address', async (t) => {
  const price = { dollars: 1 };
  const plan = (id: string, factor: number) => ({
    ...{ id, name: id, monthly: price, annually: price, ttl: 86_400, size: 1000, rate_factor: factor },
  });
  const site = limitedSite(t, {
    ...{ ...PLANS_ON, HUSHLINK_PLANS_PAID: JSON.stringify([plan('more', 3), plan('any', 0)]) },
    ...{ HUSHLINK_LIMITS_PER_ACCOUNT_SENDER: '2', HUSHLINK_LIMITS_PER_ADDRESS_SENDER: '1' },
  });
  const [more, any] = [await customerOn(site, 'more'), await customerOn(site, 'any')];
  const recentOf = (who: typeof more) => () => readAs(site, who, '/private/recent');
  assert.deepEqual(await statusesOf(8, recentOf(more)), [200, 200, 200, 200, 200, 200, 429, 429]);
  assert.deepEqual(new Set(await statusesOf(20, recentOf(any))), new Set([200]));
  assert.equal((await recentOf(any)()).headers.ratelimit, undefined);
});

test('credentials are not tried without a count by asking what a browser asks before a call', async (t) => {
  const site = limitedSite(t, { HUSHLINK_LIMITS_PER_ADDRESS_ACCOUNT: '2' });
  const ask = (path: string) => supertest(site.app).options(path).set('Host', 'localhost:3000');
  for (const path of ['/api/v1/authcheck', '/api/v2/authcheck']) assert.equal((await ask(path)).status, 204);
  const guess = () => ask('/api/v1/authcheck').auth('you@example.org', 'guessed');
  assert.deepEqual(await statusesOf(3, guess), [404, 404, 429]);
  assert.equal((await ask('/account').set('Cookie', 'sess=guessed')).status, 429);
  assert.equal((await ask('/account')).status, 204);
});

test('a body that cannot be read is counted like any other, since reading it is what costs', async (t) => {
  const site = limitedSite(t, { HUSHLINK_LIMITS_PER_ADDRESS_CREATE: '2' });
  const send = (path: string) => () =>
    supertest(site.app).post(path).set('Host', 'localhost:3000').type('json').send('{"secret":');
  assert.deepEqual(await statusesOf(3, send('/api/v2/secret/conceal')), [400, 400, 429]);
  const others = limitedSite(t, { HUSHLINK_LIMITS_PER_ADDRESS_CREATE: '2' });
  const sendTo = (path: string) => () =>
    supertest(others.app).post(path).set('Host', 'localhost:3000').type('json').send('{"secret":');
  assert.deepEqual(await statusesOf(1, sendTo('/api/v1/share')), [400]);
  assert.deepEqual(await statusesOf(2, sendTo('/')), [400, 429]);
});

test('what was refused is counted by group, and nowhere stands an address', async (t) => {
  const site = limitedSite(t, { HUSHLINK_LIMITS_PER_ADDRESS_OTHER: '1' });
  await statusesOf(3, () => apiOf(site).get('/status'));
  const { text } = await supertest(site.internal).get('/metrics').expect(200);
  assert.match(text, /^hushlink_rate_limited_total\{group="other"\} 2$/m);
  assert.match(text, /^hushlink_rate_limited_total\{group="create"\} 0$/m);
  assert.match(text, /^hushlink_rate_limits_alone 0$/m);
  const database = new DatabaseSync(join(site.folder, 'hushlink.db'));
  const names = database.prepare('SELECT name FROM rate').all();
  database.close();
  assert.equal(names.length, 1);
  assert.match(String(names[0]?.name), /^[\w-]{43}$/);
});

test('while the store takes no counts reading goes on, by the counts of the process, which says so once', async (t) => {
  const site = limitedSite(t, { HUSHLINK_LIMITS_PER_ADDRESS_REVEAL: '3' });
  const api = apiOf(site);
  const { secretKey } = await api.share('readable');
  const other = new DatabaseSync(join(site.folder, 'hushlink.db'));
  other.exec('BEGIN IMMEDIATE');
  const looks = await statusesOf(5, () => api.get(`/secret/${secretKey}`));
  other.exec('ROLLBACK');
  assert.deepEqual(looks, [200, 200, 200, 429, 429]);
  const lines = () => site.logged.map((line) => JSON.parse(line)).filter(({ event }) => event === 'rate-limits');
  assert.deepEqual(
    lines().map(({ level, countedBy }) => [level, countedBy]),
    [['warn', 'process']],
  );
  const alone = async () =>
    (await supertest(site.internal).get('/metrics')).text.match(/^hushlink_rate_limits_alone (\d)/m)?.[1];
  assert.equal(await alone(), '1');
  site.clock.advance(60_000);
  await api.get(`/secret/${secretKey}`).expect(200);
  assert.deepEqual(
    lines().map(({ countedBy }) => countedBy),
    ['process', 'store'],
  );
  assert.equal(await alone(), '0');
});
