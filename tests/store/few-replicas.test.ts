import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openRedisStore } from '#src/store/redis/open.ts';
import { StoreUnavailable } from '#src/store-unavailable.ts';
import { askRedis } from '../support/redis-ask.ts';
import { startRedisServer } from '../support/redis-server.ts';
import { untilSo } from '../support/until-so.ts';
import { openOwnRedis } from './own-redis.ts';
import { POLICY, sample } from './sealed-sample.ts';

test('redis: while too few replicas keep it from writing it says so to probes, whoever wants them', async (t) => {
  const { server, store } = await openOwnRedis(t);
  const options = { url: server.url, policy: POLICY, onError: () => {}, onWarning: () => {} };
  const waiting = await openRedisStore({ ...options, waitReplicas: 1 });
  t.after(() => waiting.close());
  const { secret, metadata } = sample();
  await store.site.ping();
  await assert.rejects(waiting.site.ping(), StoreUnavailable);
  await askRedis(server.port, 'CONFIG', 'SET', 'min-replicas-to-write', '1');
  await assert.rejects(store.secrets.put(secret, metadata), StoreUnavailable);
  await assert.rejects(store.site.ping(), StoreUnavailable);
  const replicaof = `127.0.0.1 ${server.port}`;
  const replica = await startRedisServer({
    isForgetful: true,
    settings: () => ({ replicaof, 'repl-diskless-sync-delay': '0' }),
  });
  t.after(() => replica.stop());
  const isReady = () => Promise.all([store.site.ping(), waiting.site.ping()]).then(Boolean, () => false);
  await untilSo('the replica counts', isReady);
  await waiting.secrets.put(secret, metadata);
  await askRedis(server.port, 'CONFIG', 'SET', 'min-replicas-to-write', '2');
  await assert.rejects(store.site.ping(), StoreUnavailable, 'one is fewer than it wants');
});
