import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judge, ratioBeside, verdictOf } from '../../bench/report/judgement.ts';
import { measurement } from './measurements.ts';

function verdictAt(own: number): string {
  const judgement = judge(measurement({ pairs: [[own, 1000]] }));
  assert.ok(judgement);
  return verdictOf(judgement);
}

test('a ratio is the median of what each round came to by itself', () => {
  const { rounds } = measurement({
    pairs: [
      [10, 100],
      [90, 100],
      [300, 1000],
    ],
  });
  assert.deepEqual(ratioBeside(rounds, 'Express'), { medianPercent: 30, leastPercent: 10, mostPercent: 90 });
});

test('beside what was not measured there is no ratio, and nothing to judge by', () => {
  const goal = { beside: 'node:http', barPercent: 20 };
  const sample = measurement({ goal, pairs: [[10, 100]] });
  assert.equal(ratioBeside(sample.rounds, 'node:http'), null);
  assert.throws(() => judge(sample), /create was not measured beside node:http/);
});

test('a bar is met from the bar on, an aim from the aim on', () => {
  assert.equal(verdictAt(199), '**bar missed**');
  assert.equal(verdictAt(200), 'bar met, aim missed');
  assert.equal(verdictAt(349), 'bar met, aim missed');
  assert.equal(verdictAt(350), 'bar and aim met');
});

test('where no aim is set none is missed', () => {
  assert.equal(verdictOf({ isBarMet: true, isAimMet: null }), 'bar met');
});

test('what promises nothing is not judged', () => {
  assert.equal(judge(measurement({ goal: null, pairs: [[1, 1000]] })), null);
});
