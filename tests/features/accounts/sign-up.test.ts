import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { CustId } from '#src/features/accounts/customer.ts';
import { createTestApp } from '../../support/app.ts';
import { startSmtpServer } from '../../support/smtp-server.ts';
import { visitorOf } from '../../support/visitor.ts';
import { freshAddress, PASSWORD, signIn, signUp } from './people.ts';

const site = createTestApp({ after }, { hasLightPassphrases: true });
const server = await startSmtpServer();
after(() => server.stop());
const mailing = createTestApp({ after }, { hasLightPassphrases: true, mailServer: server });
const found = (address: string, at = site) => at.store.accounts.find(address as CustId);

test('the sign-up form takes u, p and agree, and makes an account of the plan basic [AUTH-08 AUTH-09 AUTH-14 GEN-06]', async () => {
  const visitor = visitorOf(site);
  const address = freshAddress();
  const page = await visitor.open('/signup');
  for (const name of ['u', 'p', 'agree', 'skill', 'utf8', 'shrimp'])
    assert.match(page.text, new RegExp(`name="${name}"`));
  const signedUp = await signUp(visitor, address);
  assert.deepEqual([signedUp.status, signedUp.headers.location], [303, '/signin?notice=signed-up']);
  assert.doesNotMatch(visitor.cookies(), /sess=/, 'signing up signs nobody in');
  const customer = await found(address);
  assert.deepEqual([customer?.planid, customer?.role, customer?.isMailProven], ['basic', 'customer', false]);
  assert.match(
    (await visitor.open('/signin?notice=signed-up')).text,
    /If the address you gave had no account yet, it has one now\./,
  );
});

test('/signup/basic is open to anybody and posts to itself; what is no code of a plan is 404 [AUTH-13 AUTH-08]', async () => {
  const visitor = visitorOf(site);
  assert.equal((await visitor.open('/signup/basic')).status, 200);
  const address = freshAddress();
  assert.equal((await visitor.submit('/signup/basic', { u: address, p: PASSWORD, agree: 'on' })).status, 303);
  assert.equal((await found(address))?.planid, 'basic');
  assert.equal((await visitor.open('/signup/a%20b')).status, 404);
});

test('the terms must be agreed to [AUTH-10]', async () => {
  const visitor = visitorOf(site);
  const address = freshAddress();
  await visitor.open('/signup');
  const refused = await visitor.submit('/signup', { u: address, p: PASSWORD });
  assert.equal(refused.status, 422);
  assert.match(refused.text, /Please agree to the terms/);
  assert.match(refused.text, new RegExp(`value="${address}"`));
  assert.doesNotMatch(refused.text, new RegExp(PASSWORD));
  assert.equal(await found(address), null);
});

test('e-mail and password are required and looked at [AUTH-07]', async () => {
  const visitor = visitorOf(site);
  const cases: readonly (readonly [string, string, RegExp])[] = [
    ['', PASSWORD, /Enter your e-mail address\./],
    [freshAddress(), '', /Enter your password\./],
    ['no address', PASSWORD, /That is not an e-mail address\./],
    ['two@at@example.org', PASSWORD, /That is not an e-mail address\./],
    [freshAddress(), 'seven77', /at least 8 characters/],
    [freshAddress(), 'x'.repeat(1001), /at most 1,000 characters/],
    [freshAddress(), 'Password123', /one of the first that anybody would try/],
    ['own@example.org', 'Own@Example.org', /must not be your e-mail address/],
  ];
  for (const [address, password, words] of cases) {
    const refused = await signUp(visitor, address, password);
    assert.equal(refused.status, 422, address);
    assert.match(refused.text, words);
  }
});

test('a filled honeypot is answered like a success and does nothing [AUTH-09]', async () => {
  const visitor = visitorOf(site);
  const address = freshAddress();
  for (const others of [{ u: address, p: PASSWORD, agree: 'on' }, {}]) {
    await visitor.open('/signup');
    const trapped = await visitor.submit('/signup', { ...others, skill: 'typing' });
    assert.deepEqual([trapped.status, trapped.headers.location], [303, '/signin?notice=signed-up']);
  }
  assert.equal(await found(address), null);
});

test('signing up over an account in use is answered the same and changes nothing', async () => {
  const address = freshAddress();
  const [first, second] = [
    await signUp(visitorOf(site), address),
    await signUp(visitorOf(site), address, 'another password'),
  ];
  assert.deepEqual([second.status, second.headers.location], [first.status, first.headers.location]);
  assert.equal((await signIn(visitorOf(site), address)).status, 303);
  assert.equal((await signIn(visitorOf(site), address, 'another password')).status, 422);
});

test('what an operator has given to an address that nobody has verified is not taken by signing up with it', async () => {
  const address = freshAddress();
  await signUp(visitorOf(mailing), address);
  await mailing.store.accounts.setRole(address as CustId, 'colonel');
  const { store, seal } = mailing;
  const withoutMail = createTestApp({ after }, { hasLightPassphrases: true, store, seal });
  const stranger = visitorOf(withoutMail);
  assert.equal((await signUp(stranger, address, 'a password of my own')).status, 303);
  assert.equal((await signIn(stranger, address, 'a password of my own')).status, 422);
  const owner = visitorOf(withoutMail);
  assert.equal((await signIn(owner, address)).status, 303, 'the first sign-up is as good as it was');
  assert.equal((await owner.open('/colonel')).status, 200);
});

test('where only some domains may sign up, the others are told so', async () => {
  const env = { HUSHLINK_AUTHENTICATION_SIGNUP_DOMAINS: 'example.net' };
  const closed = createTestApp({ after }, { hasLightPassphrases: true, mailServer: server, env });
  const refused = await signUp(visitorOf(closed), 'somebody@example.org');
  assert.equal(refused.status, 422);
  assert.match(refused.text, /Addresses of this domain cannot sign up here\./);
  assert.equal((await signUp(visitorOf(closed), 'somebody@example.net')).status, 303);
});

test('where only some domains may sign up, no address is taken by which their mail server would write elsewhere', async () => {
  const env = { HUSHLINK_AUTHENTICATION_SIGNUP_DOMAINS: 'example.net' };
  const closed = createTestApp({ after }, { hasLightPassphrases: true, mailServer: server, env });
  for (const address of ['me%evil.example@example.net', 'evil.example!me@example.net']) {
    assert.equal((await signUp(visitorOf(closed), address)).status, 422, address);
    assert.equal(await found(address, closed), null);
    await closed.mail.postman.deliverDue();
    assert.ok(!server.mails.some(({ to }) => to.includes(address)));
    assert.equal((await signUp(visitorOf(mailing), address)).status, 303, 'where anybody may');
  }
});

test('where signing up is switched off, its pages are not there, and home invites nobody to them [SHELL-03 SHELL-22]', async () => {
  const off = visitorOf(createTestApp({ after }, { env: { HUSHLINK_AUTHENTICATION_SIGNUP: 'false' } }));
  assert.equal((await off.open('/signup')).status, 404);
  assert.equal((await off.open('/signup/basic')).status, 404);
  assert.equal((await off.open('/signin')).status, 200);
  const { text } = await off.open('/');
  assert.doesNotMatch(text, /With a free account|href="\/signup"/);
  assert.match(text, /href="\/signin"/);
});
