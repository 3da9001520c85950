import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import { createClient } from 'redis';
import { openRedisStore } from '#src/store/redis/open.ts';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import type { Store } from '#src/store/store.ts';
import {
  ALL_KINDS,
  type LoadOutcome,
  type LoadRule,
  type RecordKind,
  type TransferRecord,
} from '#src/store/transfer.ts';
import { startRedisServer } from '../support/redis-server.ts';
import { temporaryFolder } from '../support/temp.ts';
import { untilSo } from '../support/until-so.ts';
import { POLICY, START_MS } from './sealed-sample.ts';

export const COPY: LoadRule = { how: 'copy' };
export const RESTORE: LoadRule = { how: 'restore', isReplacing: false, isReviving: false };

const QUIET = { onError: () => {}, onWarning: () => {} };

export const KINDS_OF_ALL: readonly RecordKind[] = ALL_KINDS;

/** Makes an empty store of a kind, again and again. It closes with the file's tests. */
export type MakeStore = () => Promise<Store>;

/** SQLite: a file each, gone with the next but one. Redis: two databases of one server in turns, emptied before. */
export async function storeMakers(): Promise<{ readonly makeSqlite: MakeStore; readonly makeRedis: MakeStore }> {
  const folder = temporaryFolder({ after });
  const server = await startRedisServer();
  const client = createClient({ url: server.url });
  await client.connect();
  const urls = [0, 1].map((database) => `${server.url}/${database}`);
  const redis = await Promise.all(urls.map((url) => openRedisStore({ url, policy: POLICY, ...QUIET })));
  const files: { readonly store: Store; readonly path: string }[] = [];
  const forget = async ({ store, path }: (typeof files)[number]) => {
    await store.close();
    for (const rest of ['', '-wal', '-shm']) rmSync(path + rest, { force: true });
  };
  let made = 0;
  after(async () => {
    for (const file of files) await forget(file);
    for (const store of redis) await store.close();
    await client.close();
    await server.stop();
  });
  return {
    makeSqlite: async () => {
      made += 1;
      const path = join(folder, `${made}.db`);
      const store = openSqliteStore({ path, policy: POLICY, now: () => START_MS, onSweepError: () => {} });
      files.push({ store, path });
      if (files.length > 2) await forget(files.shift()!);
      return store;
    },
    makeRedis: async () => {
      made += 1;
      await client.select(made % 2);
      await client.flushDb();
      const store = redis[made % 2]!;
      await untilSo('the store answers', () => store.site.ping().then(() => true));
      return store;
    },
  };
}

export async function recordsOf(store: Store, kinds = KINDS_OF_ALL, nowMs = START_MS): Promise<TransferRecord[]> {
  const records: TransferRecord[] = [];
  for await (const record of store.transfer.dump(kinds, nowMs)) records.push(record);
  return records;
}

/** All of it, into an empty store. */
export async function copyOver(from: Store, to: Store, nowMs = START_MS): Promise<void> {
  await to.gate.fill();
  await to.transfer.load(await recordsOf(from, KINDS_OF_ALL, nowMs), COPY, nowMs);
  await to.gate.open();
}

export function loadInto(store: Store, records: readonly TransferRecord[], rule: Partial<typeof RESTORE> = {}) {
  return store.transfer.load(records, { ...RESTORE, ...rule } as LoadRule, START_MS) as Promise<readonly LoadOutcome[]>;
}
