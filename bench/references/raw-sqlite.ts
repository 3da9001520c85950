import { DatabaseSync } from 'node:sqlite';
import { prepareSchema } from '#src/store/sqlite/schema.ts';
import { prepareStatements, secretValues } from '#src/store/sqlite/secret-rows.ts';
import type { RawStore } from './raw-store.ts';
import type { SampleRows } from './sample-rows.ts';

/** A group of creates on our tables in one transaction, which is on the disk when it is over. */
export function openRawSqlite(path: string): RawStore {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
  const write = createGroupWriter(database);
  return { write: async (group) => write(group), storePid: null, close: () => database.close() };
}

/** Makes the tables, and gives what writes the two rows of each create, all in one transaction. */
export function createGroupWriter(database: DatabaseSync): (group: Iterable<SampleRows>) => void {
  prepareSchema(database);
  const { insertMetadata, insertSecret } = prepareStatements(database);
  return (group) => {
    database.exec('BEGIN IMMEDIATE');
    for (const { secret, metadata } of group) {
      insertMetadata.run(metadata.id, metadata.recordExpiresAtMs, metadata.sealed);
      insertSecret.run(...secretValues(secret));
    }
    database.exec('COMMIT');
  };
}
