import { existsSync, realpathSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Mark } from '../gate.ts';
import { readSchema, SCHEMA } from '../schema-version.ts';
import { markIn } from './gate.ts';

/** What can be seen of a database without changing it. */
export interface SqliteSeen {
  readonly sizeBytes: number;
  /** What has been written and not yet been moved into the database itself. */
  readonly walBytes: number;
  /** 'wal', as the server sets it. */
  readonly journalMode: string;
  /** major.minor; null in a file that no server has opened yet. */
  readonly schema: string | null;
  readonly isReadable: boolean;
  /** What closes it to writes; null where nothing does. */
  readonly mark: Mark | null;
  /** null: it is too large to be looked through while somebody waits. */
  readonly isWhole: boolean | null;
  /** Why it cannot be written; null when it can. */
  readonly writeError: unknown;
}

const BUSY_TIMEOUT_MS = 2_000;
const MOST_BYTES_TO_READ = 64 * 1024 ** 2;

/**
 * Looks at a database beside a server that may run on it; null when there is none. Throws for what is no database, and
 * where the folder of it is closed to us.
 */
export function inspectSqlite(path: string, now: () => number): SqliteSeen | null {
  const sizeBytes = statSync(path, { throwIfNoEntry: false })?.size;
  if (sizeBytes === undefined) return null;
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    const value = (sql: string, name: string) => database.prepare(sql).get()?.[name];
    const hasSite = hasSiteTable(database);
    const schema = (hasSite && value("SELECT value FROM site WHERE name = 'schema'", 'value')?.toString()) || null;
    return {
      ...{ sizeBytes, walBytes: statSync(`${realpathSync(path)}-wal`, { throwIfNoEntry: false })?.size ?? 0 },
      journalMode: String(value('PRAGMA journal_mode', 'journal_mode')),
      schema,
      isReadable: schema === null || readSchema(schema).major === SCHEMA.major,
      mark: hasSite ? markIn(database, now) : null,
      isWhole: sizeBytes > MOST_BYTES_TO_READ ? null : value('PRAGMA quick_check(1)', 'quick_check') === 'ok',
      writeError: tryToWrite(database),
    };
  } finally {
    database.close();
  }
}

/** What the store knows of its site secrets (`KeyStore.record`); null in a new one, and where it cannot be read. */
export function keyRecordIn(path: string): string | null {
  if (!existsSync(path)) return null;
  try {
    using database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
    const row = database.prepare("SELECT value FROM site WHERE name = 'key_check'").get();
    return row === undefined ? null : String(row.value);
  } catch {
    return null;
  }
}

function hasSiteTable(database: DatabaseSync): boolean {
  return database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'site'").get() !== undefined;
}

/** Takes the write lock and gives it back. */
function tryToWrite(database: DatabaseSync): unknown {
  try {
    database.exec('BEGIN IMMEDIATE; ROLLBACK');
    return null;
  } catch (error) {
    return error;
  }
}
