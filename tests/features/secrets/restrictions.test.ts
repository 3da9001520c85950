import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import supertest from 'supertest';
import { apiOf } from '../../support/api.ts';
import { createTestApp } from '../../support/app.ts';
import { visitorOf } from '../../support/visitor.ts';
import { callAs, customerOf } from '../accounts/people.ts';

const withEnv = (env: Record<string, string>) => createTestApp({ after }, { env, hasLightPassphrases: true });
const HOST = 'localhost:3000';

test('where only customers may share, others are told so and read what was shared', async () => {
  const site = withEnv({ HUSHLINK_SECRETS_CREATE_ALLOWED: 'signed-in' });
  const refused = await apiOf(site).conceal({ secret: 'x' }).expect(422);
  assert.deepEqual([refused.body.error_type, refused.body.message], ['PlanLimit', await closedText(site)]);
  const customer = await customerOf(site);
  const { body } = await callAs(site, customer, '/secret/conceal', { secret: 'for anybody' });
  const read = await apiOf(site).reveal(body.record.secret.key).expect(200);
  assert.equal(read.body.record.secret_value, 'for anybody');
});

test('a text posted where sharing is closed comes back with the reason', async () => {
  const site = withEnv({ HUSHLINK_SECRETS_CREATE_ALLOWED: 'signed-in' });
  const visitor = visitorOf(site);
  const refused = await visitor.send('/', { kind: 'share', secret: 'typed elsewhere' });
  assert.equal(refused.status, 422);
  assert.equal(visitor.textArea(), 'typed elsewhere');
});

test('where sharing is bound to networks, the address of the connection decides', async () => {
  const outside = withEnv({ HUSHLINK_SECRETS_CREATE_NETWORKS: '10.0.0.0/8' });
  await apiOf(outside).conceal({ secret: 'x' }).set('X-Forwarded-For', '10.0.0.1').expect(422);
  const inside = withEnv({ HUSHLINK_SECRETS_CREATE_NETWORKS: '10.0.0.0/8,127.0.0.0/8,::1' });
  await apiOf(inside).conceal({ secret: 'x' }).expect(200);
  const proxied = withEnv({
    HUSHLINK_SECRETS_CREATE_NETWORKS: '10.0.0.0/8',
    HUSHLINK_LISTEN_TRUSTED_PROXIES: '127.0.0.0/8,::1',
  });
  await apiOf(proxied).conceal({ secret: 'x' }).set('X-Forwarded-For', '10.0.0.1').expect(200);
  await apiOf(proxied).conceal({ secret: 'x' }).set('X-Forwarded-For', '11.0.0.1').expect(422);
});

test('where a passphrase is required or has a least length, every way to share asks for it', async () => {
  const site = withEnv({
    HUSHLINK_SECRETS_PASSPHRASE_REQUIRED: 'true',
    HUSHLINK_SECRETS_PASSPHRASE_MIN_LENGTH: '6',
  });
  const refusal = async (fields: object) => {
    const { body } = await apiOf(site)
      .conceal({ secret: 'x', ...fields })
      .expect(422);
    return [body.field, body.message];
  };
  assert.deepEqual(await refusal({}), ['passphrase', 'A passphrase is required here.']);
  const tooShort = ['passphrase', 'The passphrase must have at least 6 characters.'];
  assert.deepEqual(await refusal({ passphrase: '12345' }), tooShort);
  await apiOf(site).conceal({ secret: 'x', passphrase: '🔑🔑🔑🔑🔑🔑' }).expect(200);
  await apiOf(site).post('/secret/generate').expect(422);
  const visitor = visitorOf(site);
  await visitor.open('/');
  assert.equal((await visitor.submit('/', { kind: 'share', secret: 'kept' })).status, 422);
  assert.equal(visitor.textArea(), 'kept');
});

test('a least length alone does not make a passphrase required', async () => {
  const site = withEnv({ HUSHLINK_SECRETS_PASSPHRASE_MIN_LENGTH: '6' });
  await apiOf(site).conceal({ secret: 'x' }).expect(200);
  await apiOf(site).conceal({ secret: 'x', passphrase: '12345' }).expect(422);
});

test('with the API switched off programs are refused, and our own pages go on', async () => {
  const open = withEnv({});
  const { store, seal, clock } = open;
  const env = { HUSHLINK_API_ENABLED: 'false' };
  const site = createTestApp({ after }, { env, store, seal, clock, hasLightPassphrases: true });
  const refused = await apiOf(site).conceal({ secret: 'x' }).expect(422);
  assert.equal(refused.body.error_type, 'PlanLimit');
  const customer = await customerOf(open);
  const { apitoken } = (await callAs(open, customer, '/account/apitoken', {})).body.record;
  const askBy = ({ app }: typeof open) =>
    supertest(app).get('/api/v2/account').set('Host', HOST).auth(customer.address, apitoken);
  await askBy(site).expect(422);
  await askBy(site).set('Sec-Fetch-Site', 'same-origin').expect(422);
  await askBy(open).expect(200);
  assert.equal((await callAs(site, customer, '/secret/conceal', { secret: 'x' })).status, 200);
  const fromPage = supertest(site.app).post('/api/v2/secret/conceal').set('Host', HOST);
  await fromPage.set('Sec-Fetch-Site', 'same-origin').send({ secret: 'x' }).expect(200);
});

test('with the API switched off our own pages go on in browsers that keep no cookie and send no fetch metadata', async () => {
  const address = { HUSHLINK_SITE_HOST: 'hush.internal:8080', HUSHLINK_SITE_SCHEME: 'http' };
  const site = withEnv({ ...address, HUSHLINK_API_ENABLED: 'false' });
  const statusFrom = async (origin: string, path = '/secret/conceal', fields: object = { secret: 'x' }) => {
    const call = supertest(site.app).post(`/api/v2${path}`).set('Host', 'hush.internal:8080');
    return (await call.set('Origin', origin).send(fields)).status;
  };
  assert.equal(await statusFrom('http://hush.internal:8080'), 200);
  assert.equal(await statusFrom('http://hush.internal:8080', '/account/update-locale', { locale: 'de' }), 200);
  const others = ['https://hush.internal:8080', 'http://hush.internal', 'http://elsewhere.example', 'null', ''];
  for (const origin of others) assert.equal(await statusFrom(origin), 422, origin);
});

async function closedText(site: Parameters<typeof visitorOf>[0]): Promise<string> {
  const visitor = visitorOf(site);
  const { text } = await visitor.open('/');
  assert.doesNotMatch(text, /<textarea/);
  return /<div class="alert"[\s\S]*?<div>([^<]+)</.exec(text)?.[1] ?? '';
}
