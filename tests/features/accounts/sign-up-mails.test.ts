import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { CustId } from '#src/features/accounts/customer.ts';
import { apiOf } from '../../support/api.ts';
import { createTestApp } from '../../support/app.ts';
import { startSmtpServer } from '../../support/smtp-server.ts';
import { visitorOf } from '../../support/visitor.ts';
import { callAs, freshAddress, PASSWORD, signIn, signUp } from './people.ts';

const server = await startSmtpServer();
after(() => server.stop());
const mailing = createTestApp({ after }, { hasLightPassphrases: true, mailServer: server });
const found = (address: string) => mailing.store.accounts.find(address as CustId);

/** The mails that were sent to this address, as text. */
async function mailsTo(address: string): Promise<string[]> {
  await mailing.mail.postman.deliverDue();
  return server.mails.filter(({ to }) => to.includes(address)).map(({ parsed }) => String(parsed.text));
}

test('with a mail server the account waits for the link in the mail, which verifies it once claimed [API-29 API-30]', async () => {
  const visitor = visitorOf(mailing);
  const address = freshAddress();
  assert.equal((await signUp(visitor, address)).headers.location, '/signin?notice=mail-sent');
  const refused = await signIn(visitor, address);
  assert.equal(refused.status, 422);
  assert.match(
    refused.text,
    /is not right, or the address is not verified yet\. In that case we have sent you the link again\./,
  );
  const [mail = ''] = await mailsTo(address);
  const link = /\/secret\/[0-9a-z]{31}/.exec(mail)?.[0] ?? '';
  await visitor.open(link);
  assert.equal((await found(address))?.isVerified, false, 'looking verifies nobody');
  const { record, details } = (await apiOf(mailing).get(link).expect(200)).body;
  assert.deepEqual([record.verification, details.verification], [true, true]);
  assert.equal((await visitor.submit(link)).status, 200);
  const customer = await found(address);
  assert.deepEqual([customer?.isVerified, customer?.isMailProven], [true, true]);
  assert.equal((await signIn(visitor, address)).status, 303);
});

test('a right password on an account that waits has the link mailed again, a wrong one does not', async () => {
  const address = freshAddress();
  await signUp(visitorOf(mailing), address);
  await signIn(visitorOf(mailing), address, 'wrong password');
  assert.equal((await mailsTo(address)).length, 1);
  await signIn(visitorOf(mailing), address);
  assert.equal((await mailsTo(address)).length, 2);
});

