import assert from 'node:assert/strict';
import { connect, createServer } from 'node:net';
import { test } from 'node:test';
import { openRedisStore } from '#src/store/redis/open.ts';
import { listening } from '../support/listening.ts';
import { MASTER_NAME, startSentinel } from '../support/redis-sentinel.ts';
import { startRedisServer } from '../support/redis-server.ts';
import type { Cleanup } from '../support/temp.ts';
import { POLICY } from './sealed-sample.ts';

/** In front of a Redis: whoever asks for its role gets no answer. */
async function hushed(t: Cleanup, port: number): Promise<number> {
  const server = createServer((outer) => {
    const inner = connect(port, '127.0.0.1');
    inner.pipe(outer);
    outer.on('data', (bytes) => bytes.includes('ROLE') || inner.write(bytes));
    for (const [one, other] of [[inner, outer] as const, [outer, inner] as const]) {
      one.on('close', () => other.destroy()).on('error', () => {});
    }
  });
  return listening(t, server);
}

test('of a master that does not say what it is, it is said that it has not answered, and not that it is none', async (t) => {
  const redis = await startRedisServer();
  t.after(() => redis.stop());
  const replica = await startRedisServer({ settings: () => ({ replicaof: `127.0.0.1 ${redis.port}` }) });
  t.after(() => replica.stop());
  const port = await hushed(t, redis.port);
  for (const [named, reason] of [
    [port, `127.0.0.1:${port} has not answered`],
    [replica.port, `127.0.0.1:${replica.port} is not the master`],
  ] as const) {
    const sentinel = await startSentinel(named, {});
    t.after(() => sentinel.stop());
    const url = `redis+sentinel://127.0.0.1:${sentinel.port}/${MASTER_NAME}`;
    const opened = openRedisStore({ url, policy: POLICY, onError: () => {}, onWarning: assert.fail });
    await assert.rejects(opened, (error: Error) => [error, error.cause].some((one) => String(one).endsWith(reason)));
  }
});
