import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Ask } from '../durability/client.ts';
import { ENGINES } from '../security/stores.ts';
import {
  basic,
  expectBytes,
  FORM,
  FORMS,
  NOT_AUTHORIZED,
  NOT_FOUND,
  NOTHING,
  openV1,
  programOf,
  read,
  UNKNOWN,
} from './stage.ts';

const site = await openV1({ after });
const { anonymous, customer, client, token } = site;
const KEY = 'a'.repeat(31);

/** Keys that nobody has, as they stand in an address and as they are given back. */
const GIVEN: Readonly<Record<string, string>> = {
  [KEY]: KEY,
  abc: 'abc',
  [KEY.toUpperCase()]: KEY.toUpperCase(),
  'gr%C3%BC%C3%9Fe%20%22x': 'grüße "x',
  '%3Cscript%3E': '<script>',
};

for (const [written, key] of Object.entries(GIVEN)) {
  test(`v1 says of ${written} on every route that it is unknown, and gives it back as it came`, async () => {
    expectBytes(await anonymous.post(`/secret/${written}`), 404, UNKNOWN(key));
    for (const alias of ['private', 'metadata', 'receipt']) {
      expectBytes(await anonymous.get(`/${alias}/${written}`), 404, UNKNOWN(key));
      expectBytes(await customer.post(`/${alias}/${written}`), 404, UNKNOWN(key));
      expectBytes(await anonymous.post(`/${alias}/${written}/burn`, { passphrase: 'x' }), 404, UNKNOWN(key));
    }
  });
}

for (const path of ['/share', '/create']) {
  for (const form of Object.keys(FORMS)) {
    test(`v1 POST ${path} with nothing in it says so, as ${form}`, async () => {
      expectBytes(await anonymous.post(path, { secret: '' }, form), 404, NOTHING);
      expectBytes(await customer.post(path, { ttl: '60' }, form), 404, NOTHING);
    });
  }
}

const WRONG: Readonly<Record<string, string>> = {
  'a wrong token': basic(customer.custid, 'x'.repeat(43)),
  'an unknown user': basic('nobody@example.org', token),
  'an empty user': basic('', token),
  'an empty token': basic(customer.custid, ''),
  'neither user nor token': basic('', ''),
  'another scheme': `Bearer ${token}`,
  'no credentials behind the scheme': 'Basic',
  'what is no base64': 'Basic ???',
  'an empty header': '',
};
const ASKED: readonly (readonly [method: 'get' | 'post', path: string])[] = [
  ...(['/status', '/authcheck', '/private/recent', `/private/${KEY}`, '/nowhere'] as const).map(
    (path) => ['get', path] as const,
  ),
  ...['/share', '/create', '/generate', `/secret/${KEY}`, `/receipt/${KEY}`, `/private/${KEY}/burn`].map(
    (path) => ['post', path] as const,
  ),
];

for (const [what, authorization] of Object.entries(WRONG)) {
  test(`v1 answers ${what} with 'Not authorized' on every route, and does nothing`, async () => {
    const program = programOf(client, '', authorization);
    for (const [method, path] of ASKED) expectBytes(await program[method](path), 404, NOT_AUTHORIZED);
    const { secret_key } = await anonymous.share({ secret: 'kept' });
    expectBytes(await program.post(`/secret/${secret_key}`), 404, NOT_AUTHORIZED);
    assert.equal(read(await anonymous.post(`/secret/${secret_key}`)).value, 'kept');
  });
}

test('v1 takes an address in any case for the same user, and tells who is asking by authcheck', async () => {
  const loud = programOf(client, customer.custid, basic(customer.custid.toUpperCase(), token));
  expectBytes(await loud.get('/authcheck'), 200, { status: 'nominal', locale: 'en' });
  expectBytes(await customer.get('/authcheck'), 200, { status: 'nominal', locale: 'en' });
  expectBytes(await customer.get('/status'), 200, { status: 'nominal', locale: 'en' });
  expectBytes(await anonymous.get('/status'), 200, { status: 'nominal', locale: 'en' });
});

for (const path of ['/authcheck', '/private/recent', '/metadata/recent', '/receipt/recent']) {
  test(`v1 GET ${path} without credentials is not authorized`, async () => {
    expectBytes(await anonymous.get(path), 404, NOT_AUTHORIZED);
  });
}

const NOWHERE: readonly (readonly [method: string, path: string])[] = [
  ...[['GET', ''] as const, ['GET', '/'] as const, ['GET', '/nowhere'] as const, ['POST', '/nowhere'] as const],
  ...[['POST', '/status'] as const, ['POST', '/authcheck'] as const, ['GET', '/share'] as const],
  ...[['GET', '/create'] as const, ['GET', '/generate'] as const, ['DELETE', '/share'] as const],
  ...[['GET', `/secret/${KEY}`] as const, ['PUT', `/secret/${KEY}`] as const, ['POST', '/secret'] as const],
  ...[['POST', '/private/recent'] as const, ['GET', `/private/${KEY}/burn`] as const, ['GET', '/private'] as const],
  ...[['PATCH', `/private/${KEY}`] as const, ['POST', `/private/${KEY}/unlock`] as const],
  ...[['POST', '/secret/conceal/x'] as const, ['GET', '/account'] as const, ['POST', '/feedback'] as const],
];
for (const [method, path] of NOWHERE) {
  test(`v1 has no ${method} ${path || '(itself)'}: 'Not Found', never a redirect`, async () => {
    const { headers, ...answer } = await client.ask(`/api/v1${path}`, { method });
    expectBytes({ headers, ...answer }, 404, NOT_FOUND);
    assert.equal(headers.location, undefined);
  });
}

