import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { CustId } from '#src/features/accounts/customer.ts';
import { apiOf } from '../../support/api.ts';
import { createTestApp } from '../../support/app.ts';
import { visitorOf } from '../../support/visitor.ts';
import { callAs, customerOf, PASSWORD, readAs, signIn, signUp } from './people.ts';

const site = createTestApp({ after }, { hasLightPassphrases: true });
const api = apiOf(site);
const NEW = 'a new password';

test('the auth check is 200 for anybody, with the customer or null, and 401 for a sign-in that has ended [API-01]', async () => {
  const { body } = await api.get('/authcheck').expect(200);
  assert.deepEqual([body.record, body.details], [null, { authorized: false, authenticated: false }]);
  const visitor = await customerOf(site);
  const checked = await readAs(site, visitor, '/authcheck');
  assert.equal(checked.body.record.custid, visitor.address);
  assert.deepEqual(checked.body.details, { authorized: true, authenticated: true });
  const cookies = visitor.cookies();
  await visitor.open('/logout');
  const ended = await readAs(site, { ...visitor, cookies: () => cookies }, '/authcheck');
  assert.deepEqual([ended.status, ended.body.error_type], [401, 'NotAuthorized']);
});

test('the account answers without a token, since only its hash is kept, and without payments [API-12]', async () => {
  const visitor = await customerOf(site);
  const { status, body } = await readAs(site, visitor, '/account');
  const { cust, ...record } = body.record;
  assert.equal(status, 200);
  assert.deepEqual(record, { apitoken: null, has_apitoken: false, stripe_customer: null, stripe_subscriptions: [] });
  assert.deepEqual([cust.custid, cust.role, cust.plan.planid], [visitor.address, 'customer', 'basic']);
  assert.equal(cust.customer_since, 'January 15, 2030');
  assert.equal('password_hash' in cust || 'passwordHash' in cust, false);
  await api.get('/account').expect(401);
});

test('an account is the same one however its domain is written, in a form and in the API', async () => {
  await signUp(visitorOf(site), 'me@xn--bcher-kva.example');
  const visitor = visitorOf(site);
  assert.equal((await signIn(visitor, 'Me@bücher.example')).status, 303);
  const { body } = await callAs(site, visitor, '/account/apitoken', {});
  for (const name of ['me@bücher.example', ' ME@XN--BCHER-KVA.example']) {
    const { cust } = (await api.get('/account').auth(name, String(body.record.apitoken)).expect(200)).body.record;
    assert.equal(cust.custid, 'me@bücher.example');
  }
});

test('a customer is told by custid, role, locale, plan, number of secrets and since when [API-32]', async () => {
  const visitor = await customerOf(site);
  await callAs(site, visitor, '/secret/conceal', { secret: 'one' });
  await callAs(site, visitor, '/account/update-locale', { locale: 'en' });
  const told = async () => {
    const { record } = (await readAs(site, visitor, '/authcheck')).body;
    return [record.custid, record.role, record.locale, record.plan.planid, record.secrets_created];
  };
  assert.deepEqual(await told(), [visitor.address, 'customer', 'en', 'basic', 1]);
  await site.store.accounts.setRole(visitor.address as CustId, 'colonel');
  assert.deepEqual(await told(), [visitor.address, 'colonel', 'en', 'basic', 1]);
  const { cust } = (await readAs(site, visitor, '/account')).body.record;
  assert.deepEqual([cust.secrets_created, cust.customer_since], [1, 'January 15, 2030']);
});

test('a new token comes once with its message, and opens the API as HTTP Basic [API-20 ACC-07]', async () => {
  const visitor = await customerOf(site);
  const { body } = await callAs(site, visitor, '/account/apitoken', {});
  assert.equal(body.message, 'Token generated.');
  const token = String(body.record.apitoken);
  assert.match(token, /^[\w-]{43}$/);
  const asked = await api.get('/account').auth(visitor.address, token).expect(200);
  assert.deepEqual([asked.body.record.apitoken, asked.body.record.has_apitoken], [null, true]);
  assert.equal(asked.body.custid, visitor.address);
  const next = await api.post('/account/apitoken').auth(visitor.address, token).expect(200);
  await api.get('/account').auth(visitor.address, token).expect(401);
  await api.get('/account').auth(visitor.address, String(next.body.record.apitoken)).expect(200);
});

