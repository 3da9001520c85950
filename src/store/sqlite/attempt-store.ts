import type { DatabaseSync } from 'node:sqlite';
import { CLOCK_SKEW_MS } from '#src/clock-skew.ts';
import {
  ATTEMPT_LIFE_MS,
  type AttemptOutcome,
  type AttemptPolicy,
  type AttemptStore,
  type CountedName,
  delayAfterMs,
} from '#src/features/accounts/attempt-store.ts';
import type { GroupCommit } from './group-commit.ts';

export const ATTEMPT_TABLES = `
  CREATE TABLE IF NOT EXISTS attempt (
    name TEXT PRIMARY KEY,
    count INTEGER NOT NULL,
    not_before_ms INTEGER NOT NULL,
    expires_at_ms INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS attempt_expiry ON attempt (expires_at_ms);
`;

/** Tries in one SQLite file: each step is one transaction. */
export function createSqliteAttemptStore(database: DatabaseSync, commit: GroupCommit): AttemptStore {
  // The end of a count that is more than two lives away was set by a wrong clock.
  const find = database.prepare(
    `SELECT count, not_before_ms, expires_at_ms FROM attempt
       WHERE name = ?1 AND expires_at_ms > ?2 AND expires_at_ms - ?2 <= ${2 * ATTEMPT_LIFE_MS}`,
  );
  const put = database.prepare(
    'INSERT OR REPLACE INTO attempt (name, count, not_before_ms, expires_at_ms) VALUES (?, ?, ?, ?)',
  );
  const giveBack = database.prepare(
    'UPDATE attempt SET count = count - 1, not_before_ms = 0 WHERE name = ? AND expires_at_ms > ? AND count > 0',
  );
  const drop = database.prepare('DELETE FROM attempt WHERE name = ?');

  function begin(names: readonly CountedName[], policy: AttemptPolicy, nowMs: number): AttemptOutcome {
    const rows = names.map((counted) => ({ counted, row: find.get(counted.name, nowMs) }));
    const waitsMs = rows.map(({ row }) => Number(row?.not_before_ms ?? 0) - nowMs);
    // A longer wait was set by a wrong clock.
    const retryAfterMs = Math.max(0, ...waitsMs.filter((ms) => ms <= policy.maxDelayMs + CLOCK_SKEW_MS));
    if (retryAfterMs > 0) return { isAllowed: false, retryAfterMs };
    for (const { counted, row } of rows) {
      const count = Number(row?.count ?? 0) + 1;
      const waitsUntilMs = nowMs + delayAfterMs(count, counted, policy);
      const expiresAtMs = Math.max(Number(row?.expires_at_ms ?? nowMs + ATTEMPT_LIFE_MS), waitsUntilMs);
      put.run(counted.name, count, waitsUntilMs, expiresAtMs);
    }
    return { isAllowed: true };
  }

  return {
    begin: (names, policy, nowMs) => commit(() => begin(names, policy, nowMs)),
    giveBack: (names, nowMs) =>
      commit(() => {
        for (const name of names) giveBack.run(name, nowMs);
      }),
    forget: (names) =>
      commit(() => {
        for (const name of names) drop.run(name);
      }),
  };
}
