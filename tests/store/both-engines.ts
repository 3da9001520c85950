import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after } from 'node:test';
import { openRedisStore } from '#src/store/redis/open.ts';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import type { Store } from '#src/store/store.ts';
import { startRedisServer } from '../support/redis-server.ts';
import { temporaryFolder } from '../support/temp.ts';
import { POLICY, START_MS } from './sealed-sample.ts';

/** Both stores, real and empty, for the tests of one file. */
export async function openBothEngines(): Promise<readonly (readonly [engine: string, store: Store])[]> {
  const path = join(temporaryFolder({ after }), 'store.db');
  const onSweepError = (error: unknown) => assert.fail(String(error));
  const embedded = openSqliteStore({ path, policy: POLICY, now: () => START_MS, onSweepError });
  const server = await startRedisServer();
  const redis = await openRedisStore({ url: server.url, policy: POLICY, onError: () => {}, onWarning: () => {} });
  after(async () => {
    await Promise.all([embedded.close(), redis.close()]);
    await server.stop();
  });
  return [
    ['sqlite', embedded],
    ['redis', redis],
  ];
}
