import type { DatabaseSync } from 'node:sqlite';
import type { RateStore } from '#src/features/limits/rate-store.ts';
import type { GroupCommit } from './group-commit.ts';

export const RATE_TABLES = `
  CREATE TABLE IF NOT EXISTS rate (
    name TEXT PRIMARY KEY,
    count INTEGER NOT NULL,
    ends_at_ms INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS rate_end ON rate (ends_at_ms);
`;

/** Counts in one SQLite file: one statement each. `commit` need not reach the disk. */
export function createSqliteRateStore(database: DatabaseSync, commit: GroupCommit): RateStore {
  const add = database.prepare(
    `INSERT INTO rate (name, count, ends_at_ms) VALUES (?1, ?2, ?3)
       ON CONFLICT (name) DO UPDATE SET
         count = CASE WHEN ends_at_ms > ?4 AND ends_at_ms <= ?5 THEN count + ?2 ELSE ?2 END,
         ends_at_ms = CASE WHEN ends_at_ms > ?4 AND ends_at_ms <= ?5 THEN ends_at_ms ELSE ?3 END
       RETURNING count, ends_at_ms`,
  );
  return {
    add: (name, points, windowMs, nowMs) =>
      commit(() => {
        const row = add.get(name, points, nowMs + windowMs, nowMs, nowMs + 2 * windowMs);
        return { count: Number(row?.count), endsAtMs: Number(row?.ends_at_ms) };
      }),
  };
}
