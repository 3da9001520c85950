import type { DatabaseSync } from 'node:sqlite';
import type { PlaceStore } from '#src/features/limits/place-store.ts';
import type { GroupCommit } from './group-commit.ts';

export const PLACE_TABLES = `
  CREATE TABLE IF NOT EXISTS place (
    name TEXT PRIMARY KEY,
    taken INTEGER NOT NULL,
    until_ms INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS place_expiry ON place (until_ms);
`;

/** Places are free again. An end more than twice as far away as the one given was set by a wrong clock. */
const ARE_BACK = '(until_ms <= ?4 OR until_ms - ?4 > 2 * (?3 - ?4))';

export function createSqlitePlaceStore(database: DatabaseSync, commit: GroupCommit): PlaceStore {
  const take = database.prepare(
    `INSERT INTO place (name, taken, until_ms) VALUES (?1, 1, ?3)
       ON CONFLICT (name) DO UPDATE SET
         taken = CASE WHEN ${ARE_BACK} THEN 1 ELSE taken + 1 END,
         until_ms = CASE WHEN ${ARE_BACK} THEN excluded.until_ms ELSE until_ms END
       WHERE ${ARE_BACK} OR taken < ?2`,
  );
  return {
    take: (name, most, untilMs, nowMs) => commit(() => most > 0 && take.run(name, most, untilMs, nowMs).changes > 0),
  };
}
