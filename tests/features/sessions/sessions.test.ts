import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import supertest from 'supertest';
import { createTestApp } from '../../support/app.ts';
import { visitorOf } from '../../support/visitor.ts';
import { callAs, customerOf, freshAddress, PASSWORD, readAs, signIn, signUp } from '../accounts/people.ts';

const site = createTestApp({ after }, { hasLightPassphrases: true });
const HOST = 'localhost:3000';

const sessOf = (cookies: string) => /(?:^|; )sess=([^;]+)/.exec(cookies)?.[1];
const authcheck = (cookies: string) =>
  supertest(site.app).get('/api/v2/authcheck').set('Host', HOST).set('Cookie', cookies);

test('signing in sets the cookie sess, for this site alone and out of reach of scripts; a visit sets none', async () => {
  const visitor = visitorOf(site);
  await signUp(visitor, 'cookie@example.org');
  assert.equal(sessOf(visitor.cookies()), undefined);
  const signedIn = await signIn(visitor, 'cookie@example.org');
  const line = [signedIn.headers['set-cookie']].flat().find((cookie) => cookie?.startsWith('sess='));
  assert.match(line ?? '', /; Path=\/; HttpOnly; SameSite=Lax$/);
});

test('over https the cookie is Secure, as the configuration says and whatever a proxy claims', async (t) => {
  const secure = createTestApp(t, { hasLightPassphrases: true, env: { HUSHLINK_SITE_HOST: 'hush.example.org' } });
  const visitor = visitorOf(secure, 'hush.example.org');
  await signUp(visitor, 'secure@example.org');
  const signedIn = await signIn(visitor, 'secure@example.org');
  const line = [signedIn.headers['set-cookie']].flat().find((cookie) => cookie?.startsWith('sess='));
  assert.match(line ?? '', /; Secure/);
});

test('a session id that was planted before signing in is not the one afterwards', async () => {
  const address = freshAddress();
  const fresh = visitorOf(site);
  await signUp(fresh, address);
  fresh.setCookie('sess', 's:planted.signature');
  await signIn(fresh, address);
  assert.notEqual(sessOf(fresh.cookies()), 's:planted.signature');
  assert.equal((await authcheck(fresh.cookies())).body.record.custid, address);
});

test('a cookie without our signature, or with a changed id, is nobody’s session', async () => {
  const customer = await customerOf(site);
  const sess = decodeURIComponent(sessOf(customer.cookies()) ?? '');
  const [id = '', signature = ''] = [sess.slice(2, sess.indexOf('.')), sess.slice(sess.indexOf('.') + 1)];
  for (const forged of [id, `s:${id}`, `s:${id}.`, `s:${id}.x${signature}`, `s:x${id}.${signature}`, 's:.', '']) {
    const { status, body } = await authcheck(`sess=${encodeURIComponent(forged)}`);
    // What has the form of ours is a sign-in that has ended.
    const expected = forged.startsWith('s:x') ? [401, undefined] : [200, false];
    assert.deepEqual([status, body.details?.authorized], expected, forged);
  }
});

test('a cookie that was copied before signing out opens nothing afterwards', async () => {
  const customer = await customerOf(site);
  const copied = customer.cookies();
  assert.equal((await authcheck(copied)).body.details.authorized, true);
  await customer.open('/logout');
  assert.equal((await authcheck(copied)).status, 401);
  const recent = await supertest(site.app).get('/recent').set('Host', HOST).set('Cookie', copied);
  assert.deepEqual([recent.status, recent.headers.location], [303, '/signin?redirect=%2Frecent']);
});

test('a password change on one device ends the sessions of all others', async () => {
  const here = await customerOf(site);
  const there = visitorOf(site);
  await signIn(there, here.address);
  const change = { currentp: PASSWORD, newp: 'another long password', newp2: 'another long password' };
  assert.equal((await callAs(site, here, '/account/change-password', change)).status, 200);
  assert.equal((await authcheck(there.cookies())).status, 401);
});

test('who asked to be remembered still is after changing the password, by form or call; who did not, is not', async () => {
  const change = (currentp: string, newp: string) => ({ currentp, newp, newp2: newp });
  for (const remembers of [true, false]) {
    const visitor = visitorOf(site);
    const address = freshAddress();
    await signUp(visitor, address);
    await visitor.open('/signin');
    const wish: Record<string, string> = remembers ? { 'remember-me': 'on' } : {};
    await visitor.submit('/signin', { u: address, p: PASSWORD, ...wish });
    await visitor.open('/account');
    const byForm = await visitor.submit('/account/password', change(PASSWORD, 'a second password'));
    const byCall = await callAs(site, visitor, '/account/change-password', change('a second password', PASSWORD));
    for (const { headers } of [byForm, byCall]) {
      const line = [headers['set-cookie'] ?? []].flat().find((cookie) => cookie?.startsWith('sess='));
      assert.equal(/; Expires=/.test(line ?? ''), remembers, String(line));
    }
  }
});

test('an answer that comes late to an ended sign-in does not take the cookie of the new one', async () => {
  const customer = await customerOf(site);
  const ended = customer.cookies();
  const change = { currentp: PASSWORD, newp: 'another long password', newp2: 'another long password' };
  await callAs(site, customer, '/account/change-password', change);
  const late = await authcheck(ended);
  assert.deepEqual([late.status, late.headers['set-cookie']], [401, undefined]);
});

