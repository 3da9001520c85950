import assert from 'node:assert/strict';
import { test } from 'node:test';
import { composeBillingWatcher } from '#src/compose/billing.ts';
import { createTestApp } from '../../support/app.ts';
import { customerOf, PASSWORD } from '../accounts/people.ts';
import {
  DAY_MS,
  GRACE_MS,
  memberOf,
  openBilling,
  ownerOf,
  pay,
  planOf,
  SOLD_ENV,
  startWatcher,
  subscribe,
} from './stage.ts';

const HOUR_MS = 3_600_000;

test('a period that was paid again goes on although no message said so', async (t) => {
  const stage = await openBilling(t);
  const member = await memberOf(stage);
  const endsAtMs = stage.clock.now() + DAY_MS / 2;
  const { subscription } = await subscribe(stage, member, endsAtMs);
  const { round } = await startWatcher(t, stage);
  stage.stripe.books.change(subscription.id, { endsAtMs: endsAtMs + 30 * DAY_MS });
  const asked = stage.stripe.calls.length;
  await round(DAY_MS / 2 + HOUR_MS - 1);
  assert.equal(stage.stripe.calls.length, asked);
  await round(1);
  assert.deepEqual(await planOf(stage, member.owner), {
    planid: 'identity',
    untilMs: endsAtMs + 30 * DAY_MS + GRACE_MS,
  });
});

test('a subscription is looked at once a day, whatever its period: an end that nobody told of is found', async (t) => {
  const stage = await openBilling(t);
  const member = await memberOf(stage);
  const { subscription } = await subscribe(stage, member, stage.clock.now() + 365 * DAY_MS);
  const { round } = await startWatcher(t, stage);
  stage.stripe.books.change(subscription.id, { status: 'canceled' });
  await round(DAY_MS);
  assert.equal(await planOf(stage, member.owner), null);
  const asked = stage.stripe.calls.length;
  await round(5 * DAY_MS);
  assert.equal(stage.stripe.calls.length, asked);
  // What has ended can begin again at the provider.
  stage.stripe.books.change(subscription.id, { status: 'active' });
  await round(2 * DAY_MS);
  assert.equal((await planOf(stage, member.owner))?.planid, 'identity');
});

test('no account is looked at twice in an hour, and one whose period is over no more often than any other', async (t) => {
  const stage = await openBilling(t);
  const endsAtMs = stage.clock.now() + DAY_MS / 2;
  const { subscription } = await subscribe(stage, await memberOf(stage), endsAtMs);
  stage.clock.advance(DAY_MS / 2 + HOUR_MS - 60_000);
  await stage.deliver(stage.subscriptionMessage('updated', subscription));
  const { round } = await startWatcher(t, stage);
  const lookedAfter = async (passedMs: number) => {
    const asked = stage.stripe.calls.length;
    await round(passedMs);
    return stage.stripe.calls.length > asked;
  };
  assert.deepEqual([await lookedAfter(HOUR_MS - 1), await lookedAfter(1)], [false, true]);
  assert.deepEqual([await lookedAfter(12 * HOUR_MS), await lookedAfter(12 * HOUR_MS)], [false, true]);
});

test('the lesser of two plans that are paid counts from the instant at which the better one is over', async (t) => {
  const stage = await openBilling(t);
  const { books } = stage.stripe;
  const member = await memberOf(stage);
  const startMs = stage.clock.now();
  const { payer, subscription } = await subscribe(stage, member, startMs + 30 * DAY_MS);
  const endsAtMs = startMs + 300 * DAY_MS;
  books.addSubscription({ customer: payer, price: 'price_old', product: 'prod_solo', endsAtMs });
  const overAtMs = startMs + DAY_MS / 2;
  books.change(subscription.id, { status: 'past_due', startsAtMs: overAtMs - GRACE_MS });
  await stage.deliver(stage.subscriptionMessage('updated', subscription));
  assert.equal((await planOf(stage, member.owner))?.planid, 'identity');
  const { round } = await startWatcher(t, stage);
  await round(DAY_MS / 2);
  assert.deepEqual(await planOf(stage, member.owner), { planid: 'solo', untilMs: endsAtMs + GRACE_MS });
});

test('a look that fails is tried again after pauses that grow, and others are looked at meanwhile', async (t) => {
  const stage = await openBilling(t);
  const member = await memberOf(stage);
  await subscribe(stage, member, stage.clock.now() + 365 * DAY_MS);
  const { round } = await startWatcher(t, stage);
  stage.stripe.manner = 'fail';
  const triedAtMs: number[] = [];
  stage.clock.advance(DAY_MS);
  for (let minute = 0; minute < 60; minute += 1) {
    const asked = stage.stripe.calls.length;
    await round();
    if (stage.stripe.calls.length > asked) triedAtMs.push(minute);
    stage.clock.advance(60_000);
  }
  assert.equal(triedAtMs[0], 0);
  assert.ok(triedAtMs.length >= 5 && triedAtMs.length <= 8, String(triedAtMs));
  assert.ok(triedAtMs.at(-1)! - triedAtMs.at(-2)! >= 12, String(triedAtMs));
  stage.stripe.manner = 'answer';
  const other = await memberOf(stage);
  const { subscription } = await subscribe(stage, other, stage.clock.now() + HOUR_MS);
  stage.stripe.books.change(subscription.id, { status: 'unpaid' });
  await round(3 * HOUR_MS);
  assert.equal(await planOf(stage, other.owner), null);
});

