import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openRedisStore } from '#src/store/redis/open.ts';
import { askRedis } from '../support/redis-ask.ts';
import { startRedisServer } from '../support/redis-server.ts';
import { untilSo } from '../support/until-so.ts';
import { POLICY } from './sealed-sample.ts';

/** Read within a second: events are looked at behind each key. */
const KEYS = 20;
const SLOWLY = { 'key-load-delay': '50000', 'loading-process-events-interval-bytes': '1024' };

test('redis: a store that is opened while Redis still reads its file waits until it has', async (t) => {
  const server = await startRedisServer({ settings: () => ({ rdbcompression: 'no' }) });
  t.after(() => server.stop());
  const fill = `for at = 1, ${KEYS} do redis.call('SET', 'other:' .. at, string.rep('.', 2048)) end`;
  await askRedis(server.port, 'EVAL', fill, '0');
  await askRedis(server.port, 'SAVE');
  await server.kill('SIGKILL');
  const loaded = server.restart(SLOWLY);
  const isLoading = () => askRedis(server.port, 'PING').then(null, (error) => /^LOADING/.test(error.message));
  await untilSo('Redis says that it loads', async () => (await isLoading()) === true);
  const options = { url: server.url, policy: POLICY, isServing: true, onError: () => {}, onWarning: () => {} };
  const store = await openRedisStore(options);
  t.after(() => store.close());
  await store.site.ping();
  await loaded;
  assert.equal(await askRedis(server.port, 'DBSIZE'), KEYS + 1, 'all of them, and the schema');
});
