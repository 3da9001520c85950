import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STRIPE_KEY, WEBHOOK_SECRET } from '../../support/stripe-server.ts';
import { DAY_MS, memberOf, openBilling, startWatcher, subscribe } from './stage.ts';

test('whatever goes wrong, no log holds a key, a signature, an address, a payer or a subscription', async (t) => {
  const stage = await openBilling(t);
  const { stripe } = stage;
  const member = await memberOf(stage);
  const { payer, subscription, session } = await subscribe(stage, member, stage.clock.now() + DAY_MS);
  const { round } = await startWatcher(t, stage);
  const body = stage.subscriptionMessage('updated', subscription);
  const signature = stripe.sign(body, stage.clock.now());
  for (const manner of ['away', 'fail'] as const) {
    stripe.manner = manner;
    await stage.deliver(body, signature);
    await member.open('/account/billing_portal');
    await member.open('/plans/identity/month/payment');
    await round(2 * DAY_MS);
  }
  stripe.manner = 'answer';
  // The provider quotes in its refusals what it does not know.
  stripe.books.customers.delete(payer);
  await stage.deliver(body);
  await stage.deliver(body, 'forged');
  await member.open('/plans/solo/month/payment');
  const logged = stage.logged.join('');
  assert.match(logged, /PaymentsUnavailable/);
  assert.match(logged, /resource_missing/);
  const reference = stripe.calls.map(({ fields }) => fields.get('client_reference_id')).find(Boolean) ?? 'none';
  for (const secret of [
    STRIPE_KEY,
    WEBHOOK_SECRET,
    signature,
    member.address,
    payer,
    subscription.id,
    session.id,
    reference,
  ]) {
    assert.ok(!logged.includes(secret), secret);
  }
});

test('the provider is told nothing about this machine, and asked in the language of its newest API', async (t) => {
  const stage = await openBilling(t);
  const member = await memberOf(stage);
  await subscribe(stage, member, stage.clock.now() + DAY_MS);
  const { headers } = stage.stripe.calls.at(-1)!;
  assert.equal(headers['x-stripe-client-telemetry'], undefined);
  const agent = JSON.parse(String(headers['x-stripe-client-user-agent']));
  assert.deepEqual([agent.platform, agent.telemetry_id], [undefined, undefined]);
  const { default: Stripe } = await import('stripe');
  assert.equal(headers['stripe-version'], Stripe.API_VERSION);
});
