import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { watchSentinel } from '#src/store/redis/sentinel-client.ts';
import { askRedis } from '../support/redis-ask.ts';
import { startRedisServer } from '../support/redis-server.ts';

const account = { isEncrypted: false, user: '', password: '', database: 0 };

test('listening to a sentinel that goes away leaves nothing behind on the signal of the store', async (t) => {
  // Any Redis lets itself be subscribed to, as a sentinel does.
  const { port, stop } = await startRedisServer();
  t.after(stop);
  const { signal } = new AbortController();
  for (let losses = 0; losses < 3; losses += 1) {
    const { promise: isListening, resolve: onSwitch } = Promise.withResolvers<void>();
    const watching = watchSentinel({ host: '127.0.0.1', port }, account, { masterName: 'main', onSwitch, signal });
    await isListening;
    assert.equal(getEventListeners(signal, 'abort').length, 1);
    await askRedis(port, 'CLIENT', 'KILL', 'TYPE', 'pubsub');
    await watching;
  }
  assert.equal(getEventListeners(signal, 'abort').length, 0);
});

test('listening to a sentinel ends with the signal', async (t) => {
  const { port, stop } = await startRedisServer();
  t.after(stop);
  const ended = new AbortController();
  const { promise: isListening, resolve: onSwitch } = Promise.withResolvers<void>();
  const watch = { masterName: 'main', onSwitch, signal: ended.signal };
  const watching = watchSentinel({ host: '127.0.0.1', port }, account, watch);
  await isListening;
  ended.abort();
  await watching;
});
