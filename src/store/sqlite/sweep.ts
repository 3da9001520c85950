import type { DatabaseSync } from 'node:sqlite';
import { createOutboxSweep } from './outbox-store.ts';

/** Rows handled in one transaction, so that a sweep never holds up a visitor for long. */
const ROWS_PER_STEP = 500;

/** Tables whose rows end as a whole: name, key, and the column that says when. */
const EXPIRING = [
  ['metadata', 'id', 'record_expires_at_ms'],
  ['session', 'id', 'expires_at_ms'],
  ['reset', 'id', 'expires_at_ms'],
  ['attempt', 'name', 'expires_at_ms'],
  ['feedback', 'id', 'expires_at_ms'],
  ['place', 'name', 'until_ms'],
  ['rate', 'name', 'ends_at_ms'],
] as const;

/** Its content is over: it has expired, or was received and is not kept for its claimant any longer. */
const IS_OVER = "(expires_at_ms <= ?1 OR life <> 'live')";

/**
 * Removes what is over by `nowMs`: sender's copies, contents, then whole records. Only cleans up:
 * nothing of it was readable any more. Returns true when there is more to do.
 */
export function createSweep(database: DatabaseSync): (nowMs: number) => boolean {
  const due = 'SELECT id FROM secret WHERE sweep_at_ms <= ?1 LIMIT ?2';
  const drop = database.prepare(`DELETE FROM secret WHERE record_expires_at_ms <= ?1 AND id IN (${due})`);
  const empty = database.prepare(
    `UPDATE secret SET sender_copy = NULL, sender_until_ms = NULL, claimant_hash = NULL,
       content = CASE WHEN ${IS_OVER} THEN NULL ELSE content END,
       sweep_at_ms = CASE WHEN ${IS_OVER} THEN record_expires_at_ms ELSE expires_at_ms END
     WHERE id IN (${due})`,
  );
  const dropExpired = EXPIRING.map(([table, key, instant]) =>
    database.prepare(
      `DELETE FROM ${table} WHERE ${key} IN (SELECT ${key} FROM ${table} WHERE ${instant} <= ?1 LIMIT ?2)`,
    ),
  );
  const dropDays = database.prepare(
    `DELETE FROM day_tally WHERE day IN
       (SELECT day FROM day_tally WHERE day < date(?1 / 1000, 'unixepoch', '-30 days') LIMIT ?2)`,
  );
  const sweepOutbox = createOutboxSweep(database);
  const steps = [drop, empty, ...dropExpired, dropDays];
  return (nowMs) => {
    const changes = steps.map((step) => Number(step.run(nowMs, ROWS_PER_STEP).changes));
    changes.push(sweepOutbox(nowMs, ROWS_PER_STEP));
    return changes.some((count) => count >= ROWS_PER_STEP);
  };
}
