import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as immediate } from 'node:timers/promises';
import { setUp } from './reveal-stage.ts';
import { json } from './samples.ts';

const shown = () => json({ success: true, record: { secret_value: 'x' }, details: { display_lines: 4 } });

test('a lock counts down by the clock, and nothing is sent before its end', async () => {
  const body = { message: 'Too many wrong passphrases.', error_type: 'Locked', retry_after: 30, tries_left: 0 };
  const { model, sent, timers, clock } = setUp({ triesLeft: 4 }, json(body, 429), shown());
  await model.reveal('a');
  assert.deepEqual([model.waitSeconds.value, model.triesLeft.value], [30, 0]);
  clock.nowMs = 12_500;
  timers.fire();
  assert.equal(model.waitSeconds.value, 18);
  await model.reveal('a');
  assert.equal(sent.length, 1);
  clock.nowMs = 30_000;
  timers.fire();
  assert.deepEqual([model.waitSeconds.value, timers.waiting.length, model.failure.value], [0, 0, null]);
  await model.reveal('a');
  assert.equal(model.step.value, 'revealed');
});

test('a refusal that says more than how long to wait outlasts the wait', async () => {
  const [wrong, uncertain] = [json({ field: 'passphrase', retry_after: 30 }, 422), json({ retry_after: 30 }, 503)];
  for (const [answer, redeliverySeconds] of [
    [wrong, 60],
    [uncertain, 0],
  ] as const) {
    const { model, timers, clock } = setUp({ triesLeft: 0, redeliverySeconds }, answer);
    await model.reveal('a');
    const refused = model.failure.value;
    clock.nowMs = 30_000;
    timers.fire();
    assert.deepEqual([model.waitSeconds.value, model.failure.value], [0, refused]);
    assert.notEqual(refused, null);
  }
});

test('a lock that its sender lifts is open on the page that waits for its end, too', async () => {
  const body = { message: 'Locked for an hour.', error_type: 'Locked', retry_after: 3600, tries_left: 0 };
  const standing = (retry_after: number, tries_left: number) =>
    json({ success: true, record: {}, details: { retry_after, tries_left } });
  const answers = [standing(3585, 0), new Error('away'), json({ success: false }, 404), standing(0, 10), shown()];
  const { model, sent, timers, clock } = setUp({ triesLeft: 1 }, json(body, 429), ...answers);
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      clock.nowMs += 1000;
      timers.fire();
      await immediate();
    }
  };
  await model.reveal('right');
  await pass(14);
  assert.equal(sent.length, 1);
  await pass(31);
  assert.deepEqual(
    sent.slice(1).map(({ method, url }) => `${method} ${url}`),
    Array(3).fill('GET /api/v2/secret/key1'),
  );
  assert.deepEqual([model.waitSeconds.value, model.triesLeft.value], [3555, 0]);
  await pass(15);
  assert.deepEqual([model.waitSeconds.value, model.triesLeft.value, model.failure.value], [0, 10, null]);
  await model.reveal('right');
  assert.equal(model.step.value, 'revealed');
  await pass(60);
  assert.equal(sent.length, 6);
});

test('what was asked of a lock that is over by now does not open the next one', async () => {
  const lock = (retry_after: number) =>
    json({ message: `Locked for ${retry_after} s.`, retry_after, tries_left: 0 }, 429);
  const { readable, writable } = new TransformStream();
  const { model, timers, clock } = setUp({ triesLeft: 1 }, lock(16), new Response(readable), lock(3600));
  await model.reveal('a');
  for (let second = 0; second < 16; second += 1) {
    clock.nowMs += 1000;
    timers.fire();
  }
  await model.reveal('b');
  await new Response(JSON.stringify({ details: { retry_after: 0, tries_left: 10 } })).body?.pipeTo(writable);
  await immediate();
  assert.deepEqual([model.waitSeconds.value, model.triesLeft.value], [3600, 0]);
  assert.equal(model.failure.value?.message, 'Locked for 3600 s.');
});

test('a wait that is no lock ends by itself: nobody asks for it', async () => {
  const { model, sent, timers, clock } = setUp({ triesLeft: 3, retryAfterSeconds: 60 });
  model.start();
  for (clock.nowMs = 0; clock.nowMs <= 60_000; clock.nowMs += 1000) timers.fire();
  await immediate();
  assert.deepEqual([sent.length, model.waitSeconds.value], [0, 0]);
});

test('a lock the page came with runs down as well', () => {
  const failure = { field: null, message: 'Try again in 2 seconds.' };
  const { model, timers, clock } = setUp({ failure, retryAfterSeconds: 2 });
  assert.equal(model.waitSeconds.value, 2);
  model.start();
  clock.nowMs = 2000;
  timers.fire();
  assert.deepEqual([model.waitSeconds.value, model.failure.value], [0, null]);
});

test('a clock that is set back makes nobody wait longer than was said, and a lock is asked about all the same', async () => {
  const standing = (retry_after: number, tries_left: number) =>
    json({ success: true, record: {}, details: { retry_after, tries_left } });
  const { model, sent, timers, clock } = setUp(
    { triesLeft: 0, retryAfterSeconds: 60 },
    standing(60, 0),
    standing(0, 10),
  );
  clock.nowMs = 7_200_000;
  model.start();
  await immediate();
  clock.nowMs = 0;
  timers.fire();
  assert.deepEqual([sent.length, model.waitSeconds.value], [1, 60]);
  clock.nowMs = 15_000;
  timers.fire();
  await immediate();
  assert.deepEqual([sent.length, model.waitSeconds.value, model.triesLeft.value], [2, 0, 10]);
  clock.nowMs = 16_000;
  timers.fire();
  assert.equal(model.waitSeconds.value, 0, 'a wait that was ended does not run on');
});
