import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askRedis } from '../support/redis-ask.ts';
import { openOwnRedis } from './own-redis.ts';
import { sample } from './sealed-sample.ts';

const range = { sinceMs: 0, limit: 10 };
const LISTS = ['hushlink:owned:{me}:made', 'hushlink:owned:{me}:ends'];

test('redis: what is over by its own clock leaves the lists of its owner, and where it takes no writes they are read', async (t) => {
  const { server, store } = await openOwnRedis(t);
  const nowMs = Date.now();
  const put = async (createdAtMs: number, recordExpiresAtMs: number) => {
    const times = { createdAtMs, expiresAtMs: createdAtMs + 60_000, recordExpiresAtMs };
    const { secret, metadata } = sample({ ownerTag: 'me', ownerCopy: Buffer.from('copy'), senderCopy: null, ...times });
    await store.secrets.put(secret, metadata);
    return secret.id;
  };
  const kept = () => Promise.all(LISTS.map((list) => askRedis(server.port, 'ZCARD', list)));
  const listed = async (atMs: number) => (await store.secrets.ownedBy('me', range, atMs)).map(({ id }) => id);
  await put(nowMs - 7_200_000, nowMs - 3_600_000);
  const lives = await put(nowMs, nowMs + 3_600_000);
  assert.deepEqual(await kept(), [1, 1], 'who adds clears away');
  await put(nowMs - 7_200_001, nowMs - 3_600_000);
  assert.deepEqual(await kept(), [2, 2]);
  await askRedis(server.port, 'CONFIG', 'SET', 'min-replicas-to-write', '1');
  assert.deepEqual(await listed(nowMs), [lives]);
  assert.equal(await store.secrets.countOwnedBy('me', 0, nowMs), 1);
  assert.deepEqual(await kept(), [2, 2], 'nothing can be cleared away');
  await askRedis(server.port, 'CONFIG', 'SET', 'min-replicas-to-write', '0');
  assert.deepEqual(await listed(nowMs + 86_400_000), []);
  assert.deepEqual(await kept(), [1, 1], 'by the clock of Redis one of them lives');
  assert.deepEqual(await listed(nowMs), [lives]);
});