test('v1 answers the routes themselves with a slash behind them, without a redirect', async () => {
  expectBytes(await anonymous.get('/status/'), 200, { status: 'nominal', locale: 'en' });
  read(await anonymous.post('/share/', { secret: 'x' }));
});

test('v1 says its own texts in English whatever language is asked for, and answers HEAD without a body', async () => {
  const inFrench = { headers: { 'Accept-Language': 'fr', Cookie: 'locale=fr' } };
  expectBytes(await client.ask(`/api/v1/private/${KEY}`, inFrench), 404, UNKNOWN(KEY));
  expectBytes(await client.ask('/api/v1/authcheck', inFrench), 404, NOT_AUTHORIZED);
  const head = await client.ask('/api/v1/status', { method: 'HEAD' });
  assert.deepEqual([head.status, head.body.length, head.headers['content-length']], [200, 0, '34']);
});

/** Refused before anybody looks which route it is. */
const BEFORE_ROUTING: Readonly<Record<string, readonly [status: number, ask: Ask, path?: string]>> = {
  'broken JSON': [400, { headers: { 'Content-Type': 'application/json' }, body: '{"secret":' }],
  'JSON that is no object': [400, { headers: { 'Content-Type': 'application/json' }, body: '["x"]' }],
  'a broken escape': [400, { headers: FORM, body: 'secret=%E0%A4%A' }],
  'an escape that is no UTF-8': [400, { headers: FORM, body: 'secret=%FF' }],
  'bytes that are no UTF-8': [400, { headers: FORM, body: Buffer.from('secret=\xff', 'latin1') }],
  'a broken escape in the query': [400, {}, '/share?secret=%E0%A4%A'],
  'an escape in the query that is no UTF-8': [400, {}, '/share?secret=%FF'],
  'a path that is no UTF-8': [400, {}, '/secret/%FF'],
  'a file': [400, fileForm()],
  'a kind of body that nobody reads': [400, { headers: { 'Content-Type': 'text/xml' }, body: '<secret/>' }],
  'a body over the ceiling': [413, { headers: FORM, body: `secret=${'x'.repeat(1_100_000)}` }],
  'an unknown host': [421, { headers: { ...FORM, Host: 'elsewhere.example' }, body: 'secret=x' }],
};
for (const [what, [status, ask, path = '/share']] of Object.entries(BEFORE_ROUTING)) {
  test(`v1 refuses ${what} with ${status}, as JSON that says why`, async () => {
    const answer = await client.ask(`/api/v1${path}`, { method: 'POST', ...ask });
    assert.equal(answer.status, status, answer.body.toString());
    assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
    const { message, ...more } = JSON.parse(answer.body.toString());
    assert.ok(typeof message === 'string' && message.length > 5, answer.body.toString());
    assert.deepEqual(more, {});
  });
}

function fileForm(): Ask {
  const body = '--b\r\nContent-Disposition: form-data; name="secret"; filename="a.txt"\r\n\r\nx\r\n--b--\r\n';
  return { headers: { 'Content-Type': 'multipart/form-data; boundary=b' }, body };
}

for (const engine of ENGINES) {
  test(`${engine}: v1 takes a wrong passphrase for an unknown secret, counts it, and says no more of a lock`, async (t) => {
    const own = await openV1(t, engine);
    const { metadata_key, secret_key } = await own.anonymous.share({ secret: 'x', passphrase: 'right' });
    const failures = async () => (await own.store.secrets.look(own.seal.secretId(secret_key as never), 0))?.failures;
    const ways = [
      () => own.anonymous.post(`/secret/${secret_key}`, { passphrase: 'wrong' }),
      () => own.anonymous.post(`/private/${metadata_key}/burn`, { passphrase: 'wrong' }),
    ];
    for (let tries = 1; tries <= 10; tries += 1) {
      const answer = await ways[tries % 2]!();
      expectBytes(answer, 404, UNKNOWN(tries % 2 === 0 ? secret_key : metadata_key));
      assert.equal(answer.headers['retry-after'], undefined);
      assert.equal(await failures(), tries);
      if (tries < 10) own.clock.advance(60_000);
    }
    const early = await own.anonymous.post(`/secret/${secret_key}`, { passphrase: 'right' });
    expectBytes(early, 404, UNKNOWN(secret_key));
    assert.equal(early.headers['retry-after'], undefined);
    assert.equal(await failures(), 10);
    own.clock.advance(3_600_000);
    assert.equal(read(await own.anonymous.post(`/secret/${secret_key}`, { passphrase: 'right' })).value, 'x');
    expectBytes(await own.anonymous.post(`/secret/${secret_key}`, { passphrase: 'right' }), 404, UNKNOWN(secret_key));
  });
}

test('v1 does not count what was no try: no passphrase at all, or one that nobody can have', async () => {
  const { secret_key } = await anonymous.share({ secret: 'x', passphrase: 'right' });
  expectBytes(await anonymous.post(`/secret/${secret_key}`), 404, UNKNOWN(secret_key));
  const tooLong = { passphrase: 'x'.repeat(3000) };
  expectBytes(await anonymous.post(`/secret/${secret_key}`, tooLong), 404, UNKNOWN(secret_key));
  assert.equal((await site.store.secrets.look(site.seal.secretId(secret_key as never), 0))?.failures, 0);
});
