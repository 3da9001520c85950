import type { DatabaseSync } from 'node:sqlite';
import type { LeadStore } from '#src/led-work.ts';
import { DAY_MS } from '#src/values/spans.ts';
import type { GroupCommit } from './group-commit.ts';

/** One row: which process leads in something, and until when. */
export function leadTable(name: string): string {
  return `
  CREATE TABLE IF NOT EXISTS ${name} (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    holder TEXT NOT NULL,
    until_ms INTEGER NOT NULL
  ) STRICT;
`;
}

/** No lease is nearly as long: a longer one was taken by a wrong clock. The script of Redis says the same. */
const TOO_LONG_MS = DAY_MS;

/** The verb of `LeadStore` for one kind of work. */
export function createTakeLead(database: DatabaseSync, commit: GroupCommit, name: string): LeadStore['takeLead'] {
  const take = database.prepare(
    `INSERT INTO ${name} (one, holder, until_ms) VALUES (1, ?1, ?2)
       ON CONFLICT (one) DO UPDATE SET holder = ?1, until_ms = ?2
         WHERE holder = ?1 OR until_ms <= ?3 OR until_ms - ?3 > ${TOO_LONG_MS}`,
  );
  return (holder, untilMs, nowMs) => commit(() => take.run(holder, untilMs, nowMs).changes > 0);
}
