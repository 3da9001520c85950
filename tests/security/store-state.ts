import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { createClient } from 'redis';
import type { Site } from './stores.ts';

const QUIET_MS = 250;

/** All that is in the store, and in Redis how often it was written. */
export async function stateOf(site: Site): Promise<unknown> {
  return site.redisUrl === null ? rowsOfSqlite(site.folder) : stateOfRedis(site.redisUrl);
}

/** The same once nothing has changed for a while: Redis counts a secret a twentieth of a second after it was made. */
export async function settledStateOf(site: Site): Promise<unknown> {
  for (let before = await stateOf(site); ; ) {
    await pause(QUIET_MS);
    const now = await stateOf(site);
    if (isDeepStrictEqual(now, before)) return now;
    before = now;
  }
}

/** Every row of every table, byte for byte. */
export function rowsOfSqlite(folder: string): unknown {
  const database = new DatabaseSync(join(folder, 'hushlink.db'), { readOnly: true });
  try {
    const names = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
    return names.map(({ name }) => [name, database.prepare(`SELECT * FROM "${name}" ORDER BY 1`).all()]);
  } finally {
    database.close();
  }
}

/** `rdb_changes_since_last_save` counts every change, and nothing is saved here. */
export async function stateOfRedis(url: string): Promise<unknown> {
  const client = createClient({ url });
  await client.connect();
  try {
    const info = await client.info('persistence');
    return { changes: /rdb_changes_since_last_save:(\d+)/.exec(info)?.[1], keys: (await client.keys('*')).sort() };
  } finally {
    client.destroy();
  }
}
