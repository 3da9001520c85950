import type { DatabaseSync } from 'node:sqlite';
import {
  type EndRecord,
  isReviving,
  type LoadOutcome,
  type LoadRule,
  type MetadataRecord,
  type SecretRecord,
} from '../transfer.ts';
import { prepareInsertSecret, secretRecordValues } from './transfer-rows.ts';

/** Loads secrets, their ends and their metadata, inside a write transaction. */
export function prepareLoadSecrets(database: DatabaseSync) {
  const statements = prepareStatements(database);

  function end({ id, life, endedAtMs, burnedBy }: Pick<SecretRecord, 'id' | 'life' | 'endedAtMs' | 'burnedBy'>): void {
    const before = statements.shared.get()?.count;
    statements.end.run(life, endedAtMs, burnedBy, id);
    // It was counted where it was read, and the triggers here may have counted it again.
    if (statements.shared.get()?.count !== before) uncountShared(endedAtMs);
  }

  function uncountShared(endedAtMs: number | null): void {
    statements.uncountShared.run();
    statements.uncountSharedDay.run(endedAtMs);
    statements.dropEmptyDay.run(endedAtMs);
  }

  function meet(record: SecretRecord, foundLife: string, isOver: boolean): LoadOutcome {
    if (foundLife === 'live' && record.life !== 'live') end(record);
    return foundLife === 'live' && !isOver ? 'kept' : 'over';
  }

  /** Counted where it was made: the triggers have counted it again. */
  function uncount({ content, createdAtMs }: SecretRecord): void {
    statements.uncount.run(content === null ? 1 : 0);
    statements.uncountDay.run(createdAtMs);
    statements.dropEmptyDay.run(createdAtMs);
  }

  return {
    secret: (record: SecretRecord, rule: LoadRule, nowMs: number): LoadOutcome => {
      const found = statements.find.get(record.id);
      const isOver = record.content === null || nowMs >= record.expiresAtMs;
      if (found) return meet(record, String(found.life), isOver);
      if (!isReviving(rule)) return isOver ? 'over' : 'unknown';
      if (nowMs >= record.recordExpiresAtMs) return 'over';
      const row = isOver ? { ...record, content: null, senderCopy: null } : record;
      statements.insert.run(...secretRecordValues(row));
      // Backups of older releases do not say.
      if (record.isCounted !== false) uncount(row);
      return isOver ? 'over' : 'added';
    },
    end: (record: EndRecord): LoadOutcome => {
      end(record);
      return 'over';
    },
    metadata: ({ id, recordExpiresAtMs, sealed }: MetadataRecord, rule: LoadRule, nowMs: number): LoadOutcome => {
      if (nowMs >= recordExpiresAtMs) return 'over';
      if (!isReviving(rule)) return statements.findMetadata.get(id) ? 'kept' : 'unknown';
      return statements.insertMetadata.run(id, recordExpiresAtMs, sealed).changes > 0 ? 'added' : 'kept';
    },
  };
}

function prepareStatements(database: DatabaseSync) {
  const day = "date(? / 1000, 'unixepoch')";
  return {
    find: database.prepare('SELECT life FROM secret WHERE id = ?'),
    insert: prepareInsertSecret(database),
    end: database.prepare(
      `UPDATE secret SET life = ?, ended_at_ms = ?, burned_by = ?, content = NULL, sender_copy = NULL,
         sender_until_ms = NULL, sweep_at_ms = record_expires_at_ms WHERE id = ? AND life = 'live'`,
    ),
    uncount: database.prepare("UPDATE tally SET count = count - 1 WHERE name = 'created' OR (name = 'live' AND ? = 1)"),
    uncountDay: database.prepare(`UPDATE day_tally SET created = created - 1 WHERE day = ${day}`),
    shared: database.prepare("SELECT count FROM tally WHERE name = 'shared'"),
    uncountShared: database.prepare("UPDATE tally SET count = count - 1 WHERE name = 'shared'"),
    uncountSharedDay: database.prepare(`UPDATE day_tally SET shared = shared - 1 WHERE day = ${day}`),
    dropEmptyDay: database.prepare(`DELETE FROM day_tally WHERE day = ${day} AND created = 0 AND shared = 0`),
    findMetadata: database.prepare('SELECT 1 FROM metadata WHERE id = ?'),
    insertMetadata: database.prepare(
      'INSERT INTO metadata (id, record_expires_at_ms, sealed) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    ),
  };
}
