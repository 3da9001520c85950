// npm run bench:scale: whether many waiting secrets make anything slower or larger, into bench/SCALE.md. Ten million
// take about 15 GB of disk on SQLite and as much memory as --redis-gb allows on Redis, and are removed afterwards.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Option } from 'commander';
import { ensurePrograms } from '../tests/support/install.ts';
import { amount, commandLine, count } from './command-line.ts';
import { residentOf } from './load/process-figures.ts';
import { JUDGED_CONNECTIONS, type Plan, quickened, runRounds } from './rows/rounds.ts';
import { type FilledSite, type FillOptions, openFilledRedis, openFilledSqlite } from './scale/filled-sites.ts';
import { describePart, describeScale, type Scaled, type ScaledSite } from './scale/report.ts';
import { scaleRows } from './scale/rows.ts';

const PLAN: Plan = {
  shapes: [{ connections: JUDGED_CONNECTIONS, rounds: 7, durationMs: 2000 }],
  warmUp: { connections: JUDGED_CONNECTIONS, durationMs: 3000 },
};

type Open = (options: FillOptions) => Promise<FilledSite>;

const ENGINES: Readonly<Record<string, readonly [name: string, open: Open]>> = {
  sqlite: ['SQLite FULL', openFilledSqlite],
  redis: ['Redis', openFilledRedis],
};

interface Options {
  readonly few: number;
  readonly many: number;
  readonly store?: string;
  readonly redisGb: number;
  readonly quick?: boolean;
}

const wanted = commandLine('bench:scale', 'Whether many waiting secrets make anything slower or larger.')
  .option('--few <number>', 'secrets that wait on one side', count, 100_000)
  .option('--many <number>', 'secrets that wait on the other', count, 10_000_000)
  .addOption(new Option('--store <name>', 'alone; the other keeps its part of SCALE.md').choices(Object.keys(ENGINES)))
  .option('--redis-gb <number>', 'memory that Redis may take', amount, 16)
  .option('--quick', 'a moment for each row; SCALE.md stays as it is')
  .parse()
  .opts<Options>();

ensurePrograms(['redis-server']);
const scaled: Scaled[] = [];
for (const [name, open] of enginesOf(wanted.store)) scaled.push(await scale(name, open));
console.log(scaled.map(describePart).join('\n'));
if (!wanted.quick) writeReport(join(import.meta.dirname, 'SCALE.md'));

function writeReport(path: string): void {
  const names = Object.values(ENGINES).map(([name]) => name);
  writeFileSync(path, describeScale(names, scaled, readFileSync(path, 'utf8')));
}

function enginesOf(store: string | undefined): readonly (readonly [string, Open])[] {
  return Object.entries(ENGINES).flatMap(([key, engine]) => (key === (store ?? key) ? [engine] : []));
}

async function scale(name: string, open: Open): Promise<Scaled> {
  const cleanups: (() => unknown)[] = [];
  const options = {
    mostRedisBytes: wanted.redisGb * 1e9,
    after: (run: () => unknown) => cleanups.push(run),
  };
  try {
    const few = await open({ ...options, count: wanted.few });
    const many = await open({ ...options, count: wanted.many });
    const rows = await scaleRows(name, few.site, many.site);
    const measurements = await runRounds(rows, () => (wanted.quick ? quickened(PLAN) : PLAN));
    return { name, measurements, few: measuredSite(few), many: measuredSite(many) };
  } finally {
    for (const cleanup of cleanups.reverse()) await cleanup();
  }
}

function measuredSite({ site, live }: FilledSite): ScaledSite {
  return { live, resident: residentOf(site.pid), store: site.storePid === null ? null : residentOf(site.storePid) };
}
