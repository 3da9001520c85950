import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSparing } from '#src/log/sparing.ts';
import { createClock } from '../support/clock.ts';

test('of what happens again and again the first is written at once, then one in each while, with how many were not', () => {
  const { now, advance } = createClock();
  const written: [event: string, unwritten: number][] = [];
  const note = createSparing((event: string, unwritten) => void written.push([event, unwritten]), {
    everyMs: 10_000,
    monotonicMs: now,
  });
  note('first');
  for (let count = 0; count < 500; count += 1) note('more');
  advance(9_999);
  note('the last that is left out');
  assert.deepEqual(written, [['first', 0]]);
  advance(1);
  note('second');
  advance(10_000);
  note('third');
  assert.deepEqual(written, [
    ['first', 0],
    ['second', 501],
    ['third', 0],
  ]);
});
