import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Response } from 'supertest';
import { type BillingStage, DAY_MS, memberOf, openBilling, SOLD, subscribe } from './stage.ts';

/** Where those are led who ask while the provider takes its time, until all of them have been heard. */
async function ledAtOnce(
  { stripe }: BillingStage,
  { open }: Awaited<ReturnType<typeof memberOf>>,
  ask: () => readonly PromiseLike<Response>[],
) {
  stripe.manner = 'slow';
  const asking = Promise.all(ask());
  await stripe.waiting(1);
  // One more answer of ours comes only after all of those have been heard.
  await open('/plans/solo/year/payment');
  stripe.manner = 'answer';
  stripe.release();
  return (await asking).map(({ headers }) => headers.location);
}

test('who asks for both periods at once gets a page for each', async (t) => {
  const stage = await openBilling(t);
  const member = await memberOf(stage);
  const ways = ['month', 'year'].map((period) => `/plans/identity/${period}/payment`);
  const led = await ledAtOnce(stage, member, () => ways.map((way) => member.open(way)));
  assert.equal(new Set(led).size, 2);
});

test('who asks for two plans at once gets a page for each', async (t) => {
  const sold = SOLD.map((plan) => ({ ...plan, coming: false }));
  const stage = await openBilling(t, { env: { HUSHLINK_PLANS_PAID: JSON.stringify(sold) } });
  const member = await memberOf(stage);
  const ways = ['identity', 'dedicated'].map((plan) => `/plans/${plan}/month/payment`);
  const led = await ledAtOnce(stage, member, () => ways.map((way) => member.open(way)));
  assert.equal(new Set(led).size, 2);
});

test('two who ask for the same at once get each their own checkout, and their own portal', async (t) => {
  const stage = await openBilling(t);
  const members = [await memberOf(stage), await memberOf(stage)] as const;
  const led = (way: string) => ledAtOnce(stage, members[0], () => members.map((member) => member.open(way)));
  const pages = await led('/plans/identity/month/payment');
  const { sessions } = stage.stripe.books;
  const named = pages.map((page) => [...sessions.values()].find(({ url }) => url === page)?.customer_email);
  assert.deepEqual(
    named,
    members.map(({ address }) => address),
  );
  const payers = [];
  for (const member of members) payers.push((await subscribe(stage, member, stage.clock.now() + DAY_MS)).payer);
  assert.deepEqual(
    await led('/account/billing_portal'),
    payers.map((payer) => `${stage.stripe.origin}/portal/${payer}`),
  );
});

test('who asks for the portal by two names of the site at once is led back to each', async (t) => {
  const stage = await openBilling(t);
  const member = await memberOf(stage);
  await subscribe(stage, member, stage.clock.now() + DAY_MS);
  const before = stage.stripe.calls.length;
  const names = ['127.0.0.1:3000', 'localhost:3000'];
  await ledAtOnce(stage, member, () => names.map((name) => member.open('/account/billing_portal', { Host: name })));
  const led = stage.stripe.calls.slice(before).map(({ fields }) => fields.get('return_url'));
  assert.deepEqual(
    led.toSorted(),
    names.map((name) => `http://${name}/account`),
  );
});
