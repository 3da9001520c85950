// npm run bench: requests per second beside bare servers and a bare store, alternating with them in the same run, into
// bench/RESULTS.md, RESULTS.svg and RUNS.tsv.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePrograms } from '../tests/support/install.ts';
import { commandLine } from './command-line.ts';
import { residentOf } from './load/process-figures.ts';
import { ratioBars, ratioChart } from './report/ratio-chart.ts';
import { describeResults, describeRows, type Results } from './report/results.ts';
import { requireColumns, runOf, withRun } from './report/runs.ts';
import { otherRows } from './rows/other-rows.ts';
import { PLANS, type Plan, quickened, runRounds } from './rows/rounds.ts';
import type { Row } from './rows/row.ts';
import { secretRows } from './rows/secret-rows.ts';
import { openStage, type Stage } from './rows/stage.ts';
import { builtPrograms, type Started, timeStart } from './start/time-start.ts';
import { weighPages } from './weight/page-weight.ts';

const STARTS = 7;
const RUNS = join(import.meta.dirname, 'RUNS.tsv');

const command = commandLine('bench', 'Requests per second beside bare servers and a bare store, into bench/RESULTS.md.')
  .argument('[part]', 'of the names of rows: these alone, without starts and weights; RESULTS.md stays as it is')
  .option('--quick', 'each for a moment; RESULTS.md stays as it is')
  .parse();
const only: string = command.processedArgs[0] ?? '';
const { quick } = command.opts<{ quick?: boolean }>();
const cleanups: (() => unknown)[] = [];

ensurePrograms(['redis-server']);
const isMeasured = await main().finally(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
});
if (!isMeasured) command.error(`no row's name holds '${only}'`);

/** False where there is no such row. */
async function main(): Promise<boolean> {
  const stage = await openStage((run) => cleanups.push(run));
  const rows = [...secretRows(stage), ...otherRows(stage)].filter(({ name }) => name.includes(only));
  if (rows.length === 0) return false;
  if (only === '') await measureSite(stage, rows);
  else console.log(describeRows(await runRounds(rows, planOf)));
  return true;
}

async function measureSite(stage: Stage, rows: readonly Row[]): Promise<void> {
  const earlier = readFileSync(RUNS, 'utf8');
  requireColumns(earlier, rows.filter(isOfSecrets));
  const results = await measureAll(stage, rows, earlier);
  const report = describeResults(results);
  console.log(report);
  if (quick) return;
  writeFileSync(RUNS, results.runs);
  const chart = ratioChart('Requests per second, 16 connections', ratioBars(results.measurements));
  writeFileSync(join(import.meta.dirname, 'RESULTS.md'), report);
  writeFileSync(join(import.meta.dirname, 'RESULTS.svg'), chart);
}

function isOfSecrets({ part }: Row): boolean {
  return part === 'secrets';
}

/** `earlier` is RUNS.tsv as it was. */
async function measureAll(stage: Stage, rows: readonly Row[], earlier: string): Promise<Results> {
  const memoryNow = () => stage.engines.map(({ site }) => residentOf(site.pid));
  const starts = await timeStarts();
  const weights = await Promise.all(stage.engines.slice(0, 1).map(weighPages));
  const before = memoryNow();
  const measurements = await runRounds(rows, planOf);
  const after = memoryNow();
  const memory = stage.engines.map(({ name }, at) => ({ name, before: before[at], after: after[at] }));
  const secrets = measurements.filter(({ row }) => isOfSecrets(row));
  const run = runOf(secrets, new Date());
  const runs = withRun(earlier, run);
  return { measurements, memory, weights: weights.flat(), starts, run, runs } as Results;
}

function planOf({ part }: Row): Plan {
  return quick ? quickened(PLANS[part]) : PLANS[part];
}

async function timeStarts(): Promise<[string, Started[]][]> {
  const starts = builtPrograms.map(([name]) => [name, []] as [string, Started[]]);
  for (let round = 0; round < (quick ? 1 : STARTS); round += 1) {
    for (const [at, [, command]] of builtPrograms.entries()) {
      starts[at]?.[1].push(await timeStart({ after: (run) => cleanups.push(run) }, command));
    }
  }
  return starts;
}
