import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { SecretStore, Whose } from '#src/features/secrets/secret-store.ts';
import type { GroupCommit } from './group-commit.ts';

/** Rows looked at in one transaction: visitors write between two. */
const BATCH = 200;

/** `?3` is the last row of the batch before. What the index of the kind leaves to look at is judged by the rest. */
const UNREAD = "life = 'live' AND expires_at_ms > ?1 AND created_at_ms <= ?1";

/**
 * Burns in the order of the rows, so that no batch looks at what the one before has. A row is judged and ended in
 * one transaction, as a claim is.
 */
export function createBurnUnread(database: DatabaseSync, commit: GroupCommit): SecretStore['burnUnread'] {
  const select = (source: string) =>
    database.prepare(
      `SELECT rowid, id FROM secret WHERE ${source} AND rowid > ?2 AND ${UNREAD} ORDER BY rowid LIMIT ?3`,
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

  function burnBatch(whose: Whose, after: number, nowMs: number): readonly number[] {
    const found = statements[whose.kind].all(nowMs, after, BATCH, ...nameOf(whose));
    for (const { id } of found) end.run(nowMs, String(id));
    return found.map(({ rowid }) => Number(rowid));
  }

  return async function* burnUnread(whose, nowMs) {
    let after = 0;
    for (;;) {
      const burned = await commit(() => burnBatch(whose, after, nowMs));
      if (burned.length > 0) yield burned.length;
      if (burned.length < BATCH) return;
      after = burned.at(-1) ?? after;
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
