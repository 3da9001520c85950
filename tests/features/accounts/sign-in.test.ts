import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { CustId } from '#src/features/accounts/customer.ts';
import { noticeKey } from '#src/http/notices.ts';
import { StoreUnavailable } from '#src/store-unavailable.ts';
import { apiOf } from '../../support/api.ts';
import { createTestApp } from '../../support/app.ts';
import { startSmtpServer } from '../../support/smtp-server.ts';
import { type Visitor, visitorOf } from '../../support/visitor.ts';
import { callAs, customerOf, freshAddress, PASSWORD, readAs, signIn, signUp } from './people.ts';

const site = createTestApp({ after }, { hasLightPassphrases: true });

test('the sign-in form takes u, p and remember-me, and leads to the dashboard [AUTH-04 AUTH-02 AUTH-07 GEN-06]', async () => {
  const visitor = visitorOf(site);
  const address = freshAddress();
  await signUp(visitor, address);
  const page = await visitor.open('/signin');
  assert.match(page.text, /<form[^>]*action="\/signin"[^>]*method="post"/);
  for (const name of ['u', 'p', 'remember-me', 'shrimp']) assert.match(page.text, new RegExp(`name="${name}"`));
  const signedIn = await visitor.submit('/signin', { u: address, p: PASSWORD });
  assert.deepEqual([signedIn.status, signedIn.headers.location], [303, '/dashboard']);
  assert.match(visitor.cookies(), /sess=/);
  assert.equal((await visitor.open('/dashboard')).status, 200);
});

test('the address may be written in capitals and with spaces around it', async () => {
  const visitor = visitorOf(site);
  const address = freshAddress();
  await signUp(visitor, address);
  assert.equal((await signIn(visitor, `  ${address.toUpperCase()} `)).status, 303);
});

test('somebody signed in is sent home from /signin and /signup [AUTH-01 AUTH-08]', async () => {
  const visitor = await customerOf(site);
  for (const path of ['/signin', '/signup', '/signup/basic']) {
    const page = await visitor.open(path);
    assert.deepEqual([page.status, page.headers.location], [303, '/dashboard'], path);
  }
});

test('a wrong password and an unknown address get the same page, status and words', async () => {
  const known = await customerOf(site);
  const answers = [];
  for (const address of [known.address, freshAddress(), 'no address at all']) {
    const visitor = visitorOf(site);
    const refused = await signIn(visitor, address, 'wrong password');
    answers.push([refused.status, withoutToken(refused.text).replaceAll(address, '…')]);
    assert.doesNotMatch(visitor.cookies(), /sess=/);
  }
  assert.equal(answers[0]![0], 422);
  assert.match(String(answers[0]![1]), /The e-mail address or the password is not right\./);
  assert.deepEqual(answers[1], answers[0]);
  assert.deepEqual(answers[2], answers[0]);
});

test('what was typed comes back, but for the password; an empty field is named [AUTH-07]', async () => {
  const visitor = visitorOf(site);
  const refused = await signIn(visitor, 'typed@example.org', 'not the password');
  assert.match(refused.text, /value="typed@example\.org"/);
  assert.doesNotMatch(refused.text, /not the password/);
  const withoutAddress = await signIn(visitor, ' ', PASSWORD);
  assert.equal(withoutAddress.status, 422);
  assert.match(withoutAddress.text, /Enter your e-mail address\./);
  const withoutPassword = await signIn(visitor, 'typed@example.org', '');
  assert.match(withoutPassword.text, /Enter your password\./);
});

test('the form always needs a good token, even without any cookie [CSRF-07]', async () => {
  const visitor = visitorOf(site);
  const address = freshAddress();
  await signUp(visitor, address);
  const bare = visitorOf(site);
  const forged = await bare.send('/signin', { u: address, p: PASSWORD });
  assert.equal(forged.status, 422);
  assert.match(forged.text, /Your form was too old/);
  assert.doesNotMatch(bare.cookies(), /sess=/);
  await visitor.open('/signin');
  const stale = await visitor.submit('/signin', { u: address, p: PASSWORD, shrimp: 'x' });
  assert.equal(stale.status, 422);
});

test('the token that anybody without cookies is given signs nobody in', async () => {
  const address = freshAddress();
  await signUp(visitorOf(site), address);
  const shrimp = String((await apiOf(site).get('/authcheck').expect(200)).body.shrimp);
  assert.ok(shrimp.length > 20);
  const bare = visitorOf(site);
  assert.equal((await bare.send('/signin', { u: address, p: PASSWORD, shrimp })).status, 422);
  assert.doesNotMatch(bare.cookies(), /sess=/);
});

test('after signing in one comes back to where one was asked to sign in', async () => {
  const address = freshAddress();
  await signUp(visitorOf(site), address);
  const visitor = visitorOf(site);
  const asked = await visitor.open('/account');
  assert.deepEqual([asked.status, asked.headers.location], [303, '/signin?redirect=%2Faccount']);
  const signedIn = await signIn(visitor, address, PASSWORD, '/signin?redirect=%2Faccount');
  assert.equal(signedIn.headers.location, '/account');
});

test('a redirect to another site is not followed, whether in the address or in the form', async () => {
  const address = freshAddress();
  await signUp(visitorOf(site), address);
  for (const elsewhere of ['https://evil.example', '//evil.example', '/\\evil.example', '/signin', '/logout?x']) {
    const visitor = visitorOf(site);
    await visitor.open(`/signin?${new URLSearchParams({ redirect: elsewhere })}`);
    const byAddress = await visitor.submit('/signin', { u: address, p: PASSWORD });
    assert.equal(byAddress.headers.location, '/dashboard', elsewhere);
    const other = visitorOf(site);
    await other.open('/signin');
    const byForm = await other.submit('/signin', { u: address, p: PASSWORD, redirect: elsewhere });
    assert.equal(byForm.headers.location, '/dashboard', elsewhere);
  }
});

