import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { ownerTags } from '#src/compose/secrets.ts';
import type { CustId } from '#src/features/accounts/customer.ts';
import type { DomainId, DomainName } from '#src/features/domains/domain.ts';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import type { Store } from '#src/store/store.ts';
import { StoreUnavailable } from '#src/store-unavailable.ts';
import { apiOf } from '../support/api.ts';
import { createTestApp } from '../support/app.ts';
import { createClock } from '../support/clock.ts';
import { startSmtpServer } from '../support/smtp-server.ts';
import { type Cleanup, temporaryFolder } from '../support/temp.ts';
import { visitorOf } from '../support/visitor.ts';
import { apiTokenOn, callAs, customerOf, freshAddress, PASSWORD, signIn, signUp } from './accounts/people.ts';
import { EASY, openFeedback } from './feedback/anonymous.ts';

const POLICY = { tries: 3, firstDelayMs: 1, maxDelayMs: 1, maxLockMs: 1 };

/** A site whose store does nothing more for secrets, and takes no write at all, once an armed step is done. */
async function closingStage(t: Cleanup, env: Readonly<Record<string, string>> = {}) {
  const smtp = await startSmtpServer();
  const clock = createClock();
  const path = join(temporaryFolder(t), 'store.db');
  const real = openSqliteStore({ path, policy: POLICY, now: clock.now, onSweepError: () => {} });
  t.after(() => Promise.all([smtp.stop(), real.close()]));
  let [verbsToGo, isClosed] = [0, false];
  const closingAfter = <Values extends unknown[], Value>(verb: (...values: Values) => Promise<Value>) => {
    return async (...values: Values): Promise<Value> => {
      const value = await verb(...values);
      if (verbsToGo === 0) return value;
      verbsToGo -= 1;
      if (verbsToGo > 0) return value;
      await real.gate.close('a move', 60_000);
      isClosed = true;
      return value;
    };
  };
  const whileOpen = <Values extends unknown[], Value>(verb: (...values: Values) => Promise<Value>) => {
    return async (...values: Values): Promise<Value> => {
      if (isClosed) throw new StoreUnavailable('it is closed');
      return verb(...values);
    };
  };
  const store: Store = {
    ...real,
    secrets: {
      ...real.secrets,
      look: whileOpen(real.secrets.look),
      countOwnedBy: whileOpen(real.secrets.countOwnedBy),
      burn: closingAfter(real.secrets.burn),
      claimAtOnce: closingAfter(real.secrets.claimAtOnce),
    },
    outbox: { ...real.outbox, put: closingAfter(real.outbox.put) },
    accounts: {
      ...real.accounts,
      register: closingAfter(real.accounts.register),
      takeReset: closingAfter(real.accounts.takeReset),
      changePassword: closingAfter(real.accounts.changePassword),
      setApiToken: closingAfter(real.accounts.setApiToken),
      destroy: closingAfter(real.accounts.destroy),
    },
    billing: { ...real.billing, find: whileOpen(real.billing.find) },
    domains: { ...real.domains, removeAll: closingAfter(real.domains.removeAll) },
    places: { ...real.places, take: closingAfter(real.places.take) },
  };
  const site = createTestApp(t, { store, clock, mailServer: smtp, env, hasLightPassphrases: true });
  /** The first link of that kind that was mailed. */
  const mailed = async (path: RegExp) => {
    await site.mail.postman.deliverDue();
    return smtp.mails.map(({ parsed }) => path.exec(parsed.text ?? '')?.[1]).find((key) => key !== undefined) ?? '';
  };
  /** Of the steps that can be armed it is the first, or so many. */
  const arm = (steps = 1) => {
    verbsToGo = steps;
  };
  const open = async () => {
    await real.gate.release('a move');
    isClosed = false;
  };
  return { site, store: real, mailed, arm, open };
}

const verifiedAtOnce = { HUSHLINK_AUTHENTICATION_AUTOVERIFY: 'true' };

test('of two mails one was kept: the secret stands, and nobody says that nothing was changed', async (t) => {
  const { site, mailed, arm, open } = await closingStage(t, verifiedAtOnce);
  const owner = await customerOf(site);
  // A place for each mail, and the first mail.
  arm(3);
  const recipients = ['one@example.org', 'two@example.org'];
  const shared = await callAs(site, owner, '/secret/conceal', { secret: 'x', 'recipient[]': recipients });
  assert.deepEqual([shared.status, shared.body.error_type], [503, 'StoreUncertain']);
  await open();
  const key = await mailed(/\/secret\/([0-9a-z]{31})/);
  assert.equal((await apiOf(site).reveal(key)).body.record.secret_value, 'x');
});

test('a secret that was burned is said to be, also where the store can do nothing more', async (t) => {
  const { site, arm, open } = await closingStage(t);
  const api = apiOf(site);
  const { metadataKey } = await api.share('x');
  arm();
  const burned = await api.post(`/private/${metadataKey}/burn`, { continue: true });
  assert.deepEqual([burned.status, burned.body.record.state], [200, 'burned']);
  await open();
  const seen = await api.get(`/private/${metadataKey}`);
  assert.deepEqual(burned.body.record.metadata, seen.body.record);
});

test('a verification that was claimed, and not noted, is uncertain', async (t) => {
  const { site, mailed, arm } = await closingStage(t);
  await signUp(visitorOf(site), freshAddress());
  const key = await mailed(/\/secret\/([0-9a-z]{31})/);
  arm();
  const claimed = await apiOf(site).reveal(key);
  assert.deepEqual([claimed.status, claimed.body.error_type], [503, 'StoreUncertain']);
});

