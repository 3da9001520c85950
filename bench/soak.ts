// npm run bench:soak: mixed work at a share of the capacity, for long, into bench/SOAK.md with a chart for each store.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Option } from 'commander';
import { ensurePrograms } from '../tests/support/install.ts';
import { amount, commandLine, share } from './command-line.ts';
import { measure } from './load/closed-loop.ts';
import { runOpenLoop } from './load/open-loop.ts';
import { createMix } from './soak/mix.ts';
import { chartName, chartOf, describeSoaks, SAMPLE_SECONDS, type Soak } from './soak/report.ts';
import { createTally, type Sample } from './soak/samples.ts';
import { type StoreName, startSoaked } from './soak/site.ts';
import { judgeSoak } from './soak/verdict.ts';

const CAPACITY = { connections: 64, durationMs: 20_000 };
/** Compiles what will be asked. */
const WARM_UP = { connections: 64, durationMs: 5_000 };
/** At most; fewer for fewer requests a second, so that none rests until the server closes it. */
const CONNECTIONS = 256;
const STORES: Readonly<Record<string, StoreName>> = { sqlite: 'SQLite', redis: 'Redis' };
const MAX_TOLD_ERRORS = 10;

const options = commandLine('bench:soak', 'Mixed work at a share of the capacity, into bench/SOAK.md.')
  .option('--minutes <number>', 'how long', amount, 60)
  .option('--share <number>', 'of what it can do, to 1', share, 0.7)
  .addOption(new Option('--store <name>', 'this one alone').choices(Object.keys(STORES)))
  .parse()
  .opts<{ minutes: number; share: number; store?: string }>();

process.exitCode = await main(options.minutes, options.share, storesOf(options.store));

async function main(minutes: number, share: number, stores: readonly StoreName[]): Promise<number> {
  ensurePrograms(['redis-server']);
  const soaks: Soak[] = [];
  for (const store of stores) soaks.push(await soak(store, minutes, share));
  const report = describeSoaks(soaks);
  console.log(report);
  writeFileSync(join(import.meta.dirname, 'SOAK.md'), report);
  for (const one of soaks) writeFileSync(join(import.meta.dirname, chartName(one)), chartOf(one));
  return soaks.every(({ verdict }) => verdict.isPassed) ? 0 : 1;
}

function storesOf(named: string | undefined): readonly StoreName[] {
  return Object.entries(STORES).flatMap(([key, name]) => (key === (named ?? key) ? [name] : []));
}

async function soak(store: StoreName, minutes: number, share: number): Promise<Soak> {
  const cleanups: (() => unknown)[] = [];
  try {
    const { site, watch } = await startSoaked(store, (run) => cleanups.push(run));
    const mix = await createMix(site.port);
    await measure({ ...site, ...WARM_UP, task: mix });
    const { perSecond } = await measure({ ...site, ...CAPACITY, task: mix });
    const tally = createTally(() => performance.now());
    const samples: Sample[] = [];
    const timer = setInterval(async () => samples.push(await tally.sample(watch)), SAMPLE_SECONDS * 1000);
    const rate = perSecond * share;
    await runOpenLoop({
      ...{ port: site.port, connections: Math.min(CONNECTIONS, Math.ceil(rate)) },
      ...{ perSecond: rate, durationMs: minutes * 60_000 },
      perform: mix.perform,
      onDone: tally.onDone,
      onError: tellSome(tally.onError),
    });
    clearInterval(timer);
    return { store, minutes, share, capacityPerSecond: perSecond, samples, verdict: judgeSoak(samples) };
  } finally {
    for (const cleanup of cleanups.reverse()) await cleanup();
  }
}

/** Says what the first ones were; all are counted. */
function tellSome(count: () => void): (error: unknown) => void {
  let told = 0;
  return (error) => {
    count();
    told += 1;
    if (told <= MAX_TOLD_ERRORS) console.error(error);
  };
}
