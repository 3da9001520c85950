import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import supertest from 'supertest';
import type { CustId } from '#src/features/accounts/customer.ts';
import { callAs, customerOf, PASSWORD } from '../features/accounts/people.ts';
import { createTestApp } from '../support/app.ts';

const HOST = 'localhost:3000';
const site = createTestApp(
  { after },
  { hasLightPassphrases: true, env: { HUSHLINK_SITE_HOST: HOST, HUSHLINK_DOMAINS_ENABLED: 'true' } },
);
const customer = await customerOf(site);
await site.store.accounts.setRole(customer.address as CustId, 'colonel');
const token = String((await callAs(site, customer, '/account/apitoken', {})).body.record.apitoken);

interface Call {
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly fields?: object;
}

function ask({ method, path, fields = {} }: Call, authorization: string | null) {
  const call = supertest(site.app)[method](`/api/v2${path}`).set('Host', HOST);
  if (authorization !== null) call.set('Authorization', authorization);
  return method === 'post' ? call.send(fields) : call;
}

const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
const RIGHT = basic(customer.address, token);

async function share(fields: object = {}): Promise<{ readonly secret: string; readonly metadata: string }> {
  const made = await ask({ method: 'post', path: '/secret/conceal', fields: { secret: 'x', ...fields } }, RIGHT);
  return { secret: made.body.record.secret.key, metadata: made.body.record.metadata.key };
}

const [one, read, burned, gone] = [await share(), await share(), await share(), await share()];
const CONFIRMED = { continue: true };

/** Every route of API v2, in an order in which each has something to do; no shrimp anywhere. */
const ROUTES: readonly (Call & { readonly status?: number })[] = [
  ...['/status', '/version', '/supported-locales', '/authcheck'].map((path) => ({ method: 'get', path }) as const),
  { method: 'post', path: '/validate-shrimp' },
  { method: 'post', path: '/secret/conceal', fields: { secret: 'x' } },
  { method: 'post', path: '/secret/generate' },
  { method: 'get', path: `/secret/${one.secret}` },
  { method: 'post', path: `/secret/${one.secret}` },
  { method: 'post', path: `/secret/${one.secret}/seen`, status: 204 },
  { method: 'get', path: `/secret/${one.secret}/status` },
  { method: 'post', path: `/secret/${one.secret}`, fields: CONFIRMED },
  { method: 'post', path: `/secret/${read.secret}/reveal`, fields: CONFIRMED },
  { method: 'post', path: `/secret/${burned.secret}/burn`, fields: CONFIRMED },
  ...['private', 'metadata', 'receipt'].flatMap((name) => [
    { method: 'get', path: `/${name}/${gone.metadata}` } as const,
    { method: 'post', path: `/${name}/${gone.metadata}` } as const,
    { method: 'post', path: `/${name}/${gone.metadata}/unlock` } as const,
    { method: 'get', path: `/${name}/recent` } as const,
  ]),
  { method: 'post', path: `/receipt/${gone.metadata}/burn`, fields: CONFIRMED },
  { method: 'post', path: '/account/update-locale', fields: { locale: 'en' } },
  { method: 'get', path: '/account' },
  { method: 'get', path: '/account/domains' },
  { method: 'post', path: '/account/domains/add', fields: { domain: 'secrets.example.com' } },
  { method: 'get', path: '/account/domains/secrets.example.com' },
  { method: 'post', path: '/account/domains/secrets.example.com/verify' },
  { method: 'post', path: '/account/domains/secrets.example.com/brand', fields: { name: 'Ours' } },
  { method: 'post', path: '/account/domains/secrets.example.com/remove' },
  { method: 'get', path: '/colonel' },
  { method: 'post', path: '/feedback', fields: { msg: 'Well done' } },
  { method: 'get', path: '/altcha/challenge' },
  { method: 'post', path: '/altcha/verify', fields: { payload: 'x' } },
  // It ends the token, so it comes last.
  { method: 'post', path: '/account/apitoken' },
];

/** Answers in a form of their own, which existing programs know. */
const BARE = ['/status', '/version', '/supported-locales', '/validate-shrimp', '/altcha/challenge', '/altcha/verify'];

test('a token that a browser sends with the form of another site does nothing, in either version of the API', async () => {
  const before = (await site.store.accounts.find(customer.address as CustId))?.secretsCreated;
  const post = (path: string, from: string) =>
    supertest(site.app).post(path).set('Host', HOST).set('Sec-Fetch-Site', from).type('form').send({ secret: 'x' });
  for (const path of ['/api/v1/share', '/api/v2/secret/conceal']) {
    for (const from of ['cross-site', 'same-site']) {
      const { status } = await post(path, from).set('Authorization', RIGHT);
      assert.equal(status, path.startsWith('/api/v1') ? 404 : 422, `${path} ${from}`);
    }
  }
  assert.equal((await site.store.accounts.find(customer.address as CustId))?.secretsCreated, before);
  assert.equal((await post('/api/v1/share', 'cross-site')).status, 200, 'of nobody there is nothing to forge');
});

test('wrong credentials are 401 on every route, never anonymous, and nothing is done', async () => {
  const wrong = [
    ...[basic(customer.address, 'wrong'), basic(customer.address, ''), basic('', token), basic('', '')],
    ...['Basic', 'Basic !!!', `Bearer ${token}`, RIGHT.replace('Basic', 'Negotiate')],
    // What a program of another time sends for 'é:x': no UTF-8.
    `Basic ${Buffer.from('é:x', 'latin1').toString('base64')}`,
  ];
  // Whether a token is good is always answered: a page whose sign-in has ended asks for a fresh one there.
  for (const route of ROUTES.filter(({ path }) => path !== '/validate-shrimp')) {
    for (const authorization of wrong) {
      const { status, body, headers } = await ask(route, authorization);
      assert.deepEqual([status, body.success, body.error_type], [401, false, 'NotAuthorized'], route.path);
      assert.equal(headers['www-authenticate'], 'Basic realm="Hushlink"');
    }
  }
  const { body } = await ask({ method: 'get', path: '/private/recent' }, RIGHT);
  assert.deepEqual([body.count, body.details.received.length], [4, 0]);
  await ask({ method: 'post', path: '/validate-shrimp' }, wrong[0] ?? '').expect(200);
});

