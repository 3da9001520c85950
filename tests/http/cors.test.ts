import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import supertest from 'supertest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { visitorOf } from '../support/visitor.ts';

const ORIGIN = 'https://app.example.com';
const OPENED = ['/secret/conceal', '/secret/generate'];

const open = createTestApp(
  { after },
  { env: { HUSHLINK_API_CORS_ORIGINS: `${ORIGIN},https://two.example.com:8443/` } },
);
const toAll = createTestApp({ after }, { env: { HUSHLINK_API_CORS_ORIGINS: '*' } });
const closed = createTestApp({ after });

type Headers = Readonly<Record<string, string>>;

/** As the browser of somebody who looks at a page of another site sends it. */
function call({ app }: TestApp, method: 'post' | 'options' | 'get', path: string, headers: Headers = {}) {
  const foreign = { Origin: ORIGIN, 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'cors' };
  return supertest(app)
    [method](`/api/v2${path}`)
    .set({ Host: 'localhost:3000', ...foreign, ...headers });
}

const QUESTION = { 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'content-type' };

function corsOf({ headers }: { readonly headers: Record<string, string> }): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => /^(access-control|vary)/.test(name)));
}

const EXPOSED = {
  'access-control-expose-headers':
    'RateLimit, RateLimit-Policy, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Request-Id',
};

test('a page of a site that is named may ask whether it may share, and may, with nothing but content', async () => {
  for (const path of OPENED) {
    const asked = await call(open, 'options', path, QUESTION).expect(204);
    assert.deepEqual(corsOf(asked), {
      ...{ 'access-control-allow-origin': ORIGIN, 'access-control-allow-methods': 'POST', vary: 'Origin' },
      ...{ 'access-control-allow-headers': 'Content-Type', 'access-control-max-age': '7200', ...EXPOSED },
    });
    const secret = path === '/secret/conceal' ? { secret: 'from afar' } : {};
    const shared = await call(open, 'post', path).send(secret).expect(200);
    assert.deepEqual(corsOf(shared), { 'access-control-allow-origin': ORIGIN, vary: 'Origin', ...EXPOSED });
    assert.equal(shared.body.custid, 'anon');
    assert.equal(shared.headers['set-cookie'], undefined);
  }
  const other = await call(open, 'post', OPENED[0] ?? '', { Origin: 'https://two.example.com:8443' }).send({
    secret: 'x',
  });
  assert.equal(other.headers['access-control-allow-origin'], 'https://two.example.com:8443');
});

test('what such a page did wrong it may read, too, and how long it has to wait', async (t) => {
  const env = { HUSHLINK_API_CORS_ORIGINS: ORIGIN, HUSHLINK_LIMITS_ENABLED: 'true' };
  const site = createTestApp(t, { env: { ...env, HUSHLINK_LIMITS_PER_ADDRESS_CREATE: '3' } });
  for (const [body, status] of [
    [{ secret: 'x', ttl: 1 }, 422],
    ['{', 400],
    [{ secret: 'x' }, 200],
    [{ secret: 'x' }, 429],
  ] as const) {
    const answered = await call(site, 'post', '/secret/conceal', { 'Content-Type': 'application/json' }).send(body);
    assert.equal(answered.status, status);
    assert.equal(answered.headers['access-control-allow-origin'], ORIGIN);
  }
  await call(site, 'options', '/secret/conceal', QUESTION).expect(204);
});

test('with * any page may, and nothing depends on which', async () => {
  for (const origin of ['https://anything.example', 'null']) {
    const asked = await call(toAll, 'options', '/secret/conceal', { ...QUESTION, Origin: origin }).expect(204);
    assert.equal(asked.headers['access-control-allow-origin'], '*');
    assert.equal(asked.headers.vary, undefined);
    const shared = await call(toAll, 'post', '/secret/conceal', { Origin: origin }).send({ secret: 'x' }).expect(200);
    assert.equal(shared.headers['access-control-allow-origin'], '*');
  }
});

test('pages of other sites, and every page by default, are refused as before', async () => {
  for (const [site, origin] of [
    [open, 'https://evil.example'],
    [open, `${ORIGIN}.evil.example`],
    [open, 'http://app.example.com'],
    [open, 'null'],
    [closed, ORIGIN],
  ] as const) {
    const asked = await call(site, 'options', '/secret/conceal', { ...QUESTION, Origin: origin }).expect(204);
    assert.equal(asked.headers['access-control-allow-origin'], undefined);
    const { body, headers } = await call(site, 'post', '/secret/conceal', { Origin: origin })
      .send({ secret: 'x' })
      .expect(422);
    assert.equal(body.error_type, 'BadShrimp');
    assert.equal(headers['access-control-allow-origin'], undefined);
  }
});

test('never with a cookie or a token: nobody shares in the name of somebody who only looks at a page', async () => {
  const visitor = visitorOf(open);
  await visitor.open('/');
  const authorization = `Basic ${btoa('somebody@example.org:token')}`;
  for (const [headers, status] of [
    [{ Cookie: visitor.cookies() }, 422],
    [{ Cookie: 'theme=dark' }, 422],
    [{ Authorization: authorization }, 401],
  ] as const) {
    const answered = await call(open, 'post', '/secret/conceal', headers).send({ secret: 'x' });
    assert.equal(answered.status, status);
    assert.equal(answered.headers['access-control-allow-origin'], undefined);
  }
  const asked = await call(open, 'options', '/secret/conceal', QUESTION);
  assert.equal(asked.headers['access-control-allow-credentials'], undefined);
});

test('everything else stays closed to other sites', async () => {
  const key = 'k'.repeat(31);
  for (const site of [open, toAll]) {
    for (const path of [
      `/secret/${key}`,
      `/secret/${key}/burn`,
      `/private/${key}/burn`,
      '/feedback',
      '/account/apitoken',
    ]) {
      const asked = await call(site, 'options', path, QUESTION);
      assert.equal(asked.headers['access-control-allow-origin'], undefined, path);
      const answered = await call(site, 'post', path).send({ continue: 'true' });
      assert.equal(answered.body.error_type, 'BadShrimp', path);
      assert.equal(answered.headers['access-control-allow-origin'], undefined, path);
    }
    for (const path of ['/status', `/secret/${key}`, '/secret/conceal', '/authcheck']) {
      const looked = await call(site, 'get', path);
      assert.equal(looked.headers['access-control-allow-origin'], undefined, path);
    }
  }
});
