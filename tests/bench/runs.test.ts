import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requireColumns, runOf, runsTable, withRun } from '../../bench/report/runs.ts';
import { measurement, type SampleOptions } from './measurements.ts';

const HEAD = 'day\tmachine\tExpress\tcreate\tcreate: p99\thome\n';
const createGoal = { beside: 'Express', barPercent: 20, p99BarMs: 15 };
const homeGoal = { beside: 'Express', barPercent: 50 };

function runWith(p99Ms: number, pairs: readonly (readonly [number, number])[]) {
  const create = { goal: createGoal, p99Ms, pairs };
  const measurements = [
    measurement({ ...create, connections: 1 }),
    measurement(create),
    measurement({ name: 'home', goal: homeGoal, pairs: [[500, 1000]] }),
    measurement({ name: 'status', goal: null, pairs: [[1, 1000]] }),
  ];
  return { ...runOf(measurements, new Date('2026-11-29T23:59:00Z')), machine: '2 × something' };
}

test('a run is kept with its day, its machine, what Express echoed and each promise at 16 connections', () => {
  const runs = withRun(
    HEAD,
    runWith(12.8, [
      [210, 1000],
      [220, 1100],
      [240, 1200],
    ]),
  );
  assert.equal(runs, `${HEAD}2026-11-29\t2 × something\t1100\t20.0\t12.8\t50.0\n`);
});

test('before a run the file must have a column for each promise, and no other', () => {
  const row = (of: Omit<SampleOptions, 'pairs'>) => measurement({ ...of, pairs: [] }).row;
  const rows = [row({ goal: createGoal }), row({ name: 'status', goal: null }), row({ name: 'home', goal: homeGoal })];
  requireColumns(HEAD, rows);
  for (const other of [HEAD.replace('home', 'status'), HEAD.replace('\thome', ''), `\n${HEAD}`]) {
    assert.throws(() => requireColumns(other, rows), /RUNS\.tsv has other columns/);
  }
});

test('all runs stand with the bars of today, and what missed one stands out', () => {
  const last = runWith(15, [[200, 1000]]);
  const earlier = `${HEAD}2026-11-28\tanother\t900\t19.9\t14.9\t49.9\n`;
  assert.deepEqual(runsTable(withRun(earlier, last), last).split('\n'), [
    '| day | machine | Express | create (20 %) | create: p99 (15 ms) | home (50 %) |',
    '|---|---|---|---|---|---|',
    '| 2026-11-28 | another | 900 | **19.9** | 14.9 | **49.9** |',
    '| 2026-11-29 | 2 × something | 1000 | 20.0 | **15.0** | 50.0 |',
  ]);
});
