import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import supertest from 'supertest';
import { openRedisStore } from '#src/store/redis/open.ts';
import { StoreUnavailable } from '#src/store-unavailable.ts';
import { createTestApp } from '../support/app.ts';
import { startRedisServer } from '../support/redis-server.ts';
import { untilSo } from '../support/until-so.ts';
import { POLICY } from './sealed-sample.ts';

test('a probe is told that we are not ready while the store says nothing at all, and does not wait for it', async (t) => {
  const server = await startRedisServer();
  after(() => server.stop());
  const store = await openRedisStore({ url: server.url, policy: POLICY, onError: () => {}, onWarning: () => {} });
  t.after(() => store.close());
  const { app } = createTestApp(t, { store });
  await supertest(app).get('/readyz').expect(200, { status: 'ready' });
  process.kill(server.pid, 'SIGSTOP');
  try {
    await supertest(app).get('/readyz').expect(503, { status: 'not ready' });
  } finally {
    process.kill(server.pid, 'SIGCONT');
  }
  await untilSo('it is ready again', async () => (await supertest(app).get('/readyz')).status === 200);
});

test('redis: a process that stands still is given up though it is asked all the time, and found again when it goes on', async (t) => {
  const server = await startRedisServer();
  t.after(() => server.stop());
  const store = await openRedisStore({ url: server.url, policy: POLICY, onError: () => {}, onWarning: () => {} });
  t.after(() => store.close());
  const { promise: refused, resolve } = Promise.withResolvers<unknown>();
  process.kill(server.pid, 'SIGSTOP');
  // As probes and visitors do: each question begins the timeout of a socket anew.
  const asking = setInterval(() => void store.site.ping().catch(resolve), 100);
  try {
    assert.ok((await refused) instanceof StoreUnavailable);
    await assert.rejects(store.site.banner(), StoreUnavailable);
  } finally {
    clearInterval(asking);
    process.kill(server.pid, 'SIGCONT');
  }
  await untilSo('Redis is found again', async () => (await store.site.banner()) === null);
});