test('the password changes with currentp, newp and newp2; the caller stays signed in, others do not [API-18 ACC-15]', async () => {
  const visitor = await customerOf(site);
  const elsewhere = visitorOf(site);
  await signIn(elsewhere, visitor.address);
  const answer = await callAs(site, visitor, '/account/change-password', { currentp: PASSWORD, newp: NEW, newp2: NEW });
  assert.deepEqual([answer.status, answer.body.message], [200, 'Password updated successfully.']);
  const cookie = String(answer.headers['set-cookie']).split(';')[0]!;
  assert.match(cookie, /^sess=/);
  assert.equal((await readAs(site, { ...visitor, cookies: () => cookie }, '/authcheck')).status, 200);
  assert.equal((await readAs(site, elsewhere, '/authcheck')).status, 401);
  const fresh = { ...visitor, cookies: () => cookie };
  const { default: supertest } = await import('supertest');
  const next = supertest(site.app).post('/api/v2/account/apitoken').set('Host', 'localhost:3000').set('Cookie', cookie);
  await next.set('O-Shrimp', String(answer.body.shrimp)).expect(200);
  assert.equal((await readAs(site, fresh, '/account')).body.record.has_apitoken, true);
});

test('a wrong password is 422 and never ends the sign-in [API-18 API-19 ACC-17]', async () => {
  const visitor = await customerOf(site);
  const change = { currentp: 'wrong password', newp: NEW, newp2: NEW };
  const refused = await callAs(site, visitor, '/account/change-password', change);
  assert.deepEqual([refused.status, refused.body.error_type, refused.body.field], [422, 'WrongPassword', 'currentp']);
  const kept = await callAs(site, visitor, '/account/destroy', { confirmation: 'wrong password', tabindex: 'destroy' });
  assert.deepEqual([kept.status, kept.body.field], [422, 'confirmation']);
  assert.equal((await readAs(site, visitor, '/authcheck')).status, 200);
});

test('deleting takes confirmation and tabindex, and says goodbye as anon [API-19 ACC-21]', async () => {
  const visitor = await customerOf(site);
  const unmarked = await callAs(site, visitor, '/account/destroy', { confirmation: PASSWORD });
  assert.deepEqual([unmarked.status, unmarked.body.field], [422, 'tabindex']);
  const mistaken = await callAs(site, visitor, '/account/destroy', { confirmation: PASSWORD, tabindex: 'Destroy' });
  assert.deepEqual([mistaken.status, mistaken.body.field], [422, 'tabindex']);
  const { body } = await callAs(site, visitor, '/secret/conceal', { secret: 'waits on' });
  const sent = `/private/${body.record.metadata.key}`;
  assert.equal((await api.get(sent).expect(200)).body.record.custid, visitor.address);
  const gone = await callAs(site, visitor, '/account/destroy', { confirmation: PASSWORD, tabindex: 'destroy' });
  // Nobody is left, and the token is nobody's.
  await api
    .post('/validate-shrimp')
    .set('O-Shrimp', gone.body.shrimp)
    .expect(200, /"isValid":true/);
  assert.deepEqual([gone.status, gone.body.message, gone.body.custid], [200, 'Account deleted successfully.', 'anon']);
  assert.match(String(gone.headers['set-cookie']), /sess=;/);
  assert.equal(await site.store.accounts.find(visitor.address as CustId), null);
  assert.equal((await api.get(sent).expect(200)).body.record.custid, 'anon', 'and nobody is told whose it was');
});

test('whoever is not signed in gets 401; whoever is needs a token of the page [API-18 API-19 API-20]', async () => {
  const { default: supertest } = await import('supertest');
  const visitor = await customerOf(site);
  for (const path of ['/account/apitoken', '/account/change-password', '/account/destroy']) {
    const { body } = await api.post(path, { confirmation: PASSWORD, tabindex: 'destroy' }).expect(401);
    assert.equal(body.error_type, 'NotAuthorized');
    const call = supertest(site.app).post(`/api/v2${path}`).set('Host', 'localhost:3000');
    const forged = await call.set('Cookie', visitor.cookies()).send({ confirmation: PASSWORD, tabindex: 'destroy' });
    assert.deepEqual([forged.status, forged.body.error_type], [422, 'BadShrimp'], path);
  }
});
