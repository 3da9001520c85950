import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after } from 'node:test';
import { openRedisStore } from '#src/store/redis/open.ts';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import type { Store } from '#src/store/store.ts';
import { startRedisServer } from '../support/redis-server.ts';
import { temporaryFolder } from '../support/temp.ts';
import { POLICY, START_MS } from './sealed-sample.ts';

/** Both engines, and a new and empty store of one for each call. */
export async function freshStores(): Promise<readonly (readonly [engine: string, open: () => Promise<Store>])[]> {
  const server = await startRedisServer();
  const folder = temporaryFolder({ after });
  const opened: Store[] = [];
  let count = 0;
  const keep = (store: Store) => {
    opened.push(store);
    return store;
  };
  after(async () => {
    await Promise.all(opened.map((store) => store.close()));
    await server.stop();
  });
  const onSweepError = (error: unknown) => assert.fail(String(error));
  const policy = POLICY;
  return [
    [
      'sqlite',
      async () => {
        count += 1;
        return keep(openSqliteStore({ path: join(folder, `${count}.db`), policy, now: () => START_MS, onSweepError }));
      },
    ],
    [
      'redis',
      async () => {
        count += 1;
        const url = `${server.url}/${count % 16}`;
        return keep(await openRedisStore({ url, policy, onError: () => {}, onWarning: () => {} }));
      },
    ],
  ];
}
