import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { ColonelStore, DayTally } from '#src/features/colonel/colonel-store.ts';
import { read } from './read.ts';

/**
 * Counts are kept by the database itself, in the transaction that makes, ends or removes a row: they are true whatever
 * process writes, and cost nothing to read. A file that is older than they are is counted through once. A secret waits
 * while it lives and has content: a received one may be kept for its claimant. What is not `is_counted` is in none.
 */
export const COLONEL_TABLES = `
  CREATE TABLE IF NOT EXISTS tally (name TEXT PRIMARY KEY, count INTEGER NOT NULL) STRICT;
  INSERT INTO tally (name, count)
    SELECT name, CASE name
        WHEN 'live' THEN (SELECT COUNT(*) FROM secret WHERE life = 'live' AND content IS NOT NULL)
        WHEN 'shared' THEN (SELECT COUNT(*) FROM secret WHERE life = 'received')
        ELSE (SELECT COUNT(*) FROM secret)
      END
      FROM (SELECT 'live' AS name UNION ALL SELECT 'records' UNION ALL SELECT 'created' UNION ALL SELECT 'shared')
      WHERE NOT EXISTS (SELECT 1 FROM tally);

  CREATE TABLE IF NOT EXISTS day_tally (
    day TEXT PRIMARY KEY,
    created INTEGER NOT NULL DEFAULT 0,
    shared INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  CREATE TRIGGER IF NOT EXISTS secret_made AFTER INSERT ON secret WHEN NEW.is_counted = 1 BEGIN
    UPDATE tally SET count = count + 1 WHERE name IN ('live', 'records', 'created');
    INSERT INTO day_tally (day, created) VALUES (date(NEW.created_at_ms / 1000, 'unixepoch'), 1)
      ON CONFLICT (day) DO UPDATE SET created = created + 1;
  END;
  CREATE TRIGGER IF NOT EXISTS secret_emptied AFTER UPDATE OF life, content ON secret
    WHEN OLD.life = 'live' AND OLD.content IS NOT NULL AND (NEW.life <> 'live' OR NEW.content IS NULL)
      AND NEW.is_counted = 1 BEGIN
    UPDATE tally SET count = count - 1 WHERE name = 'live';
  END;
  CREATE TRIGGER IF NOT EXISTS secret_received AFTER UPDATE OF life ON secret
    WHEN OLD.life <> 'received' AND NEW.life = 'received' AND NEW.is_counted = 1 BEGIN
    UPDATE tally SET count = count + 1 WHERE name = 'shared';
    INSERT INTO day_tally (day, shared) VALUES (date(NEW.ended_at_ms / 1000, 'unixepoch'), 1)
      ON CONFLICT (day) DO UPDATE SET shared = shared + 1;
  END;
  CREATE TRIGGER IF NOT EXISTS secret_removed AFTER DELETE ON secret WHEN OLD.is_counted = 1 BEGIN
    UPDATE tally SET count = count - 1 WHERE name = 'records' OR (name = 'live' AND OLD.life = 'live' AND OLD.content IS NOT NULL);
  END;
`;

export function createSqliteColonelStore(database: DatabaseSync, path: string): ColonelStore {
  const tally = database.prepare('SELECT name, count FROM tally');
  // What the sweep has not come to yet: as a rule, what expired in the last 20 seconds.
  const due = database.prepare(
    `SELECT SUM(life = 'live' AND content IS NOT NULL AND expires_at_ms <= ?1) AS live, SUM(record_expires_at_ms <= ?1) AS records
       FROM secret WHERE sweep_at_ms <= ?1 AND is_counted = 1`,
  );
  const dayOf = database.prepare('SELECT day, created, shared FROM day_tally WHERE day = ?');
  return {
    secrets: async (nowMs) => {
      const kept = Object.fromEntries(read(() => tally.all()).map(({ name, count }) => [String(name), Number(count)]));
      const over = read(() => due.get(nowMs));
      return {
        live: (kept.live ?? 0) - Number(over?.live ?? 0),
        records: (kept.records ?? 0) - Number(over?.records ?? 0),
        created: kept.created ?? 0,
        shared: kept.shared ?? 0,
      };
    },
    days: async (days) => read(() => days.flatMap((day) => toDay(dayOf.get(day)))),
    info: async () => read(() => describe(database, path)),
  };
}

function toDay(row: Record<string, unknown> | undefined): DayTally[] {
  return row ? [{ day: String(row.day), created: Number(row.created), shared: Number(row.shared) }] : [];
}

/** The counterpart of Redis's INFO. Sizes in bytes. */
function describe(database: DatabaseSync, path: string): Record<string, string | number> {
  const pragma = (name: string) => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0];
  const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return {
    engine: 'sqlite',
    version: String(database.prepare('SELECT sqlite_version() AS version').get()?.version),
    schema: String(database.prepare("SELECT value FROM site WHERE name = 'schema'").get()?.value),
    journal_mode: String(pragma('journal_mode')),
    synchronous: pragma('synchronous') === 2 ? 'full' : String(pragma('synchronous')),
    database_bytes: sizeOf(path),
    log_bytes: sizeOf(`${path}-wal`),
    page_bytes: Number(pragma('page_size')),
    pages: Number(pragma('page_count')),
    free_pages: Number(pragma('freelist_count')),
  };
}
