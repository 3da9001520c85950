import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestApp } from '../../support/app.ts';
import { customerOf, readAs } from '../accounts/people.ts';
import { DAY_MS, memberOf, openBilling, planOf, SOLD_ENV, subscribe } from './stage.ts';

test('the account tells who pays in the shape of a payment customer, and what in that of subscriptions [API-12 API-40 API-41]', async (t) => {
  const stage = await openBilling(t);
  const { books } = stage.stripe;
  const member = await memberOf(stage);
  const endsAtMs = stage.clock.now() + 30 * DAY_MS;
  const { payer, subscription } = await subscribe(stage, member, endsAtMs);
  const customer = books.customers.get(payer)!;
  customer.balance = -1250;
  const old = books.addSubscription({
    ...{ customer: payer, status: 'canceled', cents: 36_500, interval: 'year', quantity: 2 },
    endsAtMs: stage.clock.now() - DAY_MS,
  });
  await stage.deliver(stage.stripe.message('customer.updated', customer));
  const { record } = (await readAs(stage, member, '/account')).body;
  assert.deepEqual(record.stripe_customer, {
    ...{ created: customer.created, email: member.address, balance: -1250 },
    invoice_settings: { default_payment_method: { card: { brand: 'visa', last4: '4242' } } },
  });
  const wire = (id: string, status: string, cents: number, quantity: number, interval: string, endMs: number) => ({
    ...{ id, status, items: { data: [{ price: { unit_amount: cents, recurring: { interval } }, quantity }] } },
    current_period_end: Math.floor(endMs / 1000),
  });
  assert.deepEqual(record.stripe_subscriptions, [
    wire(old.id, 'canceled', 36_500, 2, 'year', stage.clock.now() - DAY_MS),
    wire(subscription.id, 'active', 3500, 1, 'month', endsAtMs),
  ]);
});

test('of subscriptions that have ended the ten newest are kept, and all that go on', async (t) => {
  const stage = await openBilling(t);
  const member = await memberOf(stage);
  const { payer, subscription } = await subscribe(stage, member, stage.clock.now() + DAY_MS);
  const ended = Array.from({ length: 11 }, () =>
    stage.stripe.books.addSubscription({ customer: payer, status: 'canceled', endsAtMs: stage.clock.now() }),
  );
  await stage.deliver(stage.subscriptionMessage('updated', subscription));
  const { record } = (await readAs(stage, member, '/account')).body;
  const ids = record.stripe_subscriptions.map(({ id }: { id: string }) => id);
  assert.deepEqual(
    ids,
    [...ended.slice(1).toReversed(), subscription].map(({ id }) => id),
  );
});

test('a payer without a card or an address is told as such [API-40]', async (t) => {
  const stage = await openBilling(t);
  const member = await memberOf(stage);
  const { payer } = await subscribe(stage, member, stage.clock.now() + DAY_MS);
  const customer = stage.stripe.books.customers.get(payer)!;
  Object.assign(customer, { email: null, invoice_settings: { default_payment_method: null } });
  await stage.deliver(stage.stripe.message('customer.updated', customer));
  const { stripe_customer } = (await readAs(stage, member, '/account')).body.record;
  assert.deepEqual([stripe_customer.email, stripe_customer.invoice_settings], [null, { default_payment_method: null }]);
});

test('of two payers the account shows the one whose subscription goes on', async (t) => {
  const stage = await openBilling(t);
  const member = await memberOf(stage);
  const { subscription } = await subscribe(stage, member, stage.clock.now() + DAY_MS);
  await stage.store.billing.link(member.owner, stage.stripe.books.addCustomer('other@example.org').id);
  await stage.deliver(stage.subscriptionMessage('updated', subscription));
  assert.equal((await readAs(stage, member, '/account')).body.record.stripe_customer.email, member.address);
});

test('a price that is reckoned by use gives its plan once, and is told as nothing', async (t) => {
  const stage = await openBilling(t);
  const member = await memberOf(stage);
  const { subscription } = await subscribe(stage, member, stage.clock.now() + DAY_MS);
  const [item] = subscription.items.data;
  Object.assign(item!, { quantity: undefined, price: { ...item!.price, unit_amount: null } });
  await stage.deliver(stage.subscriptionMessage('updated', subscription));
  assert.equal((await planOf(stage, member.owner))?.planid, 'identity');
  const [told] = (await readAs(stage, member, '/account')).body.record.stripe_subscriptions;
  assert.deepEqual([told.items.data[0].price.unit_amount, told.items.data[0].quantity], [0, 1]);
});

test('the account page shows the subscription, asks the provider nothing, and the link to manage it is plain [ACC-08 ACC-12 GEN-07]', async (t) => {
  const stage = await openBilling(t);
  const member = await memberOf(stage);
  assert.doesNotMatch((await member.open('/account')).text, /Subscription<\/h2>|Manage Subscription/);
  await subscribe(stage, member, stage.clock.now() + DAY_MS);
  const asked = stage.stripe.calls.length;
  const { text } = await member.open('/account');
  assert.match(text, /<a href="\/account\/billing_portal">Manage Subscription<\/a>/);
  assert.match(text, /<span class="badge badge--ok">Active<\/span>.*\$35\.00/s);
  assert.equal(stage.stripe.calls.length, asked);
});

test('nobody sees what another pays', async (t) => {
  const stage = await openBilling(t);
  const [payer, other] = [await memberOf(stage), await memberOf(stage)];
  await subscribe(stage, payer, stage.clock.now() + DAY_MS);
  const { record } = (await readAs(stage, other, '/account')).body;
  assert.deepEqual([record.stripe_customer, record.stripe_subscriptions], [null, []]);
});

test('without keys nothing of payment is to be seen, and without plans no way to them either', async (t) => {
  for (const [env, hasPlans] of [
    [SOLD_ENV, true],
    [{}, false],
  ] as const) {
    const site = createTestApp(t, { env, hasLightPassphrases: true });
    const member = await customerOf(site);
    const { record } = (await readAs(site, member, '/account')).body;
    assert.deepEqual([record.stripe_customer, record.stripe_subscriptions], [null, []]);
    const { text } = await member.open('/account');
    assert.doesNotMatch(text, /Subscription<\/h2>|billing_portal/);
    assert.equal(/<a class="btn" href="\/pricing">See plans<\/a>/.test(text), hasPlans);
  }
});
