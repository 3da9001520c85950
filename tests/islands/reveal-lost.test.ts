import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as immediate } from 'node:timers/promises';
import { FAILOVER_PATIENCE_MS } from '#src/store/redis/sentinel.ts';
import { claimant, settled, setUp, shown } from './reveal-stage.ts';
import { json, t } from './samples.ts';

/** An answer of which half comes, and its end when this has been called. */
const breakingBy = (passTime: () => void) =>
  new Response(
    new ReadableStream({
      start: (controller) =>
        controller.enqueue(new TextEncoder().encode('{"success":true,"record":{"secret_value":"us')),
      pull(controller) {
        passTime();
        controller.error(new TypeError('connection lost'));
      },
    }),
  );
const cutShort = () => breakingBy(() => {});

test('an answer that is lost on the way is asked for again by itself, as the same claimant, with growing pauses', async () => {
  const { model, sent, timers } = setUp({}, new TypeError('offline'), cutShort(), json({}, 504), shown());
  const asked = model.reveal(null);
  await immediate();
  assert.deepEqual([model.isBusy.value, model.isTryingAgain.value, model.failure.value], [true, true, null]);
  assert.deepEqual(await settled(asked, timers), [500, 1000, 2000]);
  assert.deepEqual(
    sent.map(({ headers }) => headers.get('idempotency-key')),
    [claimant, claimant, claimant, claimant],
  );
  assert.deepEqual([model.step.value, model.isTryingAgain.value, model.isLost.value], ['revealed', false, false]);
});

test('what somebody between has put in the place of an answer, or an end to half of one, is asked for again as well', async () => {
  const half = new Response('{"success":true,"record":{"secret_value":"us');
  const { model, sent, timers } = setUp({}, new Response('<h1>Being scanned</h1>'), half, json({}), shown());
  assert.deepEqual(await settled(model.reveal(null), timers), [500, 1000, 2000]);
  assert.ok(sent.every(({ headers }) => headers.get('idempotency-key') === claimant));
  assert.equal(model.step.value, 'revealed');
  const between = setUp({}, ...Array.from({ length: 4 }, () => new Response('<h1>Being scanned</h1>')));
  await settled(between.model.reveal(null), between.timers);
  assert.deepEqual([between.model.step.value, between.model.isLost.value], ['sealed', true]);
});

test('after four tries without an answer the page says so, and the next press still asks as the same claimant', async () => {
  const lost = Array.from({ length: 4 }, () => new TypeError('offline'));
  const { model, sent, timers } = setUp({}, ...lost, shown());
  assert.deepEqual(await settled(model.reveal(null), timers), [500, 1000, 2000]);
  assert.deepEqual([model.isBusy.value, model.isLost.value, model.step.value], [false, true, 'sealed']);
  assert.equal(model.failure.value?.message, 'No response received from server');
  await model.reveal(null);
  assert.equal(sent.length, 5);
  assert.ok(sent.every(({ headers }) => headers.get('idempotency-key') === claimant));
  assert.deepEqual([model.step.value, model.isLost.value], ['revealed', false]);
});

test('the page gives no hope of an answer once it can be had no longer, by the end of the last try', async () => {
  const lost = Array.from({ length: 9 }, () => new TypeError('offline'));
  const { model, timers, clock } = setUp({ redeliverySeconds: 60 }, ...lost);
  await settled(model.reveal(null), timers);
  assert.deepEqual([model.isLost.value, timers.waiting.map(({ delayMs }) => delayMs)], [true, [60_000]]);
  clock.nowMs = 59_999;
  timers.fire();
  assert.equal(model.isLost.value, true);
  const again = model.reveal(null);
  clock.nowMs = 60_000;
  timers.fire();
  assert.equal(model.isLost.value, true, 'the try that is under way may bring it');
  await settled(again, timers);
  clock.nowMs = 119_999;
  timers.fire();
  assert.equal(model.isLost.value, true);
  clock.nowMs = 120_000;
  timers.fire();
  assert.deepEqual([model.isLost.value, timers.waiting], [false, []]);
  assert.equal(model.failure.value?.message, t('secret.fetch.noResponse'));
});

test('where an answer that was lost is not given again, nothing is said of getting it', async () => {
  const lost = Array.from({ length: 4 }, () => new TypeError('offline'));
  const { model, timers } = setUp({ redeliverySeconds: 0 }, ...lost);
  await settled(model.reveal(null), timers);
  assert.deepEqual([model.isLost.value, model.failure.value?.message], [false, t('secret.fetch.noResponse')]);
});

test('a try that breaks late leaves as much hope, and what is tried once that is over is given up as at first', async () => {
  const breaking = Array.from({ length: 5 }, () => breakingBy(() => (clock.nowMs += 90_000)));
  const { model, timers, patience, clock } = setUp({ redeliverySeconds: 60 }, ...breaking);
  await settled(model.reveal(null), timers);
  assert.equal(model.isLost.value, true);
  clock.nowMs += 60_000;
  timers.fire();
  assert.equal(model.isLost.value, false);
  patience.begunMs.splice(0);
  void model.reveal(null);
  assert.deepEqual(patience.begunMs, [20_000]);
});

/** The patience of each try before a network on which each takes as long as it is given, or half a minute. */
async function patienceWith(redeliverySeconds: number, presses: number): Promise<readonly (number | null)[]> {
  const lost = Array.from({ length: 4 * presses }, () => new TypeError('silence'));
  const { model, timers, patience, clock } = setUp({ redeliverySeconds }, ...lost);
  const tries: (number | null)[] = [];
  const { later } = timers;
  timers.later = (run, delayMs) => {
    if (!model.isTryingAgain.value) return;
    const limitMs = patience.begunMs.splice(0)[0] ?? null;
    tries.push(limitMs);
    clock.nowMs += (limitMs ?? 30_000) + delayMs;
    later(run, delayMs);
  };
  for (let press = 0; press < presses; press += 1) {
    await settled(model.reveal(null), timers);
    tries.push(patience.begunMs.splice(0)[0] ?? null);
  }
  return tries;
}

test('a claim is given up where another is in time for the redelivery, and else waited for as long as the connection stands', async () => {
  assert.deepEqual(await patienceWith(60, 2), [20_000, 20_000, null, null, null, null, null, null]);
  assert.deepEqual(await patienceWith(600, 1), [20_000, 20_000, 20_000, null]);
  for (const seconds of [0, 20]) assert.deepEqual(await patienceWith(seconds, 1), [null, null, null, null]);
});

test('a failover is waited for longer by the page than by the server', async () => {
  const { model, patience } = setUp({}, shown());
  await model.reveal(null);
  assert.ok(Number(patience.begunMs[0]) > FAILOVER_PATIENCE_MS);
});

test('a server that says when to come again is not asked sooner, and not kept waiting for where that is long', async () => {
  const busy = json({ message: 'Busy', retry_after: 3 }, 503);
  const { model, timers } = setUp({}, busy, shown());
  assert.deepEqual(await settled(model.reveal(null), timers), [3000]);
  assert.equal(model.step.value, 'revealed');
  const storeless = setUp({}, ...Array.from({ length: 4 }, () => json({ message: 'Away', retry_after: 5 }, 503)));
  assert.deepEqual(await settled(storeless.model.reveal(null), storeless.timers), [5000, 5000, 5000]);
  const away = setUp({}, json({ message: 'Away', retry_after: 30 }, 503));
  await away.model.reveal(null);
  assert.deepEqual([away.sent.length, away.model.waitSeconds.value, away.model.isLost.value], [1, 30, true]);
});
