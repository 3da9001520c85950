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

/** The verb of `LeadStore` for one kind of work. A lease of more than a day was taken by a wrong clock. */
export function createTakeLead(database: DatabaseSync, commit: GroupCommit, name: string): LeadStore['takeLead'] {
  const take = database.prepare(
    `INSERT INTO ${name} (one, holder, until_ms) VALUES (1, ?1, ?2)
       ON CONFLICT (one) DO UPDATE SET holder = ?1, until_ms = ?2
         WHERE holder = ?1 OR until_ms <= ?3 OR until_ms - ?3 > ${DAY_MS}`,
  );
  return (holder, untilMs, nowMs) => commit(() => take.run(holder, untilMs, nowMs).changes > 0);
}
