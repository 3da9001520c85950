import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { askRedis, infoOf } from '../support/redis-ask.ts';
import { startRedisServer } from '../support/redis-server.ts';
import { untilSo } from '../support/until-so.ts';
import { openOwnRedis } from './own-redis.ts';

test('redis: a move is not said to be done before replicas know that the store is closed for good', async (t) => {
  const { server, store } = await openOwnRedis(t);
  const replicaof = `127.0.0.1 ${server.port}`;
  const replica = await startRedisServer({ settings: () => ({ replicaof, 'repl-diskless-sync-delay': '0' }) });
  t.after(() => replica.stop());
  await untilSo('a replica follows', async () => /state=online/.test(await infoOf(server.port, 'slave0')));
  assert.equal(await store.gate.close('mover', 60_000), true);
  const beforeAnd = async (work: () => Promise<unknown>) => {
    process.kill(replica.pid, 'SIGSTOP');
    const done = work().then(() => true);
    const isDoneFirst = await Promise.race([done, pause(100, false)]);
    process.kill(replica.pid, 'SIGCONT');
    await done;
    const mark = await askRedis(replica.port, 'GET', 'hushlink:mark');
    return { isDoneFirst, kind: mark === null ? null : JSON.parse(String(mark)).kind };
  };
  const ended = await beforeAnd(() => store.gate.endMoved('mover', 'elsewhere', 1));
  assert.deepEqual(ended, { isDoneFirst: false, kind: 'moved' });
  const opened = await beforeAnd(() => store.gate.open());
  assert.deepEqual(opened, { isDoneFirst: false, kind: null });
});