test('an account in use is told by mail that somebody tried to sign up, without a link that signs in', async () => {
  const address = freshAddress();
  const { store } = mailing;
  await signUp(visitorOf(mailing), address);
  await store.accounts.verify(address as CustId, { isMailProven: true, epoch: null });
  const known = await signUp(visitorOf(mailing), address, 'another password');
  assert.equal(known.headers.location, '/signin?notice=mail-sent');
  const mails = await mailsTo(address);
  assert.equal(mails.length, 2);
  assert.match(mails[1]!, /\/signin/);
  assert.match(mails[1]!, /\/forgot/);
  assert.doesNotMatch(mails[1]!, /\/secret\//);
});

test('whoever has chosen a language reads in it that somebody tried to sign up', async () => {
  const address = freshAddress();
  await signUp(visitorOf(mailing), address);
  await mailing.store.accounts.verify(address as CustId, { isMailProven: true, epoch: null });
  await mailing.store.accounts.setLocale(address as CustId, 'de');
  await signUp(visitorOf(mailing), address, 'another password');
  assert.match((await mailsTo(address)).at(-1)!, /Sie hat dort bereits ein Konto/);
});

test('whoever has chosen a language reads in it that the address is still to be verified', async () => {
  const address = freshAddress();
  await signUp(visitorOf(mailing), address);
  await mailing.store.accounts.setLocale(address as CustId, 'de');
  await signIn(visitorOf(mailing), address);
  assert.match((await mailsTo(address)).at(-1)!, /Bestätigen/i);
});

test('what an owner is told waits a day for a mail server that is away', async (t) => {
  const away = createTestApp(t, { hasLightPassphrases: true, mailServer: server });
  const address = freshAddress();
  await signUp(visitorOf(away), address);
  await away.store.accounts.verify(address as CustId, { isMailProven: true, epoch: null });
  const owner = visitorOf(away);
  await signIn(owner, address);
  await signUp(visitorOf(away), address, 'another password');
  await callAs(away, owner, '/account/change-password', { currentp: PASSWORD, newp: OWNERS, newp2: OWNERS });
  away.clock.advance(24 * 3_600_000 - 1);
  await away.mail.postman.deliverDue();
  const told = (await mailsTo(address)).join();
  assert.match(told, /\/signin/);
  assert.match(told, /The password of your account at \S+ was changed on/);
});

test('whoever signs up reads the mail in the language of the page', async () => {
  const [address, visitor] = [freshAddress(), visitorOf(mailing)];
  await visitor.open('/account/settings');
  await visitor.submit('/settings', { locale: 'de' });
  await signUp(visitor, address);
  await mailing.store.accounts.verify(address as CustId, { isMailProven: true, epoch: null });
  await signUp(visitor, address, 'another password');
  const [first = '', second = ''] = await mailsTo(address);
  assert.match(first, /Bestätigen/i);
  assert.match(second, /Sie hat dort bereits ein Konto/);
});

test('where no mail has to prove an address, nobody but the owner of an account is told that there is one', async (t) => {
  const open = createTestApp(t, {
    ...{ hasLightPassphrases: true, mailServer: server },
    env: { HUSHLINK_AUTHENTICATION_AUTOVERIFY: 'true' },
  });
  const address = freshAddress();
  const sent = async () => {
    await open.mail.postman.deliverDue();
    return server.mails.filter(({ to }) => to.includes(address)).length;
  };
  const first = await signUp(visitorOf(open), address);
  assert.equal(await sent(), 0);
  const second = await signUp(visitorOf(open), address, 'another password');
  assert.equal(await sent(), 1);
  assert.deepEqual([second.status, second.headers.location], [first.status, first.headers.location]);
});

const OWNERS = 'the password of the owner';
const STRANGERS = 'the password of a stranger';

for (const [order, ...passwords] of [
  ['before its owner', STRANGERS, OWNERS],
  ['after its owner', OWNERS, STRANGERS],
]) {
  test(`somebody signs up with an address ${order} does: neither password is good, and a mail lets the owner choose one`, async () => {
    const address = freshAddress();
    for (const password of passwords) {
      await signUp(visitorOf(mailing), address, password);
      mailing.clock.advance(1); // see src/features/accounts/epoch.ts
    }
    const [first = '', second = ''] = await mailsTo(address);
    const link = /\/secret\/[0-9a-z]{31}/.exec(first)?.[0] ?? '';
    const visitor = visitorOf(mailing);
    await visitor.open(link);
    const claimed = await visitor.submit(link);
    assert.equal(claimed.status, 404, 'the link verifies nobody any more, and says so');
    assert.doesNotMatch(claimed.text, new RegExp(address));
    assert.equal((await found(address))?.isVerified, false);
    assert.match(second, /more than once with this e-mail address before it was verified/);
    assert.doesNotMatch(second, /\/secret\//);
    const chosen = /\/forgot\/[0-9a-z]{31}/.exec(second)?.[0] ?? '';
    await visitor.open(chosen);
    assert.equal((await visitor.submit(chosen, { newp: OWNERS, newp2: OWNERS })).status, 303);
    assert.equal((await signIn(visitorOf(mailing), address, STRANGERS)).status, 422);
    assert.equal((await signIn(visitorOf(mailing), address, OWNERS)).status, 303);
    assert.equal((await found(address))?.isMailProven, true);
  });
}
