import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { ownerTags } from '#src/compose/secrets.ts';
import type { CustId } from '#src/features/accounts/customer.ts';
import type { Store } from '#src/store/store.ts';
import { createTestApp, type TestApp, type TestAppOptions } from '../../support/app.ts';
import { startSmtpServer } from '../../support/smtp-server.ts';
import { visitorOf } from '../../support/visitor.ts';
import { addDomain, DOMAIN_ENV } from '../domains/branded-site.ts';
import { callAs, customerOf, freshAddress, PASSWORD, signIn, signUp } from './people.ts';

const NEW = 'a new password';
const OTHER = 'another password';

/** A site where something may come between a request and one of its steps in the store. */
function stage(t: TestContext, options: TestAppOptions, around: (store: Store, cut: () => Promise<unknown>) => Store) {
  const between = { run: null as (() => Promise<unknown>) | null };
  const cut = async () => {
    const { run } = between;
    between.run = null;
    await run?.();
  };
  const shared = { hasLightPassphrases: true, ...options };
  const { clock, seal, store } = createTestApp(t, shared);
  return { site: createTestApp(t, { ...shared, clock, seal, store: around(store, cut) }), between };
}

const SITE_ENV = { ...DOMAIN_ENV, HUSHLINK_SITE_HOST: 'localhost:3000', HUSHLINK_SITE_SCHEME: 'http' };

/** A customer with a domain, who is signed in twice. */
async function customerWithDomain(site: TestApp) {
  const one = await customerOf(site);
  const [other, account] = [visitorOf(site), await site.store.accounts.find(one.address as CustId)];
  await signIn(other, one.address);
  await addDomain(site, one, 'secrets.example.com');
  const [tag, change] = [ownerTags(site.seal)(account!), { currentp: PASSWORD, newp: NEW, newp2: NEW }];
  return {
    address: one.address,
    adding: (domain: string) => callAs(site, other, '/account/domains/add', { domain }),
    changing: () => callAs(site, other, '/account/change-password', change),
    leaving: () => callAs(site, one, '/account/destroy', { confirmation: PASSWORD, tabindex: 'destroy' }),
    isThere: async () => (await site.store.accounts.find(one.address as CustId)) !== null,
    domains: async () => (await site.store.domains.list(tag)).length,
  };
}

test('an account whose password is changed while it goes stays as it is, with its domains', async (t) => {
  const { site, between } = stage(t, { env: SITE_ENV }, (store, cut) => ({
    ...store,
    domains: { ...store.domains, removeAll: (tag) => cut().then(() => store.domains.removeAll(tag)) },
    accounts: { ...store.accounts, rehash: (...how) => cut().then(() => store.accounts.rehash(...how)) },
  }));
  const { changing, leaving, isThere, domains } = await customerWithDomain(site);
  between.run = changing;
  assert.equal((await leaving()).status, 422);
  assert.deepEqual([await isThere(), await domains()], [true, 1]);
});

test('a password that comes too late, the account being on its way out, is refused', async (t) => {
  const isLeaving = Promise.withResolvers<void>();
  const { site, between } = stage(t, { env: SITE_ENV }, (store, cut) => ({
    ...store,
    domains: { ...store.domains, removeAll: (tag) => cut().then(() => store.domains.removeAll(tag)) },
    accounts: {
      ...store.accounts,
      changePassword: (...how) => isLeaving.promise.then(() => store.accounts.changePassword(...how)),
    },
  }));
  const { changing, leaving, isThere, domains } = await customerWithDomain(site);
  const changed = changing();
  between.run = async () => {
    isLeaving.resolve();
    assert.equal((await changed).status, 422);
  };
  assert.equal((await leaving()).status, 200);
  assert.deepEqual([await isThere(), await domains()], [false, 0]);
});

test('an account that gets another password on its way out goes all the same, and does not stay without its domains', async (t) => {
  const mailServer = await startSmtpServer();
  t.after(() => mailServer.stop());
  const env = { ...SITE_ENV, HUSHLINK_AUTHENTICATION_AUTOVERIFY: 'true' };
  const { site, between } = stage(t, { env, mailServer }, (store, cut) => ({
    ...store,
    accounts: { ...store.accounts, destroy: (...how) => cut().then(() => store.accounts.destroy(...how)) },
  }));
  const { address, leaving, isThere, domains } = await customerWithDomain(site);
  const visitor = visitorOf(site);
  await visitor.open('/forgot');
  await visitor.submit('/forgot', { u: address });
  await site.mail.postman.deliverDue();
  const [link] = mailServer.mails.flatMap(({ parsed }) => /\/forgot\/[0-9a-z]{31}/.exec(parsed.text ?? '') ?? []);
  assert.ok(link);
  await visitor.open(link);
  between.run = async () => assert.equal((await visitor.submit(link, { newp: NEW, newp2: NEW })).status, 303);
  assert.equal((await leaving()).status, 200);
  assert.deepEqual([await isThere(), await domains()], [false, 0]);
});

