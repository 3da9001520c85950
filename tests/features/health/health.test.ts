import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import supertest from 'supertest';
import { createTestApp } from '../../support/app.ts';

test('probes ask by address: any Host is answered, alive at once and ready while the store answers', async () => {
  const { app } = createTestApp({ after });
  for (const host of ['10.1.2.3:3000', 'unknown.example', 'localhost']) {
    await supertest(app).get('/livez').set('Host', host).expect(200, { status: 'alive' });
    await supertest(app).get('/readyz').set('Host', host).expect(200, { status: 'ready' });
  }
});

test('a probe may ask what it may ask, without a body', async (t) => {
  const { app } = createTestApp(t);
  for (const path of ['/livez', '/readyz', '/startupz']) {
    const { headers, text } = await supertest(app).options(path).expect(204);
    assert.deepEqual([headers.allow, text], ['GET, HEAD, OPTIONS', '']);
  }
});

test('without its store the process is alive and not ready', async (t) => {
  const site = createTestApp(t);
  await site.store.close();
  await supertest(site.app).get('/livez').expect(200);
  await supertest(site.app).get('/readyz').expect(503, { status: 'not ready' });
});

test('with the store away creating is 503, says that nothing was changed, and when to come back', async (t) => {
  const site = createTestApp(t);
  await site.store.close();
  const call = supertest(site.app).post('/api/v2/secret/conceal').set('Host', 'localhost').send({ secret: 'x' });
  const { body, headers } = await call.expect(503);
  assert.equal(body.error_type, 'StoreUnavailable');
  assert.match(body.message, /nothing was changed/);
  assert.equal(headers['retry-after'], '5');
});

test('with the store away reading is 503 too, and the recipient’s page says what failed [ERR-09]', async (t) => {
  const site = createTestApp(t);
  await site.store.close();
  const key = 'a'.repeat(31);
  for (const path of [`/secret/${key}`, `/private/${key}`, `/api/v2/secret/${key}`, `/api/v2/private/${key}`]) {
    await supertest(site.app).get(path).set('Host', 'localhost').expect(503);
  }
  const page = await supertest(site.app).get(`/secret/${key}`).set('Host', 'localhost');
  assert.match(page.text, /Failed to fetch initial page data/);
});

test('with the store away a link’s pages are as quiet as ever, and can be tried again [SHELL-13]', async (t) => {
  const site = createTestApp(t);
  const key = 'a'.repeat(31);
  const form = await supertest(site.app).get('/feedback').set('Host', 'localhost');
  const shrimp = /name="shrimp" value="([^"]+)"/.exec(form.text)?.[1];
  await site.store.close();
  const asked = (path: string) => supertest(site.app).get(path).set('Host', 'localhost').expect(503);
  const sent = (path: string) =>
    supertest(site.app)
      .post(path)
      .set('Host', 'localhost')
      .set('Cookie', form.headers['set-cookie'] ?? '')
      .type('form')
      .send({ shrimp, continue: 'true' })
      .expect(503);
  const paths = [`/secret/${key}`, `/secret/${key}/burn`, `/private/${key}/burn`];
  for (const path of paths) {
    for (const { text } of [await asked(path), await sent(path)]) {
      assert.doesNotMatch(text, /<header|<nav|\/feedback/);
      assert.match(text, new RegExp(`<a class="btn[^>]*href="${path}">Try again`));
    }
  }
  const { text } = await supertest(site.app).get('/secret/%zz').set('Host', 'localhost').expect(400);
  assert.doesNotMatch(text, /<header|<nav|\/feedback|<a class="btn/);
});
