import assert from 'node:assert/strict';
import { test } from 'node:test';
import supertest from 'supertest';
import { IdTaken } from '#src/features/secrets/secret-store.ts';
import { openFrontDoor } from '../security/front-door.ts';
import { sample } from '../store/sealed-sample.ts';
import { createTestApp } from '../support/app.ts';
import { startSmtpServer } from '../support/smtp-server.ts';
import { readMetrics, readValue } from './stage.ts';

test('what becomes of secrets is counted once each, and a wrong passphrase too', async (t) => {
  const site = await openFrontDoor(t);
  const of = (event: string) => readValue(site.internal, `hushlink_secrets_total{event="${event}"}`);
  assert.deepEqual(await Promise.all(['created', 'revealed', 'burned', 'wrong_passphrase'].map(of)), [0, 0, 0, 0]);
  const [read, burned, guessed] = [
    await site.client.share('read'),
    await site.client.share('burned'),
    await site.client.share('guessed', { passphrase: 'right' }),
  ];
  const headers = { 'Idempotency-Key': 'AbCdEfGhIjKlMnOpQrStUv' };
  const claim = { method: 'POST', headers, body: { continue: true } };
  for (const _ of [1, 2]) assert.equal((await site.client.ask(`/api/v2/secret/${read.secretKey}`, claim)).status, 200);
  await site.client.reveal(read.secretKey);
  await site.client.post(`/private/${burned.metadataKey}/burn`, { continue: 'true' });
  await site.client.reveal(guessed.secretKey, { passphrase: 'wrong' });
  assert.deepEqual(await Promise.all(['created', 'revealed', 'burned', 'wrong_passphrase'].map(of)), [3, 1, 1, 1]);
});

test('what is counted by name is there from the start, at zero: an alert on a rate sees the first time too', async (t) => {
  const lines = await readMetrics(createTestApp(t).internal);
  const named: Readonly<Record<string, readonly string[]>> = {
    'hushlink_secrets_total{event': ['created', 'revealed', 'burned', 'wrong_passphrase'],
    'hushlink_config_reloads_total{outcome': ['applied', 'refused'],
    'hushlink_rate_limited_total{group': ['create', 'reveal', 'sender', 'account', 'feedback', 'payment', 'other'],
  };
  for (const [series, names] of Object.entries(named)) {
    assert.deepEqual(
      lines.filter((line) => line.startsWith(series)),
      names.map((name) => `${series}="${name}"} 0`),
    );
  }
});

test('requests are counted by method, route and status, with the time they took', async (t) => {
  const site = await openFrontDoor(t);
  const { secretKey } = await site.client.share('x');
  for (const _ of [1, 2, 3]) await site.client.ask(`/secret/${secretKey}`);
  await site.client.ask('/nowhere');
  const requests = (labels: string) => readValue(site.internal, `hushlink_http_requests_total{${labels}}`);
  assert.equal(await requests('method="POST",route="/api/v2/secret/conceal",status="200"'), 1);
  assert.equal(await requests('method="GET",route="/secret/:key",status="200"'), 3);
  assert.equal(await requests('method="GET",route="none",status="404"'), 1);
  await site.client.post('/secret/conceal', { secret: '' });
  const [made, refused] = ['200', '422'].map(
    (status) => `method="POST",route="/api/v2/secret/conceal",status="${status}"`,
  );
  assert.deepEqual([await requests(String(made)), await requests(String(refused))], [1, 1]);
  const timed = 'hushlink_http_request_duration_seconds_count{method="GET",route="/secret/:key"}';
  assert.equal(await readValue(site.internal, timed), 3);
});

test('a store that is away is shown, each failure counted, and the rest can still be read', async (t) => {
  const site = createTestApp(t);
  const read = (name: string) => readValue(site.internal, name);
  assert.deepEqual([await read('hushlink_store_up'), await read('hushlink_store_errors_total')], [1, 0]);
  await site.store.close();
  await supertest(site.app)
    .get(`/secret/${'a'.repeat(31)}`)
    .set('Host', 'localhost')
    .expect(503);
  assert.ok((await read('hushlink_store_errors_total')) > 0);
  assert.equal(await read('hushlink_store_up'), 0);
  for (const state of ['waiting', 'sent', 'failed'])
    assert.ok(Number.isNaN(await read(`hushlink_outbox_${state}`)), state);
});

test('an id that is taken is no failure of the store, and the secret behind it is created once', async (t) => {
  const site = createTestApp(t);
  const { secret, metadata } = sample();
  await site.store.secrets.put(secret, metadata);
  await assert.rejects(site.store.secrets.put(secret, metadata), IdTaken);
  const series = ['hushlink_store_errors_total', 'hushlink_secrets_total{event="created"}'];
  assert.deepEqual(await Promise.all(series.map((name) => readValue(site.internal, name))), [0, 1]);
});

test('mails are shown as waiting until the mail server has taken them, or refused them for good', async (t) => {
  const mailServer = await startSmtpServer();
  t.after(() => mailServer.stop());
  const site = createTestApp(t, { mailServer });
  const totals = async () => {
    const names = ['waiting', 'sent', 'failed'].map((state) => `hushlink_outbox_${state}`);
    return Promise.all(names.map((name) => readValue(site.internal, name)));
  };
  assert.deepEqual(await totals(), [0, 0, 0]);
  const mail = { to: 'bo@example.com', locale: 'en', host: 'hush.example.org', letter: { kind: 'test' as const } };
  const send = () => site.mail.mailer.send({ ...mail, expiresAtMs: site.clock.now() + 60_000, ticket: null });
  await send();
  assert.deepEqual(await totals(), [1, 0, 0]);
  await site.mail.postman.deliverDue();
  assert.deepEqual(await totals(), [0, 1, 0]);
  mailServer.manner = 'refuse';
  await send();
  await site.mail.postman.deliverDue();
  assert.deepEqual(await totals(), [0, 1, 1]);
});

test('visitors find no metrics, our own machines find them under any name', async (t) => {
  const site = createTestApp(t, { env: { HUSHLINK_SITE_HOST: 'hush.example' } });
  await supertest(site.app).get('/metrics').set('Host', 'hush.example').expect(404);
  for (const host of ['10.0.0.7:3001', 'hush.example', 'anything']) {
    const { headers } = await supertest(site.internal).get('/metrics').set('Host', host).expect(200);
    assert.equal(headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8');
    assert.equal(headers['cache-control'], 'no-store');
  }
  await supertest(site.internal).post('/metrics').expect(405);
});

test('two servers in one process count each for themselves', async (t) => {
  const [one, other] = [createTestApp(t), createTestApp(t)];
  await supertest(one.app).get('/livez').expect(200);
  const series = 'hushlink_http_requests_total{method="GET",route="/livez",status="200"}';
  assert.deepEqual([await readValue(one.internal, series), await readValue(other.internal, series)], [1, 0]);
  assert.ok(
    (await readMetrics(one.internal)).some((line) =>
      /^hushlink_build_info\{version="[\d.]+",store="sqlite"\} 1$/.test(line),
    ),
  );
});
