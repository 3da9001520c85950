import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paidTermOf } from '#src/features/billing/billing.ts';
import { signIn } from '../accounts/people.ts';
import { DAY_MS, GRACE_MS, memberOf, openBilling, planOf, subscribe } from './stage.ts';

const STATUSES = {
  active: 'to-end',
  trialing: 'to-end',
  // The period has been invoiced, and not paid.
  past_due: 'to-start',
  canceled: null,
  unpaid: null,
  paused: null,
  incomplete: null,
  incomplete_expired: null,
};

test('a subscription that is active or on trial gives its plan until three days after its period, a late one until three days after the one before, any other nothing', async (t) => {
  const stage = await openBilling(t);
  const member = await memberOf(stage);
  const endsAtMs = stage.clock.now() + 30 * DAY_MS;
  const startsAtMs = endsAtMs - 28 * DAY_MS;
  const { subscription } = await subscribe(stage, member, endsAtMs);
  for (const [status, lasts] of Object.entries(STATUSES)) {
    stage.stripe.books.change(subscription.id, { status, startsAtMs });
    await stage.deliver(stage.subscriptionMessage('updated', subscription));
    const untilMs = (lasts === 'to-end' ? endsAtMs : startsAtMs) + GRACE_MS;
    const term = lasts === null ? null : { planid: 'identity', untilMs };
    assert.deepEqual(await planOf(stage, member.owner), term, status);
  }
});

test('a renewal that is not paid gives nothing beyond the grace, however long the provider goes on trying', async (t) => {
  const stage = await openBilling(t);
  const member = await memberOf(stage);
  const renewsAtMs = stage.clock.now() + 30 * DAY_MS;
  const { subscription } = await subscribe(stage, member, renewsAtMs);
  stage.clock.set(renewsAtMs);
  // The provider goes on to the next period when it sends the invoice, paid or not.
  const next = { startsAtMs: renewsAtMs, endsAtMs: renewsAtMs + 365 * DAY_MS };
  stage.stripe.books.change(subscription.id, { status: 'past_due', ...next });
  await stage.deliver(stage.subscriptionMessage('updated', subscription));
  assert.equal((await planOf(stage, member.owner))?.untilMs, renewsAtMs + GRACE_MS);
  stage.stripe.books.change(subscription.id, { status: 'active', ...next });
  await stage.deliver(stage.subscriptionMessage('updated', subscription));
  assert.equal((await planOf(stage, member.owner))?.untilMs, next.endsAtMs + GRACE_MS);
});

test('of two subscriptions to one plan the longer one counts, in whatever order they come', () => {
  const one = { id: 'sub', status: 'active', planid: 'identity', unitCents: 1, quantity: 1, interval: 'month' };
  const lasting = (days: number) => ({ ...one, periodBeginsAtMs: 0, periodEndsAtMs: days * DAY_MS });
  for (const both of [
    [lasting(10), lasting(20)],
    [lasting(20), lasting(10)],
  ]) {
    assert.equal(paidTermOf(both, ['identity'], 1)?.untilMs, 20 * DAY_MS + GRACE_MS);
  }
});

test('a subscription of nothing gives nothing', async (t) => {
  const stage = await openBilling(t);
  const member = await memberOf(stage);
  const { subscription } = await subscribe(stage, member, stage.clock.now() + DAY_MS);
  stage.stripe.books.change(subscription.id, { quantity: 0 });
  await stage.deliver(stage.subscriptionMessage('updated', subscription));
  assert.equal(await planOf(stage, member.owner), null);
});

test('the plan is there to be used until the end of the grace, and not an instant longer', async (t) => {
  const stage = await openBilling(t);
  const member = await memberOf(stage);
  const endsAtMs = stage.clock.now() + DAY_MS;
  await subscribe(stage, member, endsAtMs);
  const shown = async () => /<b>([^<]+)<\/b>/.exec((await member.open('/account')).text)?.[1];
  stage.clock.set(endsAtMs + GRACE_MS - 1);
  await signIn(member, member.address);
  assert.equal(await shown(), 'Identity Plus');
  stage.clock.set(endsAtMs + GRACE_MS);
  assert.equal(await shown(), 'Basic');
});

test('of several subscriptions the best plan counts, and of the same one the longest', async (t) => {
  const stage = await openBilling(t);
  const { books } = stage.stripe;
  const member = await memberOf(stage);
  const startMs = stage.clock.now();
  const { payer, subscription } = await subscribe(stage, member, startMs + 10 * DAY_MS);
  const told = () => stage.deliver(stage.subscriptionMessage('updated', subscription));
  books.addSubscription({
    customer: payer,
    price: 'price_old',
    product: 'prod_solo',
    endsAtMs: startMs + 300 * DAY_MS,
  });
  await told();
  assert.deepEqual(await planOf(stage, member.owner), { planid: 'identity', untilMs: startMs + 13 * DAY_MS });
  books.addSubscription({ customer: payer, price: 'price_year', interval: 'year', endsAtMs: startMs + 99 * DAY_MS });
  await told();
  assert.deepEqual(await planOf(stage, member.owner), { planid: 'identity', untilMs: startMs + 102 * DAY_MS });
  for (const one of books.subscriptionsOf(payer))
    if (one.items.data[0]!.price.product !== 'prod_solo') one.status = 'unpaid';
  await told();
  assert.deepEqual(await planOf(stage, member.owner), { planid: 'solo', untilMs: startMs + 303 * DAY_MS });
});

