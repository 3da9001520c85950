import type { DatabaseSync } from 'node:sqlite';

/**
 * Moves the log into the database and empties it, so that old contents do not linger there. Waits for nobody:
 * a backup reads for as long as it takes, and each visitor would wait with us; the next sweep tries again.
 */
export function truncateLog(database: DatabaseSync): void {
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}

/** How many pages the log has, moved or not. NOOP moves nothing and only tells (SQLite 3.51). */
export function countLogPages(database: DatabaseSync): () => number {
  const look = database.prepare('PRAGMA wal_checkpoint(NOOP)');
  return () => {
    try {
      return Number(look.get()?.log);
    } catch {
      // What was committed is kept, whatever the matter is with looking; the next write, or the sweep, meets it as well.
      return 0;
    }
  };
}
