import type { DatabaseSync } from 'node:sqlite';

/** Rows handled in one transaction, so that a sweep never holds up a visitor for long. */
const ROWS_PER_STEP = 500;

/**
 * Removes what is over by `nowMs`: sender's copies, contents, then whole records. Only cleans up:
 * nothing of it was readable any more. Returns true when there is more to do.
 */
export function createSweep(database: DatabaseSync): (nowMs: number) => boolean {
  const due = 'SELECT id FROM secret WHERE sweep_at_ms <= ?1 LIMIT ?2';
  const drop = database.prepare(`DELETE FROM secret WHERE record_expires_at_ms <= ?1 AND id IN (${due})`);
  const empty = database.prepare(
    `UPDATE secret SET sender_copy = NULL, sender_until_ms = NULL,
       content = CASE WHEN expires_at_ms <= ?1 THEN NULL ELSE content END,
       sweep_at_ms = CASE WHEN expires_at_ms <= ?1 THEN record_expires_at_ms ELSE expires_at_ms END
     WHERE id IN (${due})`,
  );
  const dropMetadata = database.prepare(
    'DELETE FROM metadata WHERE id IN (SELECT id FROM metadata WHERE record_expires_at_ms <= ?1 LIMIT ?2)',
  );
  return (nowMs) => {
    const changes = [drop, empty, dropMetadata].map((step) => Number(step.run(nowMs, ROWS_PER_STEP).changes));
    return changes.some((count) => count >= ROWS_PER_STEP);
  };
}
