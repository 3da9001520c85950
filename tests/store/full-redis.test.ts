import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openRedisStore } from '#src/store/redis/open.ts';
import { StoreUnavailable } from '#src/store-unavailable.ts';
import { askRedis } from '../support/redis-ask.ts';
import { startRedisServer } from '../support/redis-server.ts';
import { POLICY, sample } from './sealed-sample.ts';

test('redis: with its memory full it takes no secret and says so to probes, and goes on when there is room', async (t) => {
  const server = await startRedisServer();
  t.after(() => server.stop());
  const store = await openRedisStore({ url: server.url, policy: POLICY, onError: () => {}, onWarning: () => {} });
  t.after(() => store.close());
  const put = () => {
    const { secret, metadata } = sample();
    return store.secrets.put(secret, metadata);
  };
  await store.site.ping();
  await askRedis(server.port, 'CONFIG', 'SET', 'maxmemory', '1');
  await assert.rejects(put(), (error) => error instanceof StoreUnavailable && error.isUnchanged);
  await assert.rejects(store.site.ping(), StoreUnavailable);
  await askRedis(server.port, 'CONFIG', 'SET', 'maxmemory', '0');
  await store.site.ping();
  await put();
});
