// npm run prove:failover: what a dead master takes with it.
import { Option } from 'commander';
import { LAG_MS, type Round, runRound, sumOf } from '../tests/cluster/failover-rounds.ts';
import { openStage } from '../tests/cluster/stage.ts';
import { ensurePrograms } from '../tests/support/install.ts';
import { startClusterSite } from '../tests/support/redis-cluster.ts';
import { startSentinelSite } from '../tests/support/redis-sentinel.ts';
import { commandLine, count } from './command-line.ts';

const options = commandLine('prove:failover', 'What a master of Redis that is killed takes with it.')
  .option('--rounds <number>', 'masters killed', count, 50)
  .addOption(new Option('--wait-replicas <number>', 'store.wait_replicas').choices(['0', '1']).default('1'))
  .addOption(new Option('--store <name>', 'what promotes another').choices(['sentinel', 'cluster']).default('sentinel'))
  .parse()
  .opts<{ rounds: number; waitReplicas: string; store: string }>();

process.exitCode = await main(options.rounds, Number(options.waitReplicas), options.store);

async function main(rounds: number, waitReplicas: number, kind: string): Promise<number> {
  ensurePrograms(['redis-server']);
  const cleanups: (() => unknown)[] = [];
  const redis = await (kind === 'cluster'
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
    const sum = sumOf(done);
    console.log(`${kind}, wait_replicas ${waitReplicas}: ${JSON.stringify(sum)}`);
    return waitReplicas > 0 && sum.twice > 0 ? 1 : 0;
  } finally {
    for (const cleanup of cleanups) await cleanup();
    await redis.stop();
  }
}
