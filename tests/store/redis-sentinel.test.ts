import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openRedisStore } from '#src/store/redis/open.ts';
import { askRedis } from '../support/redis-ask.ts';
import { startSentinelSite } from '../support/redis-sentinel.ts';
import { redisContracts } from './redis-contracts.ts';
import { POLICY, RIGHT, START_MS, sample } from './sealed-sample.ts';

const attempt = { proofHash: RIGHT, claimantHash: null };

// Every answer of this one waits for a replica.
const site = await startSentinelSite();
const open = (url = site.url) =>
  openRedisStore({ url, waitReplicas: 1, policy: POLICY, onError: () => {}, onWarning: assert.fail });
const stores = [await open(), await open()] as const;
after(async () => {
  await Promise.all(stores.map((store) => store.close()));
  await site.stop();
});

redisContracts('redis-sentinel', stores, {
  clear: async () => void (await askRedis(await site.masterPort(), 'FLUSHALL')),
  waitsForReplicas: true,
});

test('redis-sentinel: what was claimed or burned leaves no content behind, on no replica', async () => {
  const [{ secrets }] = stores;
  const rows = [sample(), sample()];
  for (const { secret, metadata } of rows) await secrets.put(secret, metadata);
  const [claimed, burned] = rows.map(({ secret }) => secret.id);
  assert.equal((await secrets.claim(claimed!, attempt, START_MS)).kind, 'claimed');
  assert.equal((await secrets.burn(burned!, attempt, 'sender', START_MS)).kind, 'burned');
  await site.untilCaughtUp();
  for (const id of [claimed, burned]) {
    for (const { port } of site.servers) assert.deepEqual(await askRedis(port, 'EXISTS', `{${id}}:content`), 0);
  }
});
