import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StoreUnavailable } from '#src/store-unavailable.ts';
import { askRedis } from '../support/redis-ask.ts';
import { startRedisServer } from '../support/redis-server.ts';
import { openOwnRedis } from './own-redis.ts';
import { sample } from './sealed-sample.ts';

test('redis: made a replica it takes no secret and says so to probes, and goes on as a master', async (t) => {
  const { server, store } = await openOwnRedis(t);
  const other = await startRedisServer();
  t.after(() => other.stop());
  const put = () => {
    const { secret, metadata } = sample();
    return store.secrets.put(secret, metadata);
  };
  await store.site.ping();
  await askRedis(server.port, 'REPLICAOF', '127.0.0.1', String(other.port));
  await assert.rejects(put(), (error) => error instanceof StoreUnavailable && error.isUnchanged);
  await assert.rejects(store.site.ping(), StoreUnavailable);
  await askRedis(server.port, 'REPLICAOF', 'NO', 'ONE');
  await store.site.ping();
  await put();
});
