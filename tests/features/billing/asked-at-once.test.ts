import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, memberOf, openBilling, subscribe } from './stage.ts';

test('who asks for both periods at once gets a page for each', async (t) => {
  const stage = await openBilling(t);
  const member = await memberOf(stage);
  stage.stripe.manner = 'slow';
  const periods = ['month', 'year'];
  const asking = Promise.all(periods.map((period) => member.open(`/plans/identity/${period}/payment`)));
  await stage.stripe.waiting(1);
  // One more answer of ours comes only after both of those have been heard.
  await member.open('/plans/dedicated/year/payment');
  stage.stripe.manner = 'answer';
  stage.stripe.release();
  assert.equal(new Set((await asking).map(({ headers }) => headers.location)).size, 2);
});

test('who asks for the portal by two names of the site at once is led back to each', async (t) => {
  const stage = await openBilling(t);
  const member = await memberOf(stage);
  await subscribe(stage, member, stage.clock.now() + DAY_MS);
  stage.stripe.manner = 'slow';
  const before = stage.stripe.calls.length;
  const names = ['127.0.0.1:3000', 'localhost:3000'];
  const asking = Promise.all(names.map((name) => member.open('/account/billing_portal', { Host: name })));
  await stage.stripe.waiting(1);
  await member.open('/plans/dedicated/year/payment');
  stage.stripe.manner = 'answer';
  stage.stripe.release();
  await asking;
  const led = stage.stripe.calls.slice(before).map(({ fields }) => fields.get('return_url'));
  assert.deepEqual(
    led.toSorted(),
    names.map((name) => `http://${name}/account`),
  );
});
