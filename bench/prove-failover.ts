// npm run prove:failover: what a dead master takes with it. All configurations together are written into
// bench/FAILOVER.md.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Option } from 'commander';
import { LAG_MS, type Round, runRound } from '../tests/cluster/failover-rounds.ts';
import { openStage } from '../tests/cluster/stage.ts';
import { ensurePrograms } from '../tests/support/install.ts';
import { startClusterSite } from '../tests/support/redis-cluster.ts';
import { startSentinelSite } from '../tests/support/redis-sentinel.ts';
import { commandLine, count } from './command-line.ts';
import { type Configuration, type Done, isKept, pageOf, tableOf } from './report/failover.ts';

const STORES = ['sentinel', 'cluster'] as const;
const WAITS = ['1', '0'] as const;

interface Options {
  readonly rounds: number;
  readonly waitReplicas?: (typeof WAITS)[number];
  readonly store?: (typeof STORES)[number];
}

const options = commandLine('prove:failover', 'What a master of Redis that is killed takes with it.')
  .option('--rounds <number>', 'masters killed for each configuration', count, 50)
  .addOption(new Option('--wait-replicas <number>', 'this store.wait_replicas alone').choices(WAITS))
  .addOption(new Option('--store <name>', 'what promotes another: this one alone').choices(STORES))
  .parse()
  .opts<Options>();

process.exitCode = await main(options);

async function main({ rounds, waitReplicas, store }: Options): Promise<number> {
  ensurePrograms(['redis-server']);
  const done: Done[] = [];
  for (const kind of STORES.filter((name) => name === (store ?? name))) {
    for (const wait of WAITS.filter((number) => number === (waitReplicas ?? number))) {
      const one = await killMasters({ store: kind, waitReplicas: Number(wait) }, rounds);
      done.push(one);
      console.log(tableOf([one]));
    }
  }
  const isWhole = store === undefined && waitReplicas === undefined;
  if (isWhole) writeFileSync(join(import.meta.dirname, 'FAILOVER.md'), pageOf(done));
  return isKept(done) ? 0 : 1;
}

async function killMasters(configuration: Configuration, rounds: number): Promise<Done> {
  const { store, waitReplicas } = configuration;
  const cleanups: (() => unknown)[] = [];
  const redis = await (store === 'cluster'
    ? startClusterSite({ replicas: 1, takeOverAfterMs: 2_000 })
    : startSentinelSite({ takeOverAfterMs: 1_500 }));
  try {
    const stage = await openStage({ after: (run) => cleanups.push(run) }, { store: redis.url, waitReplicas });
    const done: Round[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      // In every other round the replicas are behind when the master dies.
      const result = await runRound(stage, redis, (round % 2) * LAG_MS);
      done.push(result);
      console.log(`${round}: ${JSON.stringify(result)}`);
    }
    return { configuration, rounds: done };
  } finally {
    for (const cleanup of cleanups) await cleanup();
    await redis.stop();
  }
}
