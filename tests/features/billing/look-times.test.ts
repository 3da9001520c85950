import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextLookAtMs, pauseAfterFailures } from '#src/features/billing/look-times.ts';

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;
const CHANCES = [0, 0.5, 1];

test('looks that began together do not stay together: chance takes up to a fifth of each wait', () => {
  const idle = CHANCES.map((chance) => nextLookAtMs([], 0, () => chance));
  assert.deepEqual(idle, [0.8 * WEEK_MS, 0.9 * WEEK_MS, WEEK_MS]);
  const first = CHANCES.map((chance) => pauseAfterFailures(1, () => chance));
  assert.deepEqual(first, [48_000, 54_000, 60_000]);
});

test('however often a look has failed, the next one comes within six hours', () => {
  for (const failures of [10, 100, 10_000])
    assert.equal(
      pauseAfterFailures(failures, () => 1),
      6 * HOUR_MS,
    );
});
