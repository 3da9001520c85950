import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as immediate } from 'node:timers/promises';
import { FAILOVER_PATIENCE_MS } from '#src/store/redis/sentinel.ts';
import { claimant, setUp } from './reveal-stage.ts';
import { type createTimers, json, t } from './samples.ts';

type Timers = ReturnType<typeof createTimers>;

const value = '\r\nuser: branch\n\ttab 😀 ';
const shown = (record = {}) =>
  json({ success: true, record: { secret_value: value, ...record }, details: { display_lines: 5 } });

test('revealing confirms with continue=true and shows the value to the letter [API-08]', async () => {
  const { model, sent } = setUp({}, shown());
  await model.reveal(null);
  assert.equal(sent[0]?.url, '/api/v2/secret/key1');
  assert.deepEqual(sent[0]?.fields, { continue: 'true', shrimp: 'token' });
  assert.equal(model.step.value, 'revealed');
  assert.equal(model.revealed.value?.value, value);
  assert.equal(model.revealed.value?.displayLines, 5);
});

test('an empty secret is a secret too', async () => {
  const { model } = setUp({}, shown({ secret_value: '' }));
  await model.reveal(null);
  assert.equal(model.step.value, 'revealed');
});

test('a truncated value comes with its original size', async () => {
  const { model } = setUp({}, shown({ is_truncated: true, original_size: 14_212 }));
  await model.reveal(null);
  assert.deepEqual([model.revealed.value?.isTruncated, model.revealed.value?.originalSize], [true, 14_212]);
});

test('a second press while busy claims nothing', async () => {
  const { model, sent } = setUp({}, shown(), shown());
  const first = model.reveal(null);
  assert.equal(model.isBusy.value, true);
  await Promise.all([first, model.reveal(null)]);
  assert.equal(sent.length, 1);
});

/** Lets every pause go by as soon as it begins; gives how long each was. */
async function settled(asked: Promise<void>, timers: Timers): Promise<readonly number[]> {
  const pausesMs: number[] = [];
  let isOver = false;
  void asked.then(() => {
    isOver = true;
  });
  while (!isOver) {
    pausesMs.push(...timers.waiting.map(({ delayMs }) => delayMs));
    timers.fire();
    await immediate();
  }
  return pausesMs;
}

const cutShort = () =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"success":true,"record":{"secret_value":"us'));
        controller.error(new TypeError('connection lost'));
      },
    }),
  );

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

test('the page gives no hope of an answer once it can be had no longer, with the last try as its beginning', async () => {
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

test('what the server has decided is not asked again', async () => {
  for (const answer of [json({}, 500), json({}, 422), json({ error_type: 'RecordNotFound' }, 404)]) {
    const { model, sent } = setUp({}, answer);
    await model.reveal(null);
    assert.deepEqual([sent.length, model.isLost.value], [1, false]);
  }
});

test('a wrong passphrase is said at its field, costs a try, and the next may follow', async () => {
  const wrong = (left: number) =>
    json({ message: 'Double check that passphrase', field: 'passphrase', tries_left: left }, 422);
  const { model } = setUp({ triesLeft: 10 }, wrong(9), wrong(8), shown());
  await model.reveal('a');
  assert.deepEqual(model.failure.value, { field: 'passphrase', message: 'Double check that passphrase' });
  assert.equal(model.triesLeft.value, 9);
  const first = model.failure.value;
  await model.reveal('b');
  assert.notEqual(model.failure.value, first);
  assert.deepEqual([model.triesLeft.value, model.step.value], [8, 'sealed']);
  await model.reveal('c');
  assert.equal(model.step.value, 'revealed');
});

test('a refusal that counts no tries leaves what was said of them', async () => {
  const wrong = json({ message: 'Double check that passphrase', field: 'passphrase', tries_left: 3 }, 422);
  const { model } = setUp({ triesLeft: 4 }, wrong, json({ message: 'Too many requests.' }, 429));
  await model.reveal('a');
  await model.reveal('b');
  assert.deepEqual([model.failure.value?.message, model.triesLeft.value], ['Too many requests.', 3]);
});

test('404 means that it is not there any more [ERR-01]', async () => {
  const { model } = setUp({}, json({ message: 'x', error_type: 'RecordNotFound' }, 404));
  await model.reveal(null);
  assert.equal(model.step.value, 'gone');
  assert.equal(t('secret.fetch.notFound'), 'Secret not found or already viewed');
});

test('a 404 that is not the server’s own word about the secret does not take the form away', async () => {
  for (const foreign of [
    json({ message: 'x', error_type: 'NotFound' }, 404),
    new Response('<html>', { status: 404 }),
  ]) {
    const { model } = setUp({}, foreign);
    await model.reveal(null);
    assert.equal(model.step.value, 'sealed');
    assert.notEqual(model.failure.value, null);
  }
});

/** Of an answer that comes as often as it is asked for. */
async function messageAfter(answer: Response | Error): Promise<string | undefined> {
  const again = Array.from({ length: 4 }, () => (answer instanceof Error ? answer : answer.clone()));
  const { model, timers } = setUp({}, ...again);
  await settled(model.reveal(null), timers);
  assert.deepEqual([model.step.value, model.isBusy.value], ['sealed', false]);
  return model.failure.value?.message;
}

test("another refusal gives the server's words, or says that fetching failed [ERR-02]", async () => {
  assert.equal(await messageAfter(json({ message: 'The store is away' }, 503)), 'The store is away');
  assert.equal(await messageAfter(json({}, 500)), 'An error occurred while fetching the secret');
  assert.equal(
    await messageAfter(new Response('<h1>', { status: 502 })),
    'An error occurred while fetching the secret',
  );
});

test('without an answer it says so [ERR-03]', async () => {
  assert.equal(await messageAfter(new TypeError('offline')), 'No response received from server');
});

test('anything else is unexpected [ERR-04]', async () => {
  assert.equal(await messageAfter(json({ success: true, record: {} })), 'An unexpected error occurred');
  assert.equal(await messageAfter(new Response('not json')), 'An unexpected error occurred');
});

test('the first touch of a person is told once', async () => {
  const { model, sent } = setUp({}, new Response(null, { status: 204 }));
  model.touch();
  model.touch();
  assert.deepEqual(
    sent.map(({ url }) => url),
    ['/api/v2/secret/key1/seen'],
  );
});

test('what the server has already shown stays shown', () => {
  const { model } = setUp({ revealed: { value, displayLines: 4, isTruncated: false, originalSize: 0 } });
  assert.equal(model.step.value, 'revealed');
});
