import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import supertest from 'supertest';
import { apiOf } from '../../support/api.ts';
import { createTestApp } from '../../support/app.ts';

const shared = createTestApp({ after });
const api = apiOf(shared);
const HOST = 'localhost:3000';

/** A browser that has opened the home page: its cookie and the token of the form. */
async function openHome() {
  const page = await supertest(shared.app).get('/').set('Host', HOST).expect(200);
  const cookie = String(page.headers['set-cookie']?.[0]);
  const shrimp = /name="shrimp" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  return { cookie: cookie.split(';')[0]!, setCookie: cookie, shrimp };
}

const postForm = (path: string, cookie: string, fields: Record<string, string>) =>
  supertest(shared.app).post(path).set('Host', HOST).set('Cookie', cookie).type('form').send(fields);

test('a page with a form sets the visitor’s cookie, HttpOnly and SameSite=Lax; API answers never do', async () => {
  const { setCookie } = await openHome();
  assert.match(setCookie, /^visit=[\w-]{22}; Path=\/; HttpOnly; SameSite=Lax$/);
  const { headers } = await api.conceal({ secret: 'x' }).expect(200);
  assert.equal(headers['set-cookie'], undefined);
  const notFound = await supertest(shared.app).get('/no/such/page').set('Host', HOST);
  assert.equal(notFound.headers['set-cookie'], undefined);
});

test('behind https the cookie is Secure', async () => {
  const secure = createTestApp({ after }, { env: { HUSHLINK_SITE_HOST: 'hush.example.org' } });
  const page = await supertest(secure.app).get('/').set('Host', 'hush.example.org').expect(200);
  assert.match(String(page.headers['set-cookie']?.[0]), /; Secure/);
});

