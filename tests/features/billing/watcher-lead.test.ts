import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Cleanup } from '../../support/temp.ts';
import { DAY_MS, memberOf, openBilling, startWatcher, subscribe } from './stage.ts';

/** Longer than the others wait for a process that has died. */
const LEAD_MS = 60_000;

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