test('an API token in HTTP Basic needs no cookie and no anti-forgery token; a wrong one is never anonymous', async () => {
  const customer = await customerOf(site);
  const { body } = await callAs(site, customer, '/account/apitoken', {});
  const call = (user: string, token: string) =>
    supertest(site.app).post('/api/v2/secret/conceal').set('Host', HOST).auth(user, token).send({ secret: 'x' });
  const right = await call(customer.address.toUpperCase(), body.record.apitoken);
  assert.deepEqual([right.status, right.body.custid], [200, customer.address]);
  const wrong = [
    [customer.address, 'wrong'],
    [customer.address, ''],
    ['', body.record.apitoken],
    ['nobody@example.org', body.record.apitoken],
  ] as const;
  for (const [user, token] of wrong) {
    const refused = await call(user, token);
    assert.deepEqual([refused.status, refused.body.error_type], [401, 'NotAuthorized'], `${user}:${token.length}`);
    assert.match(refused.headers['www-authenticate'] ?? '', /^Basic /);
  }
  for (const header of ['Basic', 'Basic !!!', 'Bearer x', 'Basic eA==']) {
    const odd = supertest(site.app).get('/api/v2/authcheck').set('Host', HOST).set('Authorization', header);
    assert.equal((await odd).status, 401, header);
  }
});

test('what a customer shares after the sign-in has ended is refused, and does not become nobody’s', async () => {
  const customer = await customerOf(site);
  const cookies = customer.cookies();
  await customer.open('/logout');
  const conceal = supertest(site.app).post('/api/v2/secret/conceal').set('Host', HOST).set('Cookie', cookies);
  assert.equal((await conceal.send({ secret: 'mine' })).status, 401);
});

test('a form posted after the sign-in has ended comes back with its text and says why', async () => {
  const customer = await customerOf(site);
  await customer.open('/dashboard');
  const other = visitorOf(site);
  other.setCookie('sess', sessOf(customer.cookies()) ?? '');
  await other.open('/logout');
  const refused = await customer.submit('/dashboard', { kind: 'share', secret: 'typed for an hour', ttl: '3600' });
  assert.equal(refused.status, 401);
  assert.equal(customer.textArea(), 'typed for an hour');
  assert.match(refused.text, /role="alert"[\s\S]*not signed in/i);
});

test('a customer is greeted with the dashboard, and others sign in first and come back [SHELL-01 SHELL-05 SHELL-08 REC-01 ACC-01]', async () => {
  const customer = await customerOf(site);
  assert.equal((await customer.open('/')).headers.location, '/dashboard');
  for (const path of ['/dashboard', '/recent', '/account', '/colonel']) {
    const { status, headers } = await visitorOf(site).open(`${path}?a=b`);
    assert.deepEqual([status, headers.location], [303, `/signin?redirect=${encodeURIComponent(`${path}?a=b`)}`]);
  }
});

test('the language a customer has chosen goes before that of the browser [SHELL-09]', async () => {
  const customer = await customerOf(site);
  const record = (await readAs(site, customer, '/authcheck')).body.record;
  assert.equal(record.locale, null);
  assert.equal((await callAs(site, customer, '/account/update-locale', { locale: 'fr' })).status, 200);
  const page = await customer.open('/dashboard', { 'Accept-Language': 'de' });
  assert.match(page.text, /<html lang="fr"/);
  assert.equal((await readAs(site, customer, '/authcheck')).body.record.locale, 'fr');
});

test('where accounts are switched off nobody is signed in, by no cookie and no token; where signing in is, people can leave', async (t) => {
  const before = createTestApp(t, { hasLightPassphrases: true });
  const { store, seal, clock } = before;
  const switched = (env: Readonly<Record<string, string>>) => createTestApp(t, { store, seal, clock, env });
  const visitor = await customerOf(before);
  const token = (await callAs(before, visitor, '/account/apitoken', {})).body.record.apitoken;
  const off = switched({ HUSHLINK_AUTHENTICATION_ENABLED: 'false' });
  const ask = (app: typeof off.app) => supertest(app).get('/api/v2/authcheck').set('Host', HOST);
  assert.equal((await ask(before.app).auth(visitor.address, token)).body.details.authorized, true);
  assert.equal((await ask(off.app).auth(visitor.address, token)).status, 401);
  assert.equal((await ask(before.app).set('Cookie', visitor.cookies())).body.details.authorized, true);
  assert.equal((await ask(off.app).set('Cookie', visitor.cookies())).body.details.authorized, false);
  const closed = switched({ HUSHLINK_AUTHENTICATION_SIGNIN: 'false' });
  const asked = await supertest(closed.app).get('/dashboard').set('Host', HOST);
  assert.deepEqual([asked.status, asked.headers.location], [303, '/']);
  const left = await supertest(closed.app).get('/logout').set('Host', HOST).set('Cookie', visitor.cookies());
  assert.deepEqual([left.status, left.headers.location], [303, '/']);
  assert.equal((await ask(before.app).set('Cookie', visitor.cookies())).status, 401);
});