test('an account that was made, and got no mail, is uncertain', async (t) => {
  const { site, store, arm } = await closingStage(t);
  const address = freshAddress();
  arm();
  const answer = await signUp(visitorOf(site), address);
  assert.equal(answer.status, 503);
  assert.match(answer.text, /not certain/);
  assert.notEqual(await store.accounts.find(address as CustId), null);
});

test('a link for a new password that was used up, without a new password, is uncertain', async (t) => {
  const { site, mailed, arm, open } = await closingStage(t, verifiedAtOnce);
  const { address } = await customerOf(site);
  const visitor = visitorOf(site);
  await visitor.open('/forgot');
  await visitor.submit('/forgot', { u: address });
  const path = `/forgot/${await mailed(/\/forgot\/([0-9a-z]{31})/)}`;
  await visitor.open(path);
  arm();
  const answer = await visitor.submit(path, { newp: 'winter coat 1987', newp2: 'winter coat 1987' });
  assert.equal(answer.status, 503);
  assert.match(answer.text, /not certain/);
  await open();
  assert.equal((await signIn(visitorOf(site), address)).status, 303);
});

test('domains that went with an account that could not go are no reason to say that nothing was changed', async (t) => {
  const { site, store, arm } = await closingStage(t, verifiedAtOnce);
  const owner = await customerOf(site);
  const customer = await store.accounts.find(owner.address as CustId);
  assert.ok(customer);
  const ownerTag = ownerTags(site.seal)(customer);
  const name = 'secrets.example.com' as DomainName;
  await store.domains.add({ id: 'a'.repeat(20) as DomainId, ownerTag, name, createdAtMs: 1, firstLookAtMs: 1 }, 5);
  arm();
  const answer = await callAs(site, owner, '/account/destroy', { confirmation: PASSWORD, tabindex: 'destroy' });
  assert.deepEqual([answer.status, answer.body.error_type], [503, 'StoreUncertain']);
  assert.notEqual(await store.accounts.find(owner.address as CustId), null);
  assert.equal(await store.domains.count(ownerTag), 0);
});

test('a password that was changed, without a session to go on with, is uncertain', async (t) => {
  const { site, arm, open } = await closingStage(t, verifiedAtOnce);
  const owner = await customerOf(site);
  arm();
  const change = { currentp: PASSWORD, newp: 'winter coat 1987', newp2: 'winter coat 1987' };
  const answer = await callAs(site, owner, '/account/change-password', change);
  assert.deepEqual([answer.status, answer.body.error_type], [503, 'StoreUncertain']);
  await open();
  assert.equal((await signIn(visitorOf(site), owner.address, 'winter coat 1987')).status, 303);
});

test('a token that was made is shown, also where the store can do nothing more', async (t) => {
  const { site, store, arm, open } = await closingStage(t, verifiedAtOnce);
  const owner = await customerOf(site);
  arm();
  const made = await callAs(site, owner, '/account/apitoken', {});
  assert.equal(made.status, 200);
  await open();
  const { apitoken } = made.body.record;
  const authorization = `Basic ${btoa(`${owner.address}:${apitoken}`)}`;
  assert.equal((await apiOf(site).get('/account').set('authorization', authorization)).status, 200);
  assert.notEqual((await store.accounts.find(owner.address as CustId))?.apiTokenHash, null);
});

test('a token that was made on its page is shown, also where the store can do nothing more', async (t) => {
  const { site, arm, open } = await closingStage(t, verifiedAtOnce);
  const owner = await customerOf(site);
  await owner.open('/account');
  arm();
  const made = await owner.submit('/account/apitoken');
  assert.equal(made.status, 200);
  await open();
  const authorization = `Basic ${btoa(`${owner.address}:${apiTokenOn(made.text)}`)}`;
  assert.equal((await apiOf(site).get('/account').set('authorization', authorization)).status, 200);
});

test('an account that is gone, with a session that could not be ended, is uncertain', async (t) => {
  const { site, store, arm } = await closingStage(t, verifiedAtOnce);
  const owner = await customerOf(site);
  arm(2);
  const answer = await callAs(site, owner, '/account/destroy', { confirmation: PASSWORD, tabindex: 'destroy' });
  assert.deepEqual([answer.status, answer.body.error_type], [503, 'StoreUncertain']);
  assert.equal(await store.accounts.find(owner.address as CustId), null);
});

test('a captcha that was used up by feedback that was not kept is a change', async (t) => {
  const { site, arm, open } = await closingStage(t, EASY);
  const visitor = await openFeedback(site);
  const solved = { authenticity_payload: await visitor.solved() };
  arm();
  const sent = await visitor.send(solved);
  assert.deepEqual([sent.status, sent.body.error_type], [503, 'StoreUncertain']);
  await open();
  const again = await visitor.send(solved);
  assert.deepEqual([again.status, again.body.error_type], [422, 'BadCaptcha']);
});

test('a place of the day that was used up by feedback that was not kept is a change', async (t) => {
  const { site, arm } = await closingStage(t);
  const visitor = visitorOf(site);
  await visitor.open('/feedback');
  arm();
  const sent = await visitor.submit('/feedback', { msg: 'Well done' });
  assert.equal(sent.status, 503);
  assert.match(sent.text, /not certain/);
});

test('feedback of a customer, which takes no place, says that nothing was changed where it was not kept', async (t) => {
  const { site, store } = await closingStage(t, verifiedAtOnce);
  const owner = await customerOf(site);
  await owner.open('/feedback');
  await store.gate.close('a move', 60_000);
  const sent = await owner.submit('/feedback', { msg: 'Well done' });
  assert.equal(sent.status, 503);
  assert.match(sent.text, /Nothing was changed/i);
});
