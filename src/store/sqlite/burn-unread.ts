import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { SecretStore, Whose } from '#src/features/secrets/secret-store.ts';
import type { GroupCommit } from './group-commit.ts';

/** Rows looked at in one transaction: visitors write between two. */
const BATCH = 200;

/** `?3` is the last row of the batch before. What the index of the kind leaves to look at is judged by the rest. */
const UNREAD = "life = 'live' AND expires_at_ms > ?1 AND created_at_ms <= ?1";
const KEPT = "life = 'received' AND content IS NOT NULL";

interface Batch {
  readonly burned: number;
  /** Row to go on after; null when there is nothing more. */
  readonly last: number | null;
}

/**
 * Burns in the order of the rows, so that no batch looks at what the one before has. A row is judged and ended in
 * one transaction, as a claim is. What is kept for the claimants of received secrets goes on the way.
 */
export function createBurnUnread(database: DatabaseSync, commit: GroupCommit): SecretStore['burnUnread'] {
  const select = (source: string) =>
    database.prepare(
      `SELECT rowid, id, life FROM secret WHERE ${source} AND rowid > ?2 AND (${UNREAD} OR ${KEPT})
         ORDER BY rowid LIMIT ?3`,
    );
  const statements = {
    all: select('true'),
    owner: select('owner_tag = ?4'),
    domain: select('domain_tag = ?4'),
    ids: select('id IN (SELECT value FROM json_each(?4))'),
  };
  const end = database.prepare(
    `UPDATE secret SET life = 'burned', ended_at_ms = ?1, burned_by = 'operator', content = NULL, sender_copy = NULL,
       sender_until_ms = NULL, sweep_at_ms = record_expires_at_ms WHERE id = ?2`,
  );

  const drop = database.prepare(
    'UPDATE secret SET content = NULL, claimant_hash = NULL, sweep_at_ms = record_expires_at_ms WHERE id = ?',
  );

  function burnBatch(whose: Whose, after: number, nowMs: number): Batch {
    const found = statements[whose.kind].all(nowMs, after, BATCH, ...nameOf(whose));
    const unread = found.filter(({ life }) => life === 'live');
    for (const { id } of unread) end.run(nowMs, String(id));
    for (const { id, life } of found) if (life !== 'live') drop.run(String(id));
    return { burned: unread.length, last: found.length < BATCH ? null : Number(found.at(-1)?.rowid) };
  }

  return async function* burnUnread(whose, nowMs) {
    let after: number | null = 0;
    while (after !== null) {
      const from: number = after;
      const { burned, last } = await commit(() => burnBatch(whose, from, nowMs));
      if (burned > 0) yield burned;
      after = last;
    }
  };
}

function nameOf(whose: Whose): SQLInputValue[] {
  switch (whose.kind) {
    case 'all':
      return [];
    case 'owner':
      return [whose.ownerTag];
    case 'domain':
      return [whose.domainTag];
    case 'ids':
      return [JSON.stringify(whose.ids)];
  }
}