test('a better plan that is not paid any more takes nothing from a lesser one that is', async (t) => {
  const stage = await openBilling(t);
  const { books } = stage.stripe;
  const member = await memberOf(stage);
  const startMs = stage.clock.now();
  const { payer, subscription } = await subscribe(stage, member, startMs + DAY_MS);
  const endsAtMs = startMs + 300 * DAY_MS;
  books.addSubscription({ customer: payer, price: 'price_old', product: 'prod_solo', endsAtMs });
  const renewal = { status: 'past_due', startsAtMs: startMs + DAY_MS, endsAtMs: startMs + 31 * DAY_MS };
  books.change(subscription.id, renewal);
  const told = () => stage.deliver(stage.subscriptionMessage('updated', subscription));
  stage.clock.set(startMs + DAY_MS + GRACE_MS - 1);
  await told();
  assert.equal((await planOf(stage, member.owner))?.planid, 'identity');
  stage.clock.advance(1);
  await told();
  assert.deepEqual(await planOf(stage, member.owner), { planid: 'solo', untilMs: endsAtMs + GRACE_MS });
});

test('a price that no plan has gives nothing, and the log says so without saying whose it is', async (t) => {
  const stage = await openBilling(t);
  const member = await memberOf(stage);
  const { payer, subscription } = await subscribe(stage, member, stage.clock.now() + DAY_MS);
  stage.stripe.books.change(subscription.id, { price: 'price_of_last_year', product: 'prod_gone' });
  await stage.deliver(stage.subscriptionMessage('updated', subscription));
  assert.equal(await planOf(stage, member.owner), null);
  // Once it has ended nobody pays for it.
  stage.stripe.books.change(subscription.id, { status: 'canceled' });
  await stage.deliver(stage.subscriptionMessage('deleted', subscription));
  const warned = stage.logged.filter((line) => line.includes('no plan of plans.paid has'));
  assert.equal(warned.length, 1);
  for (const said of [payer, member.address, subscription.id]) assert.ok(!stage.logged.join('').includes(said));
});

test('of several things in one subscription the one that gives a plan counts, by its price before its product', async (t) => {
  const stage = await openBilling(t);
  const member = await memberOf(stage);
  const { subscription } = await subscribe(stage, member, stage.clock.now() + 300 * DAY_MS);
  const [item] = subscription.items.data;
  const other = { ...item!, price: { ...item!.price, id: 'price_other', product: 'prod_unknown', unit_amount: 1 } };
  subscription.items.data = [other, { ...item!, price: { ...item!.price, product: 'prod_solo' } }];
  await stage.deliver(stage.subscriptionMessage('updated', subscription));
  assert.equal((await planOf(stage, member.owner))?.planid, 'identity');
  const seen = (await stage.store.billing.find(member.owner))?.seen;
  assert.equal(seen?.subscriptions[0]?.unitCents, item!.price.unit_amount);
});

test('more subscriptions than fit on one page of the provider are all looked at', async (t) => {
  const stage = await openBilling(t);
  const member = await memberOf(stage);
  const endsAtMs = stage.clock.now() + DAY_MS;
  const { payer, subscription } = await subscribe(stage, member, endsAtMs);
  for (let made = 0; made < 120; made += 1) {
    stage.stripe.books.addSubscription({ customer: payer, status: 'canceled', endsAtMs });
  }
  await stage.deliver(stage.subscriptionMessage('updated', subscription));
  assert.deepEqual(await planOf(stage, member.owner), { planid: 'identity', untilMs: endsAtMs + GRACE_MS });
  // What has ended is kept to be shown, but not all of it.
  assert.equal((await stage.store.billing.find(member.owner))?.seen?.subscriptions.length, 11);
});

test('a payer whom the provider has deleted pays for nothing', async (t) => {
  const stage = await openBilling(t);
  const member = await memberOf(stage);
  const { payer } = await subscribe(stage, member, stage.clock.now() + DAY_MS);
  const customer = stage.stripe.books.customers.get(payer)!;
  customer.deleted = true;
  await stage.deliver(stage.stripe.message('customer.deleted', customer));
  assert.equal(await planOf(stage, member.owner), null);
  assert.deepEqual((await stage.store.billing.find(member.owner))?.seen, { payers: [], subscriptions: [] });
});

test('a payer of one account gives nothing to a second one that names it, and is looked at for the first', async (t) => {
  const stage = await openBilling(t);
  const [first, second] = [await memberOf(stage), await memberOf(stage)];
  const { session, payer, subscription } = await subscribe(stage, first, stage.clock.now() + DAY_MS);
  await second.open('/plans/identity/month/payment');
  const { metadata } = [...stage.stripe.books.sessions.values()].at(-1)!;
  const endsAtMs = stage.clock.now() + 2 * DAY_MS;
  stage.stripe.books.change(subscription.id, { endsAtMs });
  const answered = await stage.deliver(stage.checkoutMessage({ ...session, metadata }));
  assert.equal(answered.status, 200);
  assert.equal(await planOf(stage, second.owner), null);
  assert.deepEqual(await planOf(stage, first.owner), { planid: 'identity', untilMs: endsAtMs + GRACE_MS });
  assert.equal(stage.stripe.books.subscriptionsOf(payer)[0]?.status, 'active');
  const warned = stage.logged.filter((line) => line.includes('made for a second account by a payer of another one'));
  assert.equal(warned.length, 1);
  for (const said of [payer, first.address, second.address]) assert.ok(!stage.logged.join('').includes(said));
});
