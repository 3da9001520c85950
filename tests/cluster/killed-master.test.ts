import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSentinelSite } from '../support/redis-sentinel.ts';
import { LAG_MS, type Round, runRound, sumOf } from './failover-rounds.ts';
import { openStage } from './stage.ts';

// npm run prove:failover -- --rounds 50 does it more often.
const rounds = 5;

test('a master killed under load, again and again, while answers wait for a replica: nothing is handed out twice [GEN-01 REV-06]', async (t) => {
  const redis = await startSentinelSite();
  t.after(() => redis.stop());
  const stage = await openStage(t, { store: redis.url, waitReplicas: 1 });
  const done: Round[] = [];
  for (let round = 0; round < rounds; round += 1) done.push(await runRound(stage, redis, (round % 2) * LAG_MS));
  const sum = sumOf(done);
  t.diagnostic(JSON.stringify(sum));
  assert.deepEqual([sum.twice, sum.lost], [0, 0]);
  assert.ok(sum.shared > rounds * 20);
});

test('a master killed under load while nobody waits for replicas that are behind: what they did not get is forgotten', async (t) => {
  const redis = await startSentinelSite();
  t.after(() => redis.stop());
  const stage = await openStage(t, { store: redis.url });
  const { twice, lost } = await runRound(stage, redis, 3 * LAG_MS);
  t.diagnostic(`${twice} handed out twice, ${lost} lost`);
  assert.ok(twice > 0);
});
