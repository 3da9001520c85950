import type { DatabaseSync } from 'node:sqlite';
import { otherMajorText, readSchema, SCHEMA, schemaText } from '../schema-version.ts';
import { ACCOUNT_TABLES } from './account-rows.ts';
import { ATTEMPT_TABLES } from './attempt-store.ts';
import { BILLING_TABLES } from './billing-rows.ts';
import { COLONEL_TABLES } from './colonel-store.ts';
import { DOMAIN_TABLES } from './domain-rows.ts';
import { FEEDBACK_TABLES } from './feedback-store.ts';
import { KEY_TABLES } from './key-store.ts';
import { OUTBOX_TABLES } from './outbox-store.ts';
import { PLACE_TABLES } from './place-store.ts';
import { RATE_TABLES } from './rate-store.ts';
import { SESSION_TABLES } from './session-store.ts';

const SITE_TABLE = 'CREATE TABLE IF NOT EXISTS site (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT';

/**
 * One row is one truth: the state and the content of a secret end in the same transaction.
 * `sweep_at_ms` is the next instant at which the sweep has something to do on the row.
 */
const TABLES = `
  CREATE TABLE IF NOT EXISTS secret (
    id TEXT PRIMARY KEY,
    version INTEGER NOT NULL,
    kdf_version INTEGER NOT NULL,
    site_key_id TEXT NOT NULL,
    life TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL,
    opened_at_ms INTEGER,
    viewed_at_ms INTEGER,
    ended_at_ms INTEGER,
    burned_by TEXT,
    expires_at_ms INTEGER NOT NULL,
    record_expires_at_ms INTEGER NOT NULL,
    has_passphrase INTEGER NOT NULL,
    proof_hash BLOB NOT NULL,
    failures INTEGER NOT NULL DEFAULT 0,
    not_before_ms INTEGER NOT NULL DEFAULT 0,
    locked_until_ms INTEGER NOT NULL DEFAULT 0,
    claimant_hash BLOB,
    owner_tag TEXT,
    owner_copy BLOB,
    domain_tag TEXT,
    is_counted INTEGER NOT NULL DEFAULT 1,
    sender_until_ms INTEGER,
    sweep_at_ms INTEGER NOT NULL,
    facts BLOB NOT NULL,
    sender_copy BLOB,
    content BLOB
  ) STRICT;
  CREATE INDEX IF NOT EXISTS secret_sweep ON secret (sweep_at_ms);
  CREATE INDEX IF NOT EXISTS secret_owner ON secret (owner_tag, created_at_ms) WHERE owner_tag IS NOT NULL;
  CREATE INDEX IF NOT EXISTS secret_domain ON secret (domain_tag) WHERE domain_tag IS NOT NULL;

  CREATE TABLE IF NOT EXISTS metadata (
    id TEXT PRIMARY KEY,
    record_expires_at_ms INTEGER NOT NULL,
    sealed BLOB NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS metadata_expiry ON metadata (record_expires_at_ms);
`;

/** In this order: what counts comes after what it counts. */
const ALL_TABLES = [
  TABLES,
  ACCOUNT_TABLES,
  ATTEMPT_TABLES,
  OUTBOX_TABLES,
  SESSION_TABLES,
  COLONEL_TABLES,
  FEEDBACK_TABLES,
  PLACE_TABLES,
  DOMAIN_TABLES,
  BILLING_TABLES,
  KEY_TABLES,
  RATE_TABLES,
];

/**
 * What tables of older minors lack: schema 1.0 knew no owners, 1.2 nothing of payment, 1.3 no domains of secrets,
 * 1.4 not whether a sender had read the record, 1.6 counted every row.
 */
const LATER_COLUMNS = [
  ['secret', 'owner_copy', 'BLOB'],
  ['secret', 'domain_tag', 'TEXT'],
  ['secret', 'viewed_at_ms', 'INTEGER'],
  ['secret', 'is_counted', 'INTEGER NOT NULL DEFAULT 1'],
  ['customer', 'paid_planid', 'TEXT'],
  ['customer', 'paid_until_ms', 'INTEGER'],
] as const;

/** Triggers that counted otherwise in older minors, by the first minor that counts as this one: until 1.7 any row. */
const REPLACED = [[7, ['secret_made', 'secret_emptied', 'secret_received', 'secret_removed']]] as const;

/**
 * Makes the tables, or refuses a file that another major release has written. All in one transaction: a process
 * that is killed at it leaves the file as it was, and of several that start at once one does it.
 */
export function prepareSchema(database: DatabaseSync): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    const minor = requireMajor(database);
    for (const [later, triggers] of REPLACED) if (minor < later) dropTriggers(database, triggers);
    for (const [table, column, type] of LATER_COLUMNS) addColumn(database, table, column, type);
    for (const tables of ALL_TABLES) database.exec(tables);
    raiseMinor(database);
    database.exec('COMMIT');
  } catch (error) {
    // A disk that fails has undone it already, and the reason would be lost.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** Answers the minor that the file has; one that is new has this release's. */
function requireMajor(database: DatabaseSync): number {
  database.exec(SITE_TABLE);
  const row = database.prepare("SELECT value FROM site WHERE name = 'schema'").get();
  if (row === undefined) return SCHEMA.minor;
  const found = readSchema(String(row.value));
  if (found.major !== SCHEMA.major) throw new Error(otherMajorText(found));
  return found.minor;
}

/** They are made again with the tables. */
function dropTriggers(database: DatabaseSync, names: readonly string[]): void {
  for (const name of names) database.exec(`DROP TRIGGER IF EXISTS ${name}`);
}

/** To a table that an older release has made; one that is not there yet is made with it. */
function addColumn(database: DatabaseSync, table: string, column: string, type: string): void {
  const columns = database.prepare(`PRAGMA table_info(${table})`).all();
  if (columns.length === 0 || columns.some(({ name }) => name === column)) return;
  database.exec(`ALTER TABLE ${table} ADD COLUMN ${column} ${type}`);
}

/** Never lowers it: a newer release may have opened this file before. */
function raiseMinor(database: DatabaseSync): void {
  const row = database.prepare("SELECT value FROM site WHERE name = 'schema'").get();
  if (row !== undefined && readSchema(String(row.value)).minor >= SCHEMA.minor) return;
  database.prepare("INSERT OR REPLACE INTO site (name, value) VALUES ('schema', ?)").run(schemaText(SCHEMA));
}
