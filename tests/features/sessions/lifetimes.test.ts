import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import supertest from 'supertest';
import { createTestApp } from '../../support/app.ts';
import { visitorOf } from '../../support/visitor.ts';
import { callAs, customerOf, freshAddress, PASSWORD, signIn, signUp } from '../accounts/people.ts';

const site = createTestApp({ after }, { hasLightPassphrases: true });
const HOST = 'localhost:3000';
const DAY_MS = 86_400_000;

const sessOf = (cookies: string) => /(?:^|; )sess=([^;]+)/.exec(cookies)?.[1];
const authcheck = (cookies: string, app = site.app) =>
  supertest(app).get('/api/v2/authcheck').set('Host', HOST).set('Cookie', cookies);
/** Any request but those that an open page makes by itself. */
const use = (cookies: string, app = site.app) =>
  supertest(app).get('/api/v2/account').set('Host', HOST).set('Cookie', cookies).expect(200);

test('unused, a sign-in is over after a day; used, it goes on; remembered, it waits for thirty', async () => {
  const [plain, used, remembered] = [await customerOf(site), await customerOf(site), visitorOf(site)];
  const address = freshAddress();
  await signUp(remembered, address);
  await remembered.open('/signin');
  await remembered.submit('/signin', { u: address, p: PASSWORD, 'remember-me': 'on' });
  const isIn = async (cookies: string) => (await authcheck(cookies)).status === 200;
  site.clock.advance(DAY_MS - 1);
  await use(used.cookies());
  site.clock.advance(1);
  assert.equal(await isIn(plain.cookies()), false);
  assert.equal(await isIn(used.cookies()), true);
  site.clock.advance(29 * DAY_MS - 1);
  assert.equal(await isIn(used.cookies()), false);
  await use(remembered.cookies());
  site.clock.advance(30 * DAY_MS - 1);
  assert.equal(await isIn(remembered.cookies()), true);
  site.clock.advance(1);
  assert.equal(await isIn(remembered.cookies()), false);
});

test('a page that is left open keeps nobody signed in, whatever it asks again and again by itself', async (t) => {
  const env = { HUSHLINK_AUTHENTICATION_SESSION_TTL: '5m' };
  const patient = createTestApp(t, { hasLightPassphrases: true, env });
  const { app, clock } = patient;
  const customer = await customerOf(patient);
  const validate = () =>
    supertest(app).post('/api/v2/validate-shrimp').set('Host', HOST).set('Cookie', customer.cookies()).expect(200);
  for (const status of [200, 200, 200, 200, 401]) {
    clock.advance(60_000);
    await validate();
    assert.equal((await authcheck(customer.cookies(), app)).status, status);
  }
});

test('a sign-in of a clock that was far ahead is over when it is right; a day is forgiven', async (t) => {
  const other = createTestApp(t, { hasLightPassphrases: true });
  for (const [aheadMs, status] of [
    [DAY_MS, 200],
    [365 * DAY_MS, 401],
  ] as const) {
    other.clock.advance(aheadMs);
    const customer = await customerOf(other);
    assert.equal((await authcheck(customer.cookies(), other.app)).status, 200);
    other.clock.advance(-aheadMs);
    assert.equal((await authcheck(customer.cookies(), other.app)).status, status, `${aheadMs}`);
  }
});

test('a remembered sign-in is still remembered after its password was changed, by form and by script', async () => {
  const change = { currentp: PASSWORD, newp: 'another long password', newp2: 'another long password' };
  const [byForm, byScript] = [visitorOf(site), visitorOf(site)];
  for (const visitor of [byForm, byScript]) {
    const address = freshAddress();
    await signUp(visitor, address);
    await visitor.open('/signin');
    await visitor.submit('/signin', { u: address, p: PASSWORD, 'remember-me': 'on' });
  }
  await byForm.open('/account');
  await byForm.submit('/account/password', change);
  const called = await callAs(site, byScript, '/account/change-password', change);
  const renewed = `sess=${sessOf(`; ${[called.headers['set-cookie']].flat().join('; ')}`)}`;
  site.clock.advance(29 * DAY_MS);
  for (const cookies of [byForm.cookies(), renewed]) assert.equal((await authcheck(cookies)).status, 200);
});

test('somebody signed in reads on where the store can be read and not written, as on a full disk', async (t) => {
  const { app, clock, folder } = createTestApp(t, { hasLightPassphrases: true });
  const visitor = visitorOf({ app });
  const address = freshAddress();
  await signUp(visitor, address);
  await signIn(visitor, address);
  const database = new DatabaseSync(join(folder, 'hushlink.db'));
  database.exec("CREATE TRIGGER full BEFORE UPDATE ON session BEGIN SELECT RAISE(ABORT, 'full'); END");
  database.close();
  clock.advance(60_000);
  assert.equal((await visitor.open('/dashboard')).status, 200);
});

test('when a session was last used is noted once a minute at most', async () => {
  const customer = await customerOf(site);
  const signedInAtMs = site.clock.now();
  const seenSince = (instantMs: number) => site.store.sessions.countSeenSince(instantMs);
  site.clock.advance(59_999);
  await use(customer.cookies());
  assert.equal(await seenSince(signedInAtMs + 1), 0);
  site.clock.advance(1);
  await use(customer.cookies());
  assert.equal(await seenSince(signedInAtMs + 60_000), 1);
});
