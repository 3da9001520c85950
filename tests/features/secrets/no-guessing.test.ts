import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import supertest from 'supertest';
import { apiOf } from '../../support/api.ts';
import { createTestApp } from '../../support/app.ts';
import { visitorOf } from '../../support/visitor.ts';

const site = createTestApp({ after }, { hasLightPassphrases: true });
const api = apiOf(site);

const post = (contentType: string, body: string) =>
  supertest(site.app)
    .post('/api/v2/secret/conceal')
    .set('Host', 'localhost')
    .set('Content-Type', contentType)
    .serialize((text) => text)
    .send(body);

const part = (name: string, value: string, more = '') =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n${more}\r\n${value}\r\n`;

test('a multipart field is UTF-8 whatever charset it claims, and never turned into another text', async () => {
  for (const charset of ['x-user-defined', 'utf-7', 'shift_jis', 'iso-8859-1', 'utf-16le']) {
    const type = `Content-Type: text/plain; charset=${charset}\r\n`;
    const body = `${part('secret', 'schön', type)}${part('passphrase', 'Geheim!9', type)}--b--\r\n`;
    const made = await post('multipart/form-data; boundary=b', body).expect(200);
    const { key } = made.body.record.secret;
    const { record } = (await api.reveal(key, { passphrase: 'Geheim!9' }).expect(200)).body;
    assert.equal(record.secret_value, 'schön', charset);
  }
});

test('an option beside a nested secret counts like one inside it', async () => {
  const nested = { secret: { secret: 'x', kind: 'share' }, passphrase: 'p', ttl: 600 };
  const { record } = (await api.post('/secret/conceal', nested).expect(200)).body;
  assert.deepEqual([record.secret.has_passphrase, record.secret.lifespan], [true, 600]);
  const form = await post('application/x-www-form-urlencoded', 'secret[secret]=a&passphrase=p&ttl=300').expect(200);
  assert.deepEqual([form.body.record.secret.has_passphrase, form.body.record.secret.lifespan], [true, 300]);
});

test('the generate route generates, nested or not', async () => {
  const { body } = await api.post('/secret/generate', { secret: { length: 20, kind: 'share' } }).expect(200);
  assert.equal(body.details.kind, 'generate');
  assert.equal(body.record.secret_value.length, 20);
});

test('a text that comes with a wish for a password is not thrown away', async () => {
  const { body } = await api.conceal({ kind: 'generate', secret: 'my text' }).expect(422);
  assert.equal(body.field, 'secret');
  await api.conceal({ kind: 'generate', secret: '' }).expect(200);
});

test('more fields than anybody needs are refused, not dropped', async () => {
  const fillers = Array.from({ length: 99 }, (_, at) => `f${at}=1`).join('&');
  await post('application/x-www-form-urlencoded', `secret=x&${fillers}&passphrase=pw`).expect(400);
  const parts = Array.from({ length: 100 }, (_, at) => part(`f${at}`, '1')).join('');
  await post('multipart/form-data; boundary=b', `${part('secret', 'x')}${parts}--b--\r\n`).expect(400);
});

test('an untouched field of a form is a missing one', async () => {
  const { body } = await post(
    'application/x-www-form-urlencoded',
    'secret=x&kind=&length=&character_sets=&ttl=&passphrase=',
  ).expect(200);
  assert.deepEqual([body.details.kind, body.record.secret.has_passphrase], ['share', false]);
});

test('a length is a number, not a list that looks like one', async () => {
  const { body } = await api.post('/secret/generate', { length: [16] }).expect(422);
  assert.equal(body.field, 'length');
});

test('a nested text of a form has its line ends turned too, and comes back when it is refused', async () => {
  const visitor = visitorOf(site);
  await visitor.open('/');
  const refused = await visitor.submit('/', { 'secret[secret]': 'a\r\nb', ttl: '1' });
  assert.equal(refused.status, 422);
  assert.equal(visitor.textArea(), 'a\nb');
});

test('a post from another site gets no cookie, and nothing of its text is shown on our page', async () => {
  const sent = supertest(site.app).post('/').set('Host', 'localhost').set('Sec-Fetch-Site', 'cross-site').type('form');
  const { headers, text } = await sent.send({ secret: 'their text', kind: 'share' }).expect(422);
  assert.equal(headers['set-cookie'], undefined);
  assert.doesNotMatch(text, /their text/);
});

test('a token made for nobody is good for nobody who has a cookie', async () => {
  const { body } = await api.share('x');
  for (const cookie of ['visit=malformed', 'sess=whatever; visit=malformed']) {
    const call = api.post(`/private/${body.record.metadata.key}/burn`, { continue: true });
    const { body: refused } = await call.set('Cookie', cookie).set('O-Shrimp', body.shrimp).expect(422);
    assert.equal(refused.error_type, 'BadShrimp', cookie);
  }
});

test('dynamic answers are never answered by a condition', async () => {
  for (const path of ['/api/v2/status', '/api/v2/version', '/livez', '/readyz', '/']) {
    await supertest(site.app).get(path).set('Host', 'localhost').set('If-None-Match', '*').expect(200);
  }
});

test('a wrong passphrase tells how many tries are left; an empty one costs none and waits for nothing', async () => {
  const { secretKey } = await api.share('x', { passphrase: 'p' });
  const empty = await api.reveal(secretKey).expect(422);
  assert.deepEqual([empty.body.tries_left, empty.body.retry_after], [10, undefined]);
  const wrong = await api.reveal(secretKey, { passphrase: 'q' }).expect(422);
  assert.deepEqual([wrong.body.tries_left, wrong.body.retry_after], [9, 1]);
});
