import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, memberOf, openBilling, subscribe } from './stage.ts';

test('after whatever can change what is paid for the provider is looked at', async (t) => {
  const stage = await openBilling(t);
  const { session, subscription, payer } = await subscribe(stage, await memberOf(stage), stage.clock.now() + DAY_MS);
  const ofSubscription = [
    'created',
    'updated',
    'deleted',
    'paused',
    'resumed',
    'pending_update_applied',
    'trial_will_end',
  ];
  const about = {
    ...{ 'checkout.session.completed': session, 'checkout.session.async_payment_succeeded': session },
    'checkout.session.async_payment_failed': session,
    ...Object.fromEntries(ofSubscription.map((kind) => [`customer.subscription.${kind}`, subscription])),
    ...{ 'customer.updated': stage.stripe.books.customers.get(payer), 'customer.deleted': { id: payer } },
    ...{ 'invoice.paid': { customer: payer }, 'invoice.payment_failed': { customer: payer } },
  };
  for (const [type, thing] of Object.entries(about)) {
    const before = stage.stripe.calls.length;
    assert.equal((await stage.deliver(stage.stripe.message(type, thing!))).status, 200);
    assert.ok(stage.stripe.calls.length > before, type);
  }
});
