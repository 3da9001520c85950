import { DatabaseSync } from 'node:sqlite';
import { prepareSchema } from '#src/store/sqlite/schema.ts';
import { prepareStatements, secretValues } from '#src/store/sqlite/secret-rows.ts';
import type { RawStore } from './raw-store.ts';
import type { SampleRows } from './sample-rows.ts';

/** The two INSERTs of a create on our tables, a group of them in one transaction that is on the disk when it is over. */
export function openRawSqlite(path: string): RawStore {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
  prepareSchema(database);
  const { insertMetadata, insertSecret } = prepareStatements(database);
  const writeOne = ({ secret, metadata }: SampleRows) => {
    insertMetadata.run(metadata.id, metadata.recordExpiresAtMs, metadata.sealed);
    insertSecret.run(...secretValues(secret));
  };
  return {
    write: async (group) => {
      database.exec('BEGIN IMMEDIATE');
      for (const rows of group) writeOne(rows);
      database.exec('COMMIT');
    },
    storePid: null,
    close: () => database.close(),
  };
}
