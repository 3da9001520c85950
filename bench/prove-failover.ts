// npm run prove:failover -- [--rounds 50] [--wait-replicas 1] [--store sentinel|cluster]: what a dead master takes with it.
import { parseArgs } from 'node:util';
import { LAG_MS, type Round, runRound, sumOf } from '../tests/cluster/failover-rounds.ts';
import { openStage } from '../tests/cluster/stage.ts';
import { ensurePrograms } from '../tests/support/install.ts';
import { startClusterSite } from '../tests/support/redis-cluster.ts';
import { startSentinelSite } from '../tests/support/redis-sentinel.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '50' },
    'wait-replicas': { type: 'string', default: '1' },
    store: { type: 'string', default: 'sentinel' },
  },
});

process.exitCode = await main(Number(values.rounds), Number(values['wait-replicas']), values.store);

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
