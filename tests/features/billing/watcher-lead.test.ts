import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BillingStore } from '#src/features/billing/billing-store.ts';
import { LEAD_MS } from '#src/led-work.ts';
import type { Cleanup } from '../../support/temp.ts';
import { type BillingStage, DAY_MS, memberOf, openBilling, startWatcher, subscribe } from './stage.ts';

/** A watcher whose looks at six accounts, four at a time, wait for an answer of the provider. */
async function openSlowRound(t: Cleanup) {
  const stage = await openBilling(t);
  for (let at = 0; at < 6; at += 1) {
    await subscribe(stage, await memberOf(stage, `m${at}@example.org`), stage.clock.now() + 365 * DAY_MS);
  }
  const { timers } = await startWatcher(t, stage);
  stage.stripe.manner = 'slow';
  stage.clock.advance(DAY_MS);
  timers.wake();
  await stage.stripe.waiting(4);
  const { billing } = stage.store;
  const takeLead = (holder: string, forMs: number) =>
    billing.takeLead(holder, stage.clock.now() + forMs, stage.clock.now());
  /** Lets the provider answer, until the round is over. */
  const finish = async () => {
    stage.stripe.manner = 'answer';
    stage.stripe.release();
    await timers.nextPause();
  };
  const due = async () => (await billing.due(99, stage.clock.now())).length;
  return { stage, timers, takeLead, finish, due };
}

test('whoever looks at payments keeps the others away for as long as that takes', async (t) => {
  const { stage, timers, takeLead, finish, due } = await openSlowRound(t);
  for (let renewal = 0; renewal < 3; renewal += 1) {
    stage.clock.advance(LEAD_MS - 1);
    timers.tick();
    // The store does one thing after the other: whoever asks now asks after the renewal.
    assert.equal(await takeLead('another', 1), false);
  }
  await finish();
  assert.equal(await due(), 0);
});

test('whoever has lost the lead to another process looks at no further account', async (t) => {
  const { stage, timers, takeLead, finish, due } = await openSlowRound(t);
  stage.clock.advance(LEAD_MS);
  assert.equal(await takeLead('another', LEAD_MS), true);
  timers.tick();
  assert.equal(await takeLead('third', 1), false);
  await finish();
  assert.equal(await due(), 2);
});

test('a provider that does not answer keeps no process from ending when its time is up', async (t) => {
  const stage = await openBilling(t);
  await subscribe(stage, await memberOf(stage), stage.clock.now() + 365 * DAY_MS);
  const { watcher, timers } = await startWatcher(t, stage);
  stage.stripe.manner = 'slow';
  stage.clock.advance(DAY_MS);
  timers.wake();
  await stage.stripe.waiting(1);
  const stopped = watcher.stop(5000);
  assert.equal(await timers.nextPause(), 5000);
  timers.wake();
  await stopped;
  assert.ok(stage.stripe.held >= 1);
  timers.tick();
  const nowMs = stage.clock.now();
  assert.equal(await stage.store.billing.takeLead('next', nowMs + 1, nowMs), true, 'nor another from the lead');
  stage.stripe.manner = 'answer';
  stage.stripe.release();
});

test('who wakes it while it looks has it look again', async (t) => {
  const stage = await openBilling(t);
  await subscribe(stage, await memberOf(stage), stage.clock.now() + 365 * DAY_MS);
  const { billing } = stage.composed.store;
  let rounds = 0;
  const due: typeof billing.due = async (...args) => {
    rounds += 1;
    return billing.due(...args);
  };
  const { watcher, timers } = await startWatcher(t, withVerb(stage, { due }));
  stage.stripe.manner = 'slow';
  stage.clock.advance(DAY_MS);
  timers.wake();
  await stage.stripe.waiting(1);
  watcher.wake();
  stage.stripe.manner = 'answer';
  stage.stripe.release();
  await timers.nextPause();
  assert.equal(rounds, 3);
});

test('why the lead could not be renewed is said in the log', async (t) => {
  const stage = await openBilling(t);
  await subscribe(stage, await memberOf(stage), stage.clock.now() + 365 * DAY_MS);
  const { billing } = stage.composed.store;
  let isAway = false;
  const takeLead: typeof billing.takeLead = async (...args) => {
    if (isAway) throw new Error('the store is away');
    return billing.takeLead(...args);
  };
  const { timers } = await startWatcher(t, withVerb(stage, { takeLead }));
  stage.stripe.manner = 'slow';
  stage.clock.advance(DAY_MS);
  timers.wake();
  await stage.stripe.waiting(1);
  isAway = true;
  timers.tick();
  isAway = false;
  stage.stripe.manner = 'answer';
  stage.stripe.release();
  await timers.nextPause();
  assert.equal(stage.logged.filter((line) => line.includes('the store is away')).length, 1);
});

test('of two processes on a store one looks', async (t) => {
  const stage = await openBilling(t);
  const member = await memberOf(stage);
  await subscribe(stage, member, stage.clock.now() + DAY_MS / 2);
  const [one, other] = [await startWatcher(t, stage), await startWatcher(t, stage)];
  stage.clock.advance(DAY_MS);
  const asked = stage.stripe.calls.length;
  await other.round();
  await one.round();
  // Payer and subscriptions, once.
  assert.equal(stage.stripe.calls.length, asked + 2);
});

/** The same, with some verbs of the store done otherwise. */
function withVerb(stage: BillingStage, verbs: Partial<BillingStore>): BillingStage {
  const { store } = stage.composed;
  return { ...stage, composed: { ...stage.composed, store: { ...store, billing: { ...store.billing, ...verbs } } } };
}
