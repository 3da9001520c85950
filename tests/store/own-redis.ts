import { openRedisStore } from '#src/store/redis/open.ts';
import { startRedisServer } from '../support/redis-server.ts';
import type { Cleanup } from '../support/temp.ts';
import { POLICY } from './sealed-sample.ts';

/** A store on a Redis of its own, for tests that change how it behaves. */
export async function openOwnRedis(t: Cleanup) {
  const server = await startRedisServer();
  t.after(() => server.stop());
  const store = await openRedisStore({ url: server.url, policy: POLICY, onError: () => {}, onWarning: () => {} });
  t.after(() => store.close());
  return { server, store };
}
