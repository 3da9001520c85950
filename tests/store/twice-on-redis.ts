import { after } from 'node:test';
import { createClient } from 'redis';
import { openRedisStore } from '#src/store/redis/open.ts';
import type { Store } from '#src/store/store.ts';
import { startRedisServer } from '../support/redis-server.ts';
import { POLICY } from './sealed-sample.ts';

/** A port of two stores on one Redis of their own, as two processes have it, and a client that looks behind their back. */
export async function openTwiceOnRedis<Port>(portOf: (store: Store) => Port) {
  const server = await startRedisServer();
  const open = () => openRedisStore({ url: server.url, policy: POLICY, onError: () => {}, onWarning: () => {} });
  const [store, second] = [await open(), await open()];
  const client = await createClient({ url: server.url }).connect();
  after(async () => {
    await Promise.all([store.close(), second.close(), client.close()]);
    await server.stop();
  });
  return {
    client,
    /** Both, with nothing in them. */
    empty: async () => {
      await client.sendCommand(['FLUSHDB']);
      return [portOf(store), portOf(second)] as const;
    },
    keys: async () => (await client.sendCommand<string[]>(['KEYS', '*'])).sort(),
  };
}