test('every form carries a hidden field named shrimp, and a form sent with it is accepted [CSRF-07 CRE-28]', async () => {
  const { cookie, shrimp } = await openHome();
  const sent = await postForm('/', cookie, { secret: 'by form', kind: 'share', shrimp, utf8: '✓' });
  assert.equal(sent.status, 303);
  assert.match(String(sent.headers.location), /^\/private\/[0-9a-z]{31}$/);
  const { secretKey, metadataKey } = await api.share('x', { passphrase: 'p' });
  for (const path of [`/secret/${secretKey}`, `/secret/${secretKey}/burn`, `/private/${metadataKey}/burn`]) {
    const page = await supertest(shared.app).get(path).set('Host', HOST).expect(200);
    const forms = page.text.match(/<form[^>]*method="post"/g)?.length ?? 0;
    assert.ok(forms > 0, path);
    assert.equal(page.text.match(/type="hidden" name="shrimp" value="[^"]{20,}"/g)?.length, forms, path);
  }
});

test('a form without a good token is refused and comes back with its text', async () => {
  const { cookie, shrimp } = await openHome();
  const other = await openHome();
  for (const bad of ['', 'nonsense', other.shrimp, `${shrimp}x`]) {
    const sent = await postForm('/', cookie, { secret: 'typed <text>', kind: 'share', shrimp: bad });
    assert.equal(sent.status, 422);
    assert.match(sent.text, /typed &lt;text&gt;/);
    assert.match(sent.text, /Your form was too old/);
  }
});

test('a call with a visitor’s cookie needs a token in header or body; one without any cookie needs none', async () => {
  const { cookie, shrimp } = await openHome();
  const call = () => api.conceal({ secret: 'x' }).set('Cookie', cookie);
  const refused = await call().expect(422);
  assert.equal(refused.body.error_type, 'BadShrimp');
  const fresh = String(refused.body.shrimp);
  await call().set('O-Shrimp', fresh).expect(200);
  await call().set('Onetime-Shrimp', shrimp).expect(200);
  await api.conceal({ secret: 'x', shrimp }).set('Cookie', cookie).expect(200);
  await api.conceal({ secret: 'x' }).expect(200);
  await api.conceal({ secret: 'x' }).set('Cookie', 'visit=cut').expect(422);
});

test('the token of nobody, which anybody can ask for, is not good for whoever brings a cookie', async () => {
  const { body } = await api.conceal({ secret: 'x' }).expect(200);
  const nobodys = String(body.shrimp);
  for (const cookie of ['visit=cut', (await openHome()).cookie]) {
    await api.conceal({ secret: 'x', shrimp: nobodys }).set('Cookie', cookie).expect(422);
  }
});

test('a claim refused for its token consumes nothing', async () => {
  const { cookie } = await openHome();
  const { secretKey } = await api.share('kept');
  await api.reveal(secretKey).set('Cookie', cookie).expect(422);
  await postForm(`/secret/${secretKey}`, cookie, { continue: 'true' }).expect(422);
  await api.reveal(secretKey).expect(200);
});

test('posts from another site are refused whatever they carry', async () => {
  const { cookie, shrimp } = await openHome();
  for (const site of ['cross-site', 'same-site']) {
    const sent = await postForm('/', cookie, { secret: 'x', kind: 'share', shrimp }).set('Sec-Fetch-Site', site);
    assert.equal(sent.status, 422, site);
    const called = await api.conceal({ secret: 'x', shrimp }).set('Cookie', cookie).set('Sec-Fetch-Site', site);
    assert.equal(called.body.error_type, 'BadShrimp', site);
  }
  await postForm('/', cookie, { secret: 'x', kind: 'share', shrimp }).set('Sec-Fetch-Site', 'same-origin').expect(303);
});

test('a token can be checked at any time, and a new one comes with the answer [API-03 CSRF-04]', async () => {
  const { cookie, shrimp } = await openHome();
  const check = (token: string) =>
    supertest(shared.app)
      .post('/api/v2/validate-shrimp')
      .set('Host', HOST)
      .set('Cookie', cookie)
      .set('O-Shrimp', token);
  const good = await check(shrimp).expect(200);
  assert.equal(good.body.isValid, true);
  assert.equal((await check(String(good.body.shrimp)).expect(200)).body.isValid, true);
  const bad = await check('nonsense').expect(200);
  assert.equal(bad.body.isValid, false);
  assert.equal((await check(String(bad.body.shrimp))).body.isValid, true);
  shared.clock.advance(12 * 3_600_000);
  assert.equal((await check(shrimp).expect(200)).body.isValid, false);
});

test('who has no cookie yet gets a token that is good, however long the server has run', async () => {
  for (const hours of [0, 13]) {
    shared.clock.advance(hours * 3_600_000);
    const { body } = await api.conceal({ secret: 'x' }).expect(200);
    const checked = await api.post('/validate-shrimp', {}).set('O-Shrimp', String(body.shrimp)).expect(200);
    assert.equal(checked.body.isValid, true, `after ${hours} hours`);
  }
});

test('whether a token is good is answered by either name of its header, whatever body comes with it [API-03]', async () => {
  const { cookie, shrimp } = await openHome();
  const ask = () => supertest(shared.app).post('/api/v2/validate-shrimp').set('Host', HOST).set('Cookie', cookie);
  assert.equal((await ask().set('Onetime-Shrimp', shrimp).expect(200)).body.isValid, true);
  assert.equal((await ask().set('Onetime-Shrimp', 'nonsense').expect(200)).body.isValid, false);
  const strange = [
    ['application/json', '{"broken'],
    ['image/png', 'no form'],
    ['application/x-www-form-urlencoded', 'shrimp=%ff'],
  ] as const;
  for (const [type, body] of strange) {
    const { status, body: answer } = await ask().set('O-Shrimp', shrimp).set('Content-Type', type).send(body);
    assert.deepEqual([status, answer.isValid], [200, true], type);
  }
});

test('every JSON answer to a page carries a fresh token that is good [CSRF-02]', async () => {
  const { cookie, shrimp } = await openHome();
  const { secretKey } = await api.share('x');
  const known = [shrimp];
  const answers = [
    [200, (token: string) => api.conceal({ secret: 'y', shrimp: token })],
    [200, () => api.get(`/secret/${secretKey}`)],
    [200, (token: string) => api.reveal(secretKey, { shrimp: token })],
    [404, () => api.get(`/secret/${secretKey}`)],
    [404, () => api.get('/nowhere')],
    [422, (token: string) => api.conceal({ secret: '', shrimp: token })],
    [422, () => api.conceal({ secret: 'z', shrimp: 'nonsense' })],
  ] as const;
  for (const [at, [status, ask]] of answers.entries()) {
    shared.clock.advance(1000);
    const { body } = await ask(String(known.at(-1)))
      .set('Cookie', cookie)
      .expect(status);
    assert.ok(!known.includes(body.shrimp), `a new one with answer ${at}`);
    known.push(body.shrimp);
    const check = api.post('/validate-shrimp').set('Cookie', cookie).set('O-Shrimp', String(body.shrimp));
    assert.equal((await check.expect(200)).body.isValid, true, `a good one with answer ${at}`);
  }
});
