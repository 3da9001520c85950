import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boundTable, goalTable, loadTable, referenceTable } from '../../bench/report/row-tables.ts';
import { measurement } from './measurements.ts';

function rowsOf(table: string): string[] {
  return table.split('\n').slice(2);
}

test('a promise stands with its figure, its reference, bar, aim and verdict', () => {
  const [row] = rowsOf(goalTable([measurement({ pairs: [[250, 1000]] })]));
  assert.equal(
    row,
    '| create | Express | 250 | 1000 | **25.0 %** (25.0 %–25.0 %) | 20 % | 35 % | 3.00 | bar met, aim missed |',
  );
});

test('the slowest hundredth has a row of its own, and misses its bar where it is as long as that', () => {
  const goal = { beside: 'Express', barPercent: 20, p99BarMs: 15 };
  const delayRow = (p99Ms: number) => rowsOf(goalTable([measurement({ goal, p99Ms, pairs: [[250, 1000]] })]))[1];
  assert.match(String(delayRow(14.9)), /^\| create: p99 \|.*\| 15 ms \|.*\| bar met \|$/);
  assert.match(String(delayRow(15)), /\| \*\*bar missed\*\* \|$/);
});

test('promises are judged at 16 connections alone, and what promises nothing is left out', () => {
  const pairs = [[250, 1000]] as const;
  const others = [measurement({ connections: 256, pairs }), measurement({ goal: null, pairs })];
  assert.deepEqual(rowsOf(goalTable(others)), []);
});

test('what was measured stands with how many asked, its percentiles, its cost and its share of each reference', () => {
  const [row] = rowsOf(loadTable([measurement({ connections: 256, pairs: [[250, 1000]] })]));
  assert.equal(row, '| create | 256 | 250 | 1.00 | 2.00 | 3.00 | 100 |  | 25 % | 25.0 % |');
});

test('each reference stands with the row it was measured beside', () => {
  const [row] = rowsOf(referenceTable([measurement({ pairs: [[250, 1000]] })]));
  assert.equal(row, '| Express, beside create | 16 | 1000 | 1.00 | 2.00 | 3.00 | 100 |');
});

test('a bar stands beside what can be reached, and is above it where that alone does not reach it', () => {
  const rowAt = (bound: number) => rowsOf(boundTable([measurement({ pairs: [[100, 1000]], bound })]))[0];
  assert.equal(
    rowAt(200),
    '| create | Express | 20 % | **20.0 %** (20.0 %–20.0 %) | no | **50.0 %** (50.0 %–50.0 %) |',
  );
  assert.match(String(rowAt(199)), /\| \*\*yes\*\* \|/);
});

test('what was not measured beside that has no such row', () => {
  const pairs = [[100, 1000]] as const;
  const others = [measurement({ pairs }), measurement({ goal: null, pairs, bound: 1 })];
  assert.deepEqual(rowsOf(boundTable([...others, measurement({ connections: 1, pairs, bound: 1 })])), []);
});
