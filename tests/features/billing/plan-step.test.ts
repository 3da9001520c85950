import assert from 'node:assert/strict';
import { test } from 'node:test';
import { composePayments } from '#src/compose/billing.ts';
import { createGround } from '#src/compose/ground.ts';
import type { Asker } from '#src/features/sessions/asker.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { customerOf } from '../accounts/people.ts';
import { DAY_MS, memberOf, openBilling, SOLD_ENV, subscribe } from './stage.ts';

const VISITOR: Asker = { kind: 'anonymous', isTurnedAway: false };
const stepsOf = ({ composed }: TestApp) => composePayments(composed, createGround(composed)).stepOf;

async function askerOf({ store }: TestApp, address: string): Promise<Asker> {
  const customer = (await store.accounts.find(address as never))!;
  return { kind: 'customer', customer, by: 'session', isColonel: false };
}

test('a visitor signs in, a customer pays, and who has a subscription changes it', async (t) => {
  const stage = await openBilling(t);
  const stepOf = stepsOf(stage);
  const member = await memberOf(stage);
  const asker = await askerOf(stage, member.address);
  assert.deepEqual(await stepOf(VISITOR, 'identity', 'monthly'), { kind: 'sign-in' });
  assert.deepEqual(await stepOf(asker, 'identity', 'monthly'), { kind: 'pay', href: '/plans/identity/month/payment' });
  assert.deepEqual(await stepOf(asker, 'identity', 'annually'), { kind: 'pay', href: '/plans/identity/year/payment' });
  await subscribe(stage, member, stage.clock.now() + DAY_MS);
  assert.deepEqual(await stepOf(asker, 'identity', 'annually'), { kind: 'manage', href: '/account/billing_portal' });
});

test('what has ended, or was never paid for the first time, is bought again; all else goes on and is changed', async (t) => {
  const stage = await openBilling(t);
  const member = await memberOf(stage);
  const { subscription } = await subscribe(stage, member, stage.clock.now() + DAY_MS);
  const steps: Record<string, string[]> = { pay: [], manage: [] };
  for (const status of ['active', 'trialing', 'past_due', 'unpaid', 'paused', 'canceled', 'incomplete']) {
    stage.stripe.books.change(subscription.id, { status });
    await stage.deliver(stage.subscriptionMessage('updated', subscription));
    const { kind } = await stepsOf(stage)(await askerOf(stage, member.address), 'identity', 'monthly');
    steps[kind]?.push(status);
  }
  assert.deepEqual(steps, {
    pay: ['canceled', 'incomplete'],
    manage: ['active', 'trialing', 'past_due', 'unpaid', 'paused'],
  });
});

test('a plan that is coming is said to be coming, to everybody', async (t) => {
  const stage = await openBilling(t);
  const member = await memberOf(stage);
  for (const asker of [VISITOR, await askerOf(stage, member.address)]) {
    assert.deepEqual(await stepsOf(stage)(asker, 'dedicated', 'monthly'), { kind: 'coming' });
  }
});

test('a plan that the operator has given is nothing to pay for, also one that is coming; other plans are', async (t) => {
  const stage = await openBilling(t);
  const { address, owner, open } = await memberOf(stage);
  const given = { kind: 'given', accountHref: '/account' };
  for (const planid of ['identity', 'dedicated']) {
    await stage.store.accounts.setPlan(owner.custid, planid);
    assert.deepEqual(await stepsOf(stage)(await askerOf(stage, address), planid, 'monthly'), given);
    const html = (await open(`/plans/${planid}/month`)).text;
    assert.match(html, /Your plan: [^,]*, free of charge\./);
    assert.doesNotMatch(html, /Continue to payment|coming this fall\./);
  }
  const other = await stepsOf(stage)(await askerOf(stage, address), 'identity', 'monthly');
  assert.equal(other.kind, 'pay');
  await stage.store.accounts.setPlan(owner.custid, 'identity');
  assert.equal((await open('/plans/identity/month/payment')).headers.location, '/plans/identity/month');
});

test('where nothing can be paid the step says whom to write to, and nobody is asked to sign in for it', async (t) => {
  const env = { ...SOLD_ENV, HUSHLINK_LEGAL_CONTACT_ADDRESS: 'hello@example.org' };
  const site = createTestApp(t, { env, hasLightPassphrases: true });
  const { address } = await customerOf(site);
  const none = { kind: 'no-billing', contactAddress: 'hello@example.org' };
  for (const asker of [VISITOR, await askerOf(site, address)]) {
    assert.deepEqual(await stepsOf(site)(asker, 'identity', 'monthly'), none);
  }
  assert.deepEqual(await stepsOf(site)(VISITOR, 'solo', 'monthly'), { kind: 'sign-in' });
});
