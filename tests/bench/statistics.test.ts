import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mean, median, percentile } from '../../bench/report/statistics.ts';

const hundred = Array.from({ length: 100 }, (_, at) => at + 1);

test('a percentile is the least value that so many percent do not exceed', () => {
  assert.deepEqual(
    [50, 95, 99, 100].map((percent) => percentile(hundred, percent)),
    [50, 95, 99, 100],
  );
  assert.equal(percentile([1, 2, 3], 50), 2);
  assert.equal(percentile([1, 2, 3], 99), 3);
  assert.equal(percentile([7], 1), 7);
});

test('a median is the middle of values in any order, or between the two in the middle', () => {
  assert.equal(median([9, 1, 5]), 5);
  assert.equal(median([10, 1, 2, 4]), 3);
});

test('a median leaves the values in their order', () => {
  const values = [3, 1, 2];
  median(values);
  assert.deepEqual(values, [3, 1, 2]);
});

test('of nothing there is no percentile, median or mean, and no error', () => {
  assert.deepEqual([percentile([], 99), median([]), mean([])], [0, 0, 0]);
});
