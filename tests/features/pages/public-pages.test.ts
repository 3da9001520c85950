import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import supertest from 'supertest';
import { expectProtections } from '../../security/protections.ts';
import { createTestApp } from '../../support/app.ts';
import { PLANS_ON } from '../../support/plans.ts';
import { customerOf } from '../accounts/people.ts';

const INFO = ['/info/terms', '/info/privacy', '/info/security'];
const PATHS = ['/pricing', '/pricing?frequency=annually', '/translations', ...INFO];
const site = createTestApp({ after }, { env: PLANS_ON, hasLightPassphrases: true, packs: { de: {} } });
const TOKEN = /[0-9a-z]{8,10}\.[\w-]{43}/;

async function ask(path: string, headers: Readonly<Record<string, string>> = {}, method: 'get' | 'head' = 'get') {
  const answer = await supertest(site.app)
    [method](path)
    .set({ Host: 'localhost:3000', ...headers });
  return { ...answer, text: answer.text ?? '', etag: String(answer.headers.etag) };
}

/** The same variant again, which chance would otherwise choose. */
const having = ({ etag }: { etag: string }) => ({ 'If-None-Match': etag });

for (const path of PATHS) {
  test(`${path} holds nothing of the visitor and may be kept if it is asked about each time`, async () => {
    const { status, headers, text, etag } = await ask(path);
    assert.equal(status, 200);
    assert.equal(headers['cache-control'], 'no-cache');
    assert.equal(headers.vary, 'Cookie, Accept-Language');
    assert.equal(etag, `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`);
    assert.equal(headers['set-cookie'], undefined);
    assert.doesNotMatch(text, TOKEN);
    assert.doesNotMatch(text, /name="shrimp"/);
    expectProtections(headers, path);
  });

  test(`search engines may list ${path}`, async () => {
    const { headers, text } = await ask(path);
    assert.equal(headers['x-robots-tag'], undefined);
    assert.doesNotMatch(text, /name="robots"/);
  });

  test(`${path} is answered in two words to whoever has it, by GET and by HEAD`, async () => {
    const first = await ask(path);
    for (const method of ['get', 'head'] as const) {
      for (const known of [first.etag, `W/${first.etag}`, `"other", ${first.etag}`]) {
        const again = await ask(path, { 'If-None-Match': known }, method);
        assert.deepEqual([again.status, again.text, again.etag], [304, '', first.etag], `${method} ${known}`);
        for (const name of ['cache-control', 'vary', 'content-security-policy', 'referrer-policy']) {
          assert.equal(again.headers[name], first.headers[name], name);
        }
        assert.equal(again.headers['content-length'], undefined);
      }
      assert.equal((await ask(path, { 'If-None-Match': '"older"' }, method)).status, 200);
    }
  });

  test(`HEAD says of ${path} what GET would`, async () => {
    const { status, headers, text } = await ask(path, {}, 'head');
    assert.deepEqual([status, text], [200, '']);
    assert.ok(Number(headers['content-length']) > 1000);
    assert.match(String(headers.etag), /^"[\w-]{22}"$/);
  });

  test(`${path} is the same to the byte for every visitor, whatever cookies they have`, async () => {
    const first = await ask(path);
    for (const cookie of ['visit=AAAAAAAAAAAAAAAAAAAAAA', 'visit=BBBBBBBBBBBBBBBBBBBBBB; other=1', 'visit=']) {
      const other = await ask(path, { Cookie: cookie, ...having(first) });
      assert.deepEqual([other.status, other.headers['set-cookie']], [304, undefined], cookie);
    }
  });

  test(`${path} with a customer’s name on it is that customer’s alone`, async () => {
    const nobodys = await ask(path);
    const [ann, ben] = [await customerOf(site), await customerOf(site)];
    const own = await ask(path, { Cookie: ann.cookies() });
    assert.equal(own.headers['cache-control'], 'private, no-cache');
    assert.ok(own.text.includes(ann.address));
    assert.doesNotMatch(own.text, TOKEN);
    assert.equal((await ask(path, { Cookie: ann.cookies(), ...having(own) })).status, 304);
    assert.equal((await ask(path, { Cookie: ann.cookies(), ...having(nobodys) })).status, 200);
    const bens = await ask(path, { Cookie: ben.cookies(), ...having(own) });
    assert.equal(bens.status, 200);
    assert.ok(!bens.text.includes(ann.address) && bens.text.includes(ben.address));
    const out = await ask(path, having(own));
    assert.equal(out.status, 200);
    assert.doesNotMatch(out.text, /@example\.org/);
  });

  test(`the answer that takes a dead sign-in away from ${path} is for nobody else`, async () => {
    const { status, headers } = await ask(path, { Cookie: `sess=s%3A${'g'.repeat(32)}.${'g'.repeat(43)}` });
    assert.equal(status, 200);
    assert.match(String(headers['set-cookie']), /^sess=;/);
    assert.equal(headers['cache-control'], 'private, no-cache');
  });

  test(`${path} is another page in another language, and the same again in the first`, async () => {
    const english = await ask(path, { 'Accept-Language': 'en' });
    const german = await ask(path, { 'Accept-Language': 'de', ...having(english) });
    assert.equal(german.status, 200);
    assert.match(german.text, /<html lang="de"/);
    assert.equal((await ask(path, { Cookie: 'locale=en', 'Accept-Language': 'de', ...having(english) })).status, 304);
  });
}

test('a public page changes with the year and not with the hour', async (t) => {
  const other = createTestApp(t);
  const open = () => supertest(other.app).get('/translations').set('Host', 'localhost:3000');
  const first = await open();
  other.clock.advance(60_000);
  assert.equal((await open()).headers.etag, first.headers.etag);
  other.clock.advance(366 * 86_400_000);
  const nextYear = await open();
  assert.notEqual(nextYear.headers.etag, first.headers.etag);
  assert.match(nextYear.text, /2031/);
});

test('all other pages stay with nobody', async () => {
  for (const path of ['/', '/signin', '/feedback', '/account/settings', '/plans/identity/monthly', '/nowhere']) {
    const { headers } = await ask(path);
    assert.deepEqual([headers['cache-control'], headers.etag], ['no-store', undefined], path);
  }
});

test('a token for what is opened on a public page is given to anybody who asks, with no cookie', async () => {
  const asked = await supertest(site.app)
    .post('/api/v2/validate-shrimp')
    .set({ Host: 'localhost:3000', 'O-Shrimp': '' });
  assert.deepEqual([asked.status, asked.body.isValid, asked.headers['set-cookie']], [200, false, undefined]);
  assert.match(asked.body.shrimp, TOKEN);
});

test('search engines may list the home page too, and neither forms nor what is of a secret, nor answers that are no page', async () => {
  assert.equal((await ask('/')).headers['x-robots-tag'], undefined);
  const { body } = await supertest(site.app)
    .post('/api/v2/secret/conceal')
    .set('Host', 'localhost:3000')
    .send({ secret: 'x' });
  const { secret, metadata } = body.record;
  const ofSecrets = [`/secret/${secret.key}`, `/secret/${secret.key}/burn`, `/private/${metadata.key}`];
  const others = [
    '/signin',
    '/signup',
    '/forgot',
    '/feedback',
    '/dashboard',
    '/nowhere',
    '/api/v2/authcheck',
    '/livez',
  ];
  for (const path of [...ofSecrets, `/api/v2/secret/${secret.key}`, `/forgot/${secret.key}`, ...others]) {
    assert.equal((await ask(path)).headers['x-robots-tag'], 'noindex, nofollow', path);
  }
});
