import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentOf } from '../durability/client.ts';
import { startSentinelSite } from '../support/redis-sentinel.ts';
import { untilSo } from '../support/until-so.ts';
import { LAG_MS, type Round, runRound, sumOf } from './failover-rounds.ts';
import { openStage } from './stage.ts';

// npm run prove:failover -- --rounds 50 does it more often.
const rounds = 5;

test('a master killed under load, again and again, while answers wait for a replica: nothing is handed out twice [GEN-01 REV-06]', async (t) => {
  const redis = await startSentinelSite({ takeOverAfterMs: 1_500 });
  t.after(() => redis.stop());
  const stage = await openStage(t, { store: redis.url, waitReplicas: 1 });
  const done: Round[] = [];
  for (let round = 0; round < rounds; round += 1) done.push(await runRound(stage, redis, (round % 2) * LAG_MS));
  const sum = sumOf(done);
  t.diagnostic(JSON.stringify(sum));
  assert.deepEqual([sum.twice, sum.lost], [0, 0]);
  assert.ok(sum.shared > rounds * 20);
});

test('a master killed while nobody waits for replicas that are behind: what they did not get is forgotten', async (t) => {
  const redis = await startSentinelSite({ takeOverAfterMs: 1_500 });
  t.after(() => redis.stop());
  const { client } = await openStage(t, { store: redis.url });
  const shared = await Promise.all(Array.from({ length: 12 }, (_, at) => client.share(`content ${at}`)));
  await redis.untilCaughtUp();
  const readAll = async () => {
    const answers = await Promise.all(shared.map(({ secretKey }) => client.reveal(secretKey)));
    return answers.map(contentOf);
  };
  const copies: (string | null)[][] = [];
  const dead = await redis.killMaster(async () => copies.push(await readAll()));
  await redis.bringBack(dead);
  await untilSo('the site answers', async () => (await client.ask('/readyz')).status === 200);
  copies.push(await readAll());
  const contents = shared.map((_, at) => `content ${at}`);
  assert.deepEqual(copies, [contents, contents]);
});
