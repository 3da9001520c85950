import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secondsLeft, toSeconds } from '#src/values/seconds.ts';

test('an instant in seconds is the one that has begun', () => {
  assert.deepEqual([0, 999, 1000, 1999].map(toSeconds), [0, 0, 1, 1]);
});

test('of what is left a begun second counts, and what is over leaves none', () => {
  assert.deepEqual(
    [0, 1, 1000, 1001].map((leftMs) => secondsLeft(5000 + leftMs, 5000)),
    [0, 1, 1, 2],
  );
  assert.equal(secondsLeft(1000, 5000), 0);
});
