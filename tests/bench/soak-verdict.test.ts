import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Sample } from '../../bench/soak/samples.ts';
import { judgeSoak } from '../../bench/soak/verdict.ts';

/** A sample for each ten seconds of twenty minutes. */
function samples(change: (atSeconds: number) => Partial<Sample> = () => ({})): Sample[] {
  return Array.from({ length: 120 }, (_, at) => {
    const atSeconds = (at + 1) * 10;
    const calm = { done: 100, errors: 0, p50Ms: 2, p99Ms: 20, residentBytes: 200e6, loopP99Ms: 11, logBytes: 4e6 };
    return { ...calm, atSeconds, ...change(atSeconds) };
  });
}

const isEnd = (atSeconds: number) => atSeconds > 880;

test('a server that stays as it is passes', () => {
  const verdict = judgeSoak(samples());
  assert.equal(verdict.isPassed, true);
  assert.equal(verdict.warmUpSeconds, 240);
});

test('memory that is a tenth larger or smaller at the end is flat, and more is not', () => {
  const memoryAtEnd = (residentBytes: number) =>
    judgeSoak(samples((at) => (isEnd(at) ? { residentBytes } : {}))).memory.isFlat;
  assert.deepEqual([220e6, 220.1e6, 180e6, 179.9e6].map(memoryAtEnd), [true, false, true, false]);
});

test('a p99 that is a quarter longer at the end is flat, and more is not', () => {
  const p99AtEnd = (p99Ms: number) => judgeSoak(samples((at) => (isEnd(at) ? { p99Ms } : {}))).p99.isFlat;
  assert.deepEqual([5, 25, 25.1].map(p99AtEnd), [true, true, false]);
});

test('two milliseconds more are no difference, where a quarter would be less', () => {
  const p99FromOne = (last: number) => judgeSoak(samples((at) => ({ p99Ms: isEnd(at) ? last : 1 }))).p99.isFlat;
  assert.deepEqual([3, 3.1].map(p99FromOne), [true, false]);
});

test('one slow sample does not make the end slow', () => {
  assert.equal(judgeSoak(samples((at) => (at === 1100 ? { p99Ms: 900 } : {}))).p99.isFlat, true);
});

test('what happens while the server warms up does not count, except for errors', () => {
  const early = judgeSoak(samples((at) => (at <= 240 ? { residentBytes: 1e9, p99Ms: 900 } : {})));
  assert.equal(early.isPassed, true);
  const failed = judgeSoak(samples((at) => (at === 10 ? { errors: 1 } : {})));
  assert.deepEqual([failed.errors, failed.isPassed], [1, false]);
});

test('a long run warms up for five minutes and not longer', () => {
  const long = samples().map((sample) => ({ ...sample, atSeconds: sample.atSeconds * 3 }));
  assert.equal(judgeSoak(long).warmUpSeconds, 300);
});

test('a run that is too short to judge is not passed in silence', () => {
  assert.throws(() => judgeSoak(samples().slice(0, 2)), /too few/);
});