test('who deletes an account twice at once is told each time that it is gone', async (t) => {
  const { site, between } = stage(t, { env: SITE_ENV }, (store, cut) => ({
    ...store,
    accounts: { ...store.accounts, destroy: (...how) => cut().then(() => store.accounts.destroy(...how)) },
  }));
  const { leaving, isThere } = await customerWithDomain(site);
  between.run = async () => assert.equal((await leaving()).status, 200);
  assert.equal((await leaving()).status, 200);
  assert.equal(await isThere(), false);
});

test('a token that was asked for before a new password is not given, and opens nothing', async (t) => {
  const { site, between } = stage(t, {}, (store, cut) => ({
    ...store,
    accounts: { ...store.accounts, setApiToken: (...how) => cut().then(() => store.accounts.setApiToken(...how)) },
  }));
  const [visitor, other] = [await customerOf(site), visitorOf(site)];
  await signIn(other, visitor.address);
  between.run = () => callAs(site, other, '/account/change-password', { currentp: PASSWORD, newp: NEW, newp2: NEW });
  const { status, body } = await callAs(site, visitor, '/account/apitoken', {});
  assert.deepEqual([status, body.record?.apitoken], [401, undefined]);
  assert.equal((await site.store.accounts.find(visitor.address as CustId))?.apiTokenHash, null);
});

test('a domain that comes while its account goes is kept for nobody', async (t) => {
  const { site, between } = stage(t, { env: SITE_ENV }, (store, cut) => ({
    ...store,
    accounts: { ...store.accounts, destroy: (...how) => cut().then(() => store.accounts.destroy(...how)) },
  }));
  const one = await customerWithDomain(site);
  between.run = async () => assert.equal((await one.adding('early.example.com')).status, 200);
  assert.equal((await one.leaving()).status, 200);
  assert.equal(await one.domains(), 0);
});

test('nobody is told that a password is set which a sign-up has replaced meanwhile', async (t) => {
  const mailServer = await startSmtpServer();
  t.after(() => mailServer.stop());
  const { site, between } = stage(t, { mailServer }, (store, cut) => ({
    ...store,
    accounts: { ...store.accounts, verify: (...how) => cut().then(() => store.accounts.verify(...how)) },
  }));
  const [address, visitor] = [freshAddress(), visitorOf(site)];
  await signUp(visitor, address);
  await visitor.open('/forgot');
  await visitor.submit('/forgot', { u: address });
  await site.mail.postman.deliverDue();
  const [link] = mailServer.mails.flatMap(({ parsed }) => /\/forgot\/[0-9a-z]{31}/.exec(parsed.text ?? '') ?? []);
  await visitor.open(String(link));
  between.run = () => signUp(visitorOf(site), address, OTHER);
  const reset = await visitor.submit(String(link), { newp: NEW, newp2: NEW });
  assert.notEqual(reset.headers.location, '/signin?notice=password-set');
  for (const password of [NEW, OTHER]) assert.equal((await signIn(visitorOf(site), address, password)).status, 422);
  assert.equal((await site.store.accounts.find(address as CustId))?.isVerified, false);
});

test('a password that a sign-up has replaced meanwhile verifies nothing, and lets nobody in', async (t) => {
  const mailServer = await startSmtpServer();
  t.after(() => mailServer.stop());
  const { site, between } = stage(t, {}, (store, cut) => ({
    ...store,
    accounts: { ...store.accounts, verify: (...how) => cut().then(() => store.accounts.verify(...how)) },
  }));
  const { clock, seal, store } = site;
  const before = createTestApp(t, { hasLightPassphrases: true, mailServer, clock, seal, store });
  const address = freshAddress();
  await signUp(visitorOf(before), address);
  clock.advance(1);
  between.run = () => signUp(visitorOf(site), address, OTHER);
  assert.equal((await signIn(visitorOf(site), address)).status, 422);
  assert.equal((await signIn(visitorOf(site), address, OTHER)).status, 303);
});
