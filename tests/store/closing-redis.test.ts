import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openRedisStore } from '#src/store/redis/open.ts';
import { StoreUnavailable } from '#src/store-unavailable.ts';
import { startRedisServer } from '../support/redis-server.ts';
import { POLICY, START_MS, sample } from './sealed-sample.ts';

/** A store whose Redis stands still, and a question that it has not answered. */
async function stage(t: TestContext) {
  const server = await startRedisServer();
  t.after(async () => {
    await server.kill('SIGKILL');
    await server.stop();
  });
  const store = await openRedisStore({ url: server.url, policy: POLICY, onError: () => {}, onWarning: () => {} });
  process.kill(server.pid, 'SIGSTOP');
  const refused = assert.rejects(store.secrets.look(sample().secret.id, START_MS), StoreUnavailable);
  return { server, store, refused };
}

test('redis: a store closes though its process stands still, and what was asked is told', async (t) => {
  const { store, refused } = await stage(t);
  await store.close();
  await refused;
});

test('redis: a store closes though its process dies meanwhile, and what was asked is told', async (t) => {
  const { server, store, refused } = await stage(t);
  const closed = store.close();
  await server.kill('SIGKILL');
  await closed;
  await refused;
});

test('redis: what was asked before a store closes has its answer', async (t) => {
  const server = await startRedisServer();
  t.after(() => server.stop());
  const store = await openRedisStore({ url: server.url, policy: POLICY, onError: () => {}, onWarning: () => {} });
  const { secret, metadata } = sample();
  await store.secrets.put(secret, metadata);
  const looks = Array.from({ length: 200 }, () => store.secrets.look(secret.id, START_MS));
  await store.close();
  for (const look of await Promise.all(looks)) assert.equal(look?.life, 'live');
});