test('the notice of a page is one of ours, never what its address says', async () => {
  const visitor = visitorOf(site);
  assert.match((await visitor.open('/signin?notice=password-set')).text, /Your password was changed\./);
  assert.doesNotMatch(
    (await visitor.open('/signin?notice=%3Cb%3Ewritten-by-a-stranger')).text,
    /written-by-a-stranger/,
  );
  for (const name of ['constructor', '__proto__', 'password', ['password-set'], undefined]) {
    assert.equal(noticeKey('sign-in', name), null);
  }
});

test('a password under older parameters is stretched anew at the next sign-in, and sessions live on', async () => {
  const visitor = await customerOf(site);
  const custid = visitor.address as never;
  const before = await site.store.accounts.find(custid);
  const env = { HUSHLINK_AUTHENTICATION_ARGON2_PASSES: '2' };
  const harder = createTestApp({ after }, { hasLightPassphrases: true, store: site.store, env });
  assert.equal((await signIn(visitorOf(harder), visitor.address)).status, 303);
  const now = await site.store.accounts.find(custid);
  assert.match(String(now?.passwordHash), /m=64,t=2,p=1/);
  assert.equal(now?.epoch, before?.epoch);
  assert.equal((await readAs(site, visitor, '/authcheck')).body.details.authorized, true);
});

/** The same site after a restart under another configuration. */
const restarted = (env: Record<string, string>) =>
  createTestApp({ after }, { env, store: site.store, seal: site.seal, clock: site.clock });

test('who waits for a mail that the site does not send any more is let in, and has proven no address by it', async (t) => {
  const mailServer = await startSmtpServer();
  t.after(() => mailServer.stop());
  const mailing = createTestApp(t, { hasLightPassphrases: true, mailServer });
  const address = freshAddress();
  await signUp(visitorOf(mailing), address);
  const later = createTestApp(t, { hasLightPassphrases: true, store: mailing.store });
  assert.equal((await signIn(visitorOf(later), address)).status, 303);
  const customer = await later.store.accounts.find(address as CustId);
  assert.deepEqual([customer?.isVerified, customer?.isMailProven], [true, false]);
});

test('where signing in is switched off, its pages are not there; who is signed in stays so, and can leave [SHELL-22]', async () => {
  const off = restarted({ HUSHLINK_AUTHENTICATION_SIGNIN: 'false' });
  const visitor = visitorOf(off);
  for (const path of ['/signin', '/signup']) assert.equal((await visitor.open(path)).status, 404, path);
  assert.equal((await visitor.send('/signin', { u: 'x@example.org', p: PASSWORD })).status, 404);
  for (const path of ['/', '/forgot']) {
    const { status, text } = await visitor.open(path);
    assert.equal(status, 200, path);
    assert.doesNotMatch(text, /href="\/sign(?:in|up)"/, path);
  }
  const customer = visitorOf(off);
  customer.setCookie('sess', sessOf(await customerOf(site)));
  assert.equal((await customer.open('/dashboard')).status, 200);
  assert.equal((await customer.open('/logout')).headers.location, '/');
  assert.equal(customer.cookies().includes('sess='), false);
  assert.equal((await customer.send('/account/apitoken', {})).headers.location, '/');
});

test('without accounts nobody is a customer, whatever was signed in before, and no page of theirs is there or led to [SHELL-22]', async () => {
  const off = restarted({ HUSHLINK_AUTHENTICATION_ENABLED: 'false' });
  const customer = await customerOf(site);
  const made = await callAs(site, customer, '/account/apitoken', {});
  const visitor = visitorOf(off);
  visitor.setCookie('sess', sessOf(customer));
  for (const path of ['dashboard', 'recent', 'account', 'colonel', 'signin', 'signup', 'forgot', 'logout']) {
    assert.equal((await visitor.open(`/${path}`)).status, 404, path);
  }
  const home = await visitor.open('/');
  assert.equal(home.status, 200);
  assert.doesNotMatch(home.text, /href="\/(?:signin|signup)/);
  assert.equal((await readAs(off, visitor, '/authcheck')).body.record, null);
  await apiOf(off).get('/account').auth(customer.address, String(made.body.record.apitoken)).expect(401);
});

function sessOf({ cookies }: Pick<Visitor, 'cookies'>): string {
  return /sess=([^;]+)/.exec(cookies())?.[1] ?? '';
}

/** A page's text without the token that each visitor has. */
function withoutToken(html: string): string {
  return html.replaceAll(/[0-9a-z]{8}\.[\w-]{43}/g, '');
}

test('a sign-in whose session cannot be kept is answered, and signs nobody in', async (t) => {
  const own = createTestApp(t);
  const { address } = await customerOf(own);
  const { rows } = own.store.sessions;
  const { set } = rows;
  Object.assign(rows, {
    set: (_id: string, _session: object, done: (error: unknown) => void) => done(new StoreUnavailable('away')),
  });
  const visitor = visitorOf(own);
  assert.equal((await signIn(visitor, address)).status, 503);
  assert.doesNotMatch(visitor.cookies(), /sess=/);
  Object.assign(rows, { set });
  assert.equal((await signIn(visitor, address)).status, 303);
});
