import assert from 'node:assert/strict';
import { test } from 'node:test';
import { watchDeparture } from '#src/islands/departure.ts';

function setUp() {
  const page = new EventTarget();
  const planned: { run: () => void; delayMs: number }[] = [];
  const said: string[] = [];
  const departure = watchDeparture(page, (run, delayMs) => void planned.push({ run, delayMs }));
  const leave = () => page.dispatchEvent(new Event('beforeunload'));
  /** Half a minute later the page is still there. */
  const pass = () => {
    for (const { run } of planned.splice(0)) run();
  };
  return { departure, planned, said, leave, pass, say: (words: string) => void said.push(words) };
}

test('what fails in a page that nobody leaves is told at once', () => {
  const { departure, said, say } = setUp();
  departure.whereStaying(() => say('failed'));
  assert.deepEqual(said, ['failed']);
});

test('what fails in a page that is being left is told only when that is still there after half a minute, and then all', () => {
  const { departure, planned, said, leave, pass, say } = setUp();
  leave();
  departure.whereStaying(() => say('broken off'));
  assert.deepEqual([said, planned.map(({ delayMs }) => delayMs)], [[], [30_000, 30_000]]);
  pass();
  assert.deepEqual(said, ['broken off']);
  departure.whereStaying(() => say('failed'));
  assert.deepEqual(said, ['broken off', 'failed']);
});

test('a page that has loaded listens to nothing', () => {
  const { departure, planned, leave } = setUp();
  departure.stop();
  leave();
  assert.deepEqual(planned, []);
});