test('no pause is longer than six hours, and once a look has gone well the next that fails is tried again after a minute', async (t) => {
  const stage = await openBilling(t);
  await subscribe(stage, await memberOf(stage), stage.clock.now() + 365 * DAY_MS);
  const { round } = await startWatcher(t, stage);
  const asks = async (passedMs: number) => {
    const asked = stage.stripe.calls.length;
    await round(passedMs);
    return stage.stripe.calls.length > asked;
  };
  stage.stripe.manner = 'fail';
  assert.ok(await asks(DAY_MS));
  for (let failures = 1; failures < 16; failures += 1) assert.ok(await asks(6 * HOUR_MS), String(failures));
  stage.stripe.manner = 'answer';
  assert.ok(await asks(DAY_MS));
  stage.stripe.manner = 'fail';
  assert.deepEqual([await asks(DAY_MS), await asks(60_000)], [true, true]);
});

test('when an account is deleted all that is paid for it is cancelled, and nothing of it is kept', async (t) => {
  let [woken, wake] = [0, () => {}];
  const stage = await openBilling(t, {
    wakeBilling: () => {
      woken += 1;
      wake();
    },
  });
  const member = await memberOf(stage);
  const { payer, subscription } = await subscribe(stage, member, stage.clock.now() + 300 * DAY_MS);
  stage.stripe.books.addSubscription({ customer: payer, status: 'past_due', endsAtMs: stage.clock.now() + DAY_MS });
  const { watcher, timers } = await startWatcher(t, stage);
  wake = watcher.wake;
  await deleteAccount(member);
  await timers.nextPause();
  assert.equal(woken, 1);
  assert.deepEqual(
    stage.stripe.books.subscriptionsOf(payer).map(({ status }) => status),
    ['canceled', 'canceled'],
  );
  assert.equal(await stage.store.billing.ownerOf(payer), null);
  // What the provider says of it afterwards does nothing.
  const answered = await stage.deliver(stage.subscriptionMessage('deleted', subscription));
  assert.equal(answered.status, 200);
});

test('when an account is deleted for which two have paid, what either pays is cancelled', async (t) => {
  const stage = await openBilling(t);
  const member = await memberOf(stage);
  const { payer } = await subscribe(stage, member, stage.clock.now() + 300 * DAY_MS);
  const { books } = stage.stripe;
  const other = books.addCustomer(member.address).id;
  books.addSubscription({ customer: other, endsAtMs: stage.clock.now() + 300 * DAY_MS });
  await stage.store.billing.link(member.owner, other);
  await deleteAccount(member);
  await startWatcher(t, stage);
  const states = [payer, other].flatMap((one) => books.subscriptionsOf(one).map(({ status }) => status));
  assert.deepEqual(states, ['canceled', 'canceled']);
});

test('an account whose payments cannot be cancelled now is deleted all the same, and they are cancelled later', async (t) => {
  const stage = await openBilling(t);
  const member = await memberOf(stage);
  const { payer } = await subscribe(stage, member, stage.clock.now() + 300 * DAY_MS);
  const { round } = await startWatcher(t, stage);
  stage.stripe.manner = 'away';
  await deleteAccount(member);
  await round();
  assert.equal(stage.stripe.books.subscriptionsOf(payer)[0]?.status, 'active');
  assert.notEqual(await stage.store.billing.ownerOf(payer), null);
  stage.stripe.manner = 'answer';
  await round(2 * 60_000);
  assert.equal(stage.stripe.books.subscriptionsOf(payer)[0]?.status, 'canceled');
  assert.equal(await stage.store.billing.ownerOf(payer), null);
});

test('who pays after the account was deleted is not charged again, also if a new account has the address', async (t) => {
  for (const isNew of [false, true]) {
    const stage = await openBilling(t);
    const member = await memberOf(stage);
    const { session, subscription } = await pay(stage, member, stage.clock.now() + 30 * DAY_MS);
    await deleteAccount(member);
    stage.clock.advance(1000);
    const successor = isNew ? await customerOf(stage, member.address) : null;
    const answered = await stage.deliver(stage.checkoutMessage(session));
    assert.equal(answered.status, 200);
    assert.equal(stage.stripe.books.subscriptions.get(subscription.id)?.status, 'canceled');
    assert.equal(await stage.store.billing.ownerOf(session.customer!), null);
    if (successor) assert.equal(await planOf(stage, await ownerOf(stage, successor.address)), null);
  }
});

test('what the provider has ended or forgotten by itself keeps no account that was deleted from being forgotten', async (t) => {
  const stage = await openBilling(t);
  const { books } = stage.stripe;
  const member = await memberOf(stage);
  const { payer, subscription } = await subscribe(stage, member, stage.clock.now() + DAY_MS);
  books.addSubscription({ customer: payer, status: 'incomplete_expired', endsAtMs: stage.clock.now() });
  const gone = books.addCustomer(member.address).id;
  await stage.store.billing.link(member.owner, gone);
  books.customers.delete(gone);
  await deleteAccount(member);
  stage.stripe.manner = 'slow';
  const before = stage.stripe.calls.length;
  const started = startWatcher(t, stage);
  await stage.stripe.waiting(1);
  // Over for the provider, but not in the answer that is on its way.
  books.subscriptions.set(subscription.id, { ...subscription, status: 'canceled' });
  stage.stripe.manner = 'answer';
  stage.stripe.release();
  await started;
  assert.equal(await stage.store.billing.ownerOf(payer), null);
  const cancelled = stage.stripe.calls.slice(before).filter(({ route }) => route.startsWith('DELETE'));
  assert.equal(cancelled.length, 1, 'of what is over nothing is asked');
});

test('without keys nobody looks', (t) => {
  assert.equal(composeBillingWatcher(createTestApp(t, { env: SOLD_ENV }).composed), null);
});

async function deleteAccount(member: Awaited<ReturnType<typeof memberOf>>): Promise<void> {
  await member.open('/account');
  const gone = await member.submit('/account/destroy', { confirmation: PASSWORD });
  assert.equal(gone.status, 303);
}
