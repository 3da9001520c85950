// npm run bench:scale [-- --few 100000 --many 10000000 --store sqlite|redis --redis-gb 16 --quick]: whether many waiting
// secrets make anything slower or larger; into bench/SCALE.md. Without --store on both, one after the other; with it the
// other keeps its part of SCALE.md. Ten million take about 15 GB of disk on SQLite and as much memory as --redis-gb allows
// on Redis, and are removed afterwards.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensurePrograms } from '../tests/support/install.ts';
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

const { values } = parseArgs({
  options: {
    few: { type: 'string', default: '100000' },
    many: { type: 'string', default: '10000000' },
    store: { type: 'string' },
    'redis-gb': { type: 'string', default: '16' },
    /** A moment for each row, and SCALE.md stays as it is. */
    quick: { type: 'boolean', default: false },
  },
});

ensurePrograms(['redis-server']);
const scaled: Scaled[] = [];
for (const [name, open] of enginesOf(values.store)) scaled.push(await scale(name, open));
console.log(scaled.map(describePart).join('\n'));
if (!values.quick) writeReport(join(import.meta.dirname, 'SCALE.md'));

function writeReport(path: string): void {
  const names = Object.values(ENGINES).map(([name]) => name);
  writeFileSync(path, describeScale(names, scaled, readFileSync(path, 'utf8')));
}

function enginesOf(store: string | undefined): readonly (readonly [string, Open])[] {
  if (store === undefined) return Object.values(ENGINES);
  const engine = ENGINES[store];
  if (engine === undefined) throw new Error(`--store is ${Object.keys(ENGINES).join(' or ')}`);
  return [engine];
}

async function scale(name: string, open: Open): Promise<Scaled> {
  const cleanups: (() => unknown)[] = [];
  const options = {
    mostRedisBytes: Number(values['redis-gb']) * 1e9,
    after: (run: () => unknown) => cleanups.push(run),
  };
  try {
    const few = await open({ ...options, count: Number(values.few) });
    const many = await open({ ...options, count: Number(values.many) });
    const rows = await scaleRows(name, few.site, many.site);
    const measurements = await runRounds(rows, () => (values.quick ? quickened(PLAN) : PLAN));
    return { name, measurements, few: measuredSite(few), many: measuredSite(many) };
  } finally {
    for (const cleanup of cleanups.reverse()) await cleanup();
  }
}

function measuredSite({ site, live }: FilledSite): ScaledSite {
  return { live, resident: residentOf(site.pid), store: site.storePid === null ? null : residentOf(site.storePid) };
}
