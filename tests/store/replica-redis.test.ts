import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openRedisStore } from '#src/store/redis/open.ts';
import { StoreUnavailable } from '#src/store-unavailable.ts';
import { askRedis } from '../support/redis-ask.ts';
import { startRedisServer } from '../support/redis-server.ts';
import { POLICY, sample } from './sealed-sample.ts';

test('redis: made a replica it takes no secret and says so to probes, and goes on as a master', async (t) => {
  const [server, other] = [await startRedisServer(), await startRedisServer()];
  t.after(() => Promise.all([server.stop(), other.stop()]));
  const store = await openRedisStore({ url: server.url, policy: POLICY, onError: () => {}, onWarning: () => {} });
  t.after(() => store.close());
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