test('a token works on every route, without a cookie and without a shrimp, and in the envelope of its kind', async () => {
  for (const { status: expected = 200, ...route } of ROUTES) {
    // A domain is looked at once in half a minute.
    site.clock.advance(30_000);
    const { status, body, headers } = await ask(route, RIGHT);
    const name = `${route.method} ${route.path}: ${JSON.stringify(body).slice(0, 200)}`;
    assert.equal(status, expected, name);
    if (route.path !== '/account/update-locale') assert.equal(headers['set-cookie'], undefined, name);
    assert.equal(headers['cache-control'], 'no-store');
    if (status === 204 || status >= 400 || BARE.includes(route.path)) continue;
    assert.equal(headers['content-type'], 'application/json; charset=utf-8');
    assert.deepEqual([body.success, body.custid, typeof body.shrimp], [true, customer.address, 'string'], name);
    const isList = route.path.endsWith('/recent') || route.path === '/account/domains';
    assert.ok(isList ? Array.isArray(body.records) && body.count === body.records.length : 'record' in body, name);
    assert.equal(typeof body.details, 'object', name);
  }
});

test('a new token ends the old one, and so does a new password, which a program can set', async () => {
  const made = await callAs(site, customer, '/account/apitoken', {});
  const own = basic(customer.address, String(made.body.record.apitoken));
  await ask({ method: 'get', path: '/account' }, RIGHT).expect(401);
  const newp = 'another good password';
  const fields = { currentp: PASSWORD, newp, newp2: newp };
  const changed = await ask({ method: 'post', path: '/account/change-password', fields }, own);
  assert.deepEqual([changed.status, changed.body.record.custid], [200, customer.address]);
  assert.equal(changed.headers['set-cookie'], undefined, 'nobody is signed in by it');
  // A new password ends the token, too.
  await ask({ method: 'get', path: '/account' }, own).expect(401);
});

test('a program that gave no credentials is asked for them where they are needed, and a page of a browser never', async () => {
  const shell = 'Mozilla/5.0 (Windows NT; Windows NT 10.0; en-US) WindowsPowerShell/5.1.19041.1682';
  for (const name of ['Java-http-client/21', shell]) {
    const asked = await ask({ method: 'get', path: '/private/recent' }, null).set('User-Agent', name).expect(401);
    assert.equal(asked.headers['www-authenticate'], 'Basic realm="Hushlink"', name);
  }
  for (const [name, value] of [
    ['Sec-Fetch-Site', 'same-origin'],
    ['User-Agent', 'Mozilla/5.0 (iPhone; CPU iPhone OS 15_8 like Mac OS X)'],
    ['Cookie', 'visit=AAAAAAAAAAAAAAAAAAAAAA'],
    ['Cookie', `sess=s%3A${'a'.repeat(32)}.${'b'.repeat(43)}`],
  ] as const) {
    const { headers } = await ask({ method: 'get', path: '/private/recent' }, null).set(name, value).expect(401);
    assert.equal(headers['www-authenticate'], undefined, value);
  }
});

test('what needs somebody is 401 for nobody, and a colonel’s route is not there for others', async () => {
  for (const path of ['/account', '/private/recent', '/metadata/recent', '/receipt/recent', '/account/domains']) {
    const { status, body } = await ask({ method: 'get', path }, null);
    assert.deepEqual([status, body.error_type], [401, 'NotAuthorized'], path);
  }
  for (const path of ['/account/apitoken', '/account/change-password', '/account/destroy', '/account/domains/add']) {
    await ask({ method: 'post', path }, null).expect(401);
  }
  const { body } = await ask({ method: 'get', path: '/colonel' }, null).expect(404);
  assert.deepEqual([body.message, body.error_type], ['Not Found', 'NotFound']);
});

test('whatever a route does not take is 405 with what it takes, and a path that is none is 404 Not Found', async () => {
  for (const { path } of ROUTES) {
    const methods = new Set(ROUTES.filter((route) => route.path === path).map(({ method }) => method));
    const refused = await supertest(site.app).put(`/api/v2${path}`).set('Host', HOST).set('Authorization', RIGHT);
    // The token has ended: credentials come before everything.
    assert.equal(refused.status, path === '/validate-shrimp' ? 405 : 401, path);
    const { status, headers, body } = await supertest(site.app).put(`/api/v2${path}`).set('Host', HOST);
    assert.deepEqual([status, body.error_type], [405, 'MethodNotAllowed'], path);
    for (const method of methods) assert.match(String(headers.allow), new RegExp(`\\b${method}\\b`, 'i'), path);
    const asked = await supertest(site.app).options(`/api/v2${path}`).set('Host', HOST).expect(204);
    assert.equal(asked.headers.allow, headers.allow);
  }
  for (const path of ['/', '/secret', '/private', '/nothing', `/secret/${one.secret}/nothing`, '/SECRET/conceal']) {
    const { body } = await ask({ method: 'get', path }, null).set('Accept-Language', 'de').expect(404);
    assert.deepEqual([body.success, body.message, body.error_type], [false, 'Not Found', 'NotFound'], path);
  }
});
