import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { FEEDBACK_LIFE_MS, type FeedbackStore, type SealedFeedback } from '#src/features/feedback/feedback-store.ts';
import { DAY_MS } from '#src/values/spans.ts';
import type { GroupCommit } from './group-commit.ts';
import { read } from './read.ts';

export const FEEDBACK_TABLES = `
  CREATE TABLE IF NOT EXISTS feedback (
    id TEXT PRIMARY KEY,
    created_at_ms INTEGER NOT NULL,
    expires_at_ms INTEGER NOT NULL,
    sealed BLOB NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS feedback_age ON feedback (created_at_ms);
  CREATE INDEX IF NOT EXISTS feedback_expiry ON feedback (expires_at_ms);
`;

export function createSqliteFeedbackStore(database: DatabaseSync, commit: GroupCommit): FeedbackStore {
  const statements = prepareStatements(database);
  return {
    keep: ({ id, createdAtMs, sealed }) =>
      commit(() => void statements.insert.run(id, createdAtMs, createdAtMs + FEEDBACK_LIFE_MS, sealed)),
    list: async (limit, nowMs) =>
      read(() => statements.list.all(nowMs - FEEDBACK_LIFE_MS, limit)).map(toSealedFeedback),
    count: async (todayMs, nowMs) => {
      const row = read(() => statements.count.get(nowMs - FEEDBACK_LIFE_MS, todayMs, todayMs - DAY_MS));
      return { today: Number(row?.today), yesterday: Number(row?.yesterday), older: Number(row?.older) };
    },
  };
}

function prepareStatements(database: DatabaseSync) {
  return {
    insert: database.prepare(
      'INSERT OR REPLACE INTO feedback (id, created_at_ms, expires_at_ms, sealed) VALUES (?, ?, ?, ?)',
    ),
    list: database.prepare(
      'SELECT id, created_at_ms, sealed FROM feedback WHERE created_at_ms > ? ORDER BY created_at_ms DESC LIMIT ?',
    ),
    count: database.prepare(
      `SELECT count(*) FILTER (WHERE created_at_ms >= ?2) AS today,
         count(*) FILTER (WHERE created_at_ms >= ?3 AND created_at_ms < ?2) AS yesterday,
         count(*) FILTER (WHERE created_at_ms < ?3) AS older
       FROM feedback WHERE created_at_ms > ?1`,
    ),
  };
}

function toSealedFeedback(row: Record<string, SQLOutputValue>): SealedFeedback {
  return { id: String(row.id), createdAtMs: Number(row.created_at_ms), sealed: row.sealed as Uint8Array };
}
