import { after, test } from 'node:test';
import supertest from 'supertest';
import { openRedisStore } from '#src/store/redis/open.ts';
import { createTestApp } from '../support/app.ts';
import { startRedisServer } from '../support/redis-server.ts';
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
  await supertest(app).get('/readyz').expect(200, { status: 'ready' });
});
