import assert from 'node:assert/strict';
import { connect, createServer } from 'node:net';
import { test } from 'node:test';
import { connectRedis } from '#src/store/redis/connection.ts';
import { listening } from '../support/listening.ts';
import { startRedisServer } from '../support/redis-server.ts';
import type { Cleanup } from '../support/temp.ts';

test('redis: a provider that would move connections elsewhere for its maintenance is not asked to', async (t) => {
  const server = await startRedisServer();
  t.after(() => server.stop());
  const heard: string[] = [];
  const port = await startListener(t, server.port, heard);
  const redis = await connectRedis({ url: `redis://127.0.0.1:${port}`, onError: () => {} });
  t.after(() => redis.close());
  await redis.command('SET', 'key', 'value');
  const said = heard.join('');
  assert.match(said, /HELLO.*SET/s);
  // Whoever asks for it goes where it is told: where nobody answers there, its commands wait for ever.
  assert.doesNotMatch(said, /MAINT_NOTIFICATIONS/i);
});

/** Before a Redis: it notes what is said to that. */
function startListener(t: Cleanup, port: number, heard: string[]): Promise<number> {
  const listener = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    near.on('error', () => far.destroy()).on('close', () => far.destroy());
    far.on('error', () => {}).on('close', () => near.destroy());
    far.pipe(near);
    near.on('data', (bytes) => {
      heard.push(String(bytes));
      far.write(bytes);
    });
  });
  return listening(t, listener);
}
