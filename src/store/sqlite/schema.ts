import type { DatabaseSync } from 'node:sqlite';

/** major.minor: a newer minor only adds what an older release may ignore. */
const SCHEMA_MAJOR = 1;
const SCHEMA_MINOR = 0;

/**
 * One row is one truth: the state and the content of a secret end in the same transaction.
 * `sweep_at_ms` is the next instant at which the sweep has something to do on the row.
 */
const TABLES = `
  CREATE TABLE IF NOT EXISTS site (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

  CREATE TABLE IF NOT EXISTS secret (
    id TEXT PRIMARY KEY,
    version INTEGER NOT NULL,
    kdf_version INTEGER NOT NULL,
    site_key_id TEXT NOT NULL,
    life TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL,
    opened_at_ms INTEGER,
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
    sender_until_ms INTEGER,
    sweep_at_ms INTEGER NOT NULL,
    facts BLOB NOT NULL,
    sender_copy BLOB,
    content BLOB
  ) STRICT;
  CREATE INDEX IF NOT EXISTS secret_sweep ON secret (sweep_at_ms);

  CREATE TABLE IF NOT EXISTS metadata (
    id TEXT PRIMARY KEY,
    record_expires_at_ms INTEGER NOT NULL,
    sealed BLOB NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS metadata_expiry ON metadata (record_expires_at_ms);
`;

/** Makes the tables, or refuses a file that a newer major release has written. */
export function prepareSchema(database: DatabaseSync): void {
  database.exec('BEGIN IMMEDIATE');
  database.exec(TABLES);
  database
    .prepare("INSERT INTO site (name, value) VALUES ('schema', ?) ON CONFLICT DO NOTHING")
    .run(`${SCHEMA_MAJOR}.${SCHEMA_MINOR}`);
  const row = database.prepare("SELECT value FROM site WHERE name = 'schema'").get();
  database.exec('COMMIT');
  const found = String(row?.value);
  if (Number.parseInt(found, 10) !== SCHEMA_MAJOR) {
    throw new Error(
      `the database has schema ${found}, this release reads ${SCHEMA_MAJOR}.x; hint: run the release that wrote it`,
    );
  }
}
