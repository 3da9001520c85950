import { closeSync, fsyncSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { createGroupWriter } from '../references/raw-sqlite.ts';
import { waitingRows } from './waiting-rows.ts';

/** In one transaction: indexes are written out once for all of them. */
const GROUP = 1_000_000;
/**
 * Nothing is lost that could not be made again, and all indexes fit into the cache. Node keeps a journal, of nearly a
 * gigabyte here, unless it is told otherwise ('defensive').
 */
const FAST = 'PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -3000000';

/** Puts so many waiting secrets into a file that no server has opened; the next one that does finds it as its own. */
export function fillSqlite(path: string, count: number): void {
  const database = new DatabaseSync(path, { defensive: false });
  database.exec(FAST);
  const write = createGroupWriter(database);
  for (let done = 0; done < count; done += GROUP) {
    write(waitingRows(Math.min(GROUP, count - done)));
    console.error(`SQLite: ${Math.min(count, done + GROUP)} of ${count}`);
  }
  database.close();
  settle(path);
}

/** What still has to go to the disk would hold up whoever measures. */
function settle(path: string): void {
  const file = openSync(path, 'r+');
  fsyncSync(file);
  closeSync(file);
}
