import assert from 'node:assert/strict';
import { connect, createServer } from 'node:net';
import { test } from 'node:test';
import { connectRedis } from '#src/store/redis/connection.ts';
import { freePort } from '../support/free-port.ts';
import { listening } from '../support/listening.ts';
import { startRedisServer } from '../support/redis-server.ts';
import type { Cleanup } from '../support/temp.ts';

test('redis: a provider that would move connections elsewhere for its maintenance is not asked to: each that is made is counted', async (t) => {
  const server = await startRedisServer();
  t.after(() => server.stop());
  const port = await startProvider(t, server.port, `127.0.0.1:${await freePort()}`);
  const redis = await connectRedis({ url: `redis://127.0.0.1:${port}`, onError: () => {} });
  t.after(() => redis.close());
  await redis.command('SET', 'key', 'value');
  assert.equal(String(await redis.command('GET', 'key')), 'value');
  assert.equal(redis.connectionsMade(), 1);
});

/** A Redis before a real one that says to whoever wants to be told of its maintenance that it goes elsewhere. */
function startProvider(t: Cleanup, port: number, elsewhere: string): Promise<number> {
  const moving = ['>4', '+MOVING', ':1', ':15', `$${elsewhere.length}`, elsewhere, ''].join('\r\n');
  const provider = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    near.on('error', () => far.destroy()).on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    far.pipe(near);
    near.on('data', (sent) => {
      far.write(sent);
      if (sent.includes('MAINT_NOTIFICATIONS')) setTimeout(() => near.write(moving), 20);
    });
  });
  return listening(t, provider);
}
