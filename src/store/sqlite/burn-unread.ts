import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type { SecretStore, Whose } from '#src/features/secrets/secret-store.ts';
import type { GroupCommit } from './group-commit.ts';

/** Rows ended in one transaction, and rows looked at where few are unread: visitors write between two. */
const MOST_ENDED = 200;
const MOST_LOOKED_AT = 2_000;

const UNREAD = "life = 'live' AND expires_at_ms > :nowMs AND created_at_ms <= :nowMs";
const KEPT = "life = 'received' AND content IS NOT NULL";

/** The last row looked at: the next transaction goes on after it. */
interface Place {
  readonly rowid: number;
  readonly createdAtMs: number;
}

interface Look {
  readonly ending: readonly Record<string, SQLOutputValue>[];
  /** null when there is nothing more. */
  readonly last: Place | null;
}

/**
 * Burns in the order of the index that finds the rows, so that no transaction looks at what the one before has. A row
 * is judged and ended in one transaction, as a claim is. What is kept for the claimants of received secrets goes on
 * the way.
 */
export function createBurnUnread(database: DatabaseSync, commit: GroupCommit): SecretStore['burnUnread'] {
  const look = createLook(database);
  const end = database.prepare(
    `UPDATE secret SET life = 'burned', ended_at_ms = ?1, burned_by = 'operator', content = NULL, sender_copy = NULL,
       sender_until_ms = NULL, sweep_at_ms = record_expires_at_ms WHERE id = ?2`,
  );
  const drop = database.prepare(
    'UPDATE secret SET content = NULL, claimant_hash = NULL, sweep_at_ms = record_expires_at_ms WHERE id = ?',
  );

  function burnSome(whose: Whose, after: Place, nowMs: number) {
    const { ending, last } = look(whose, after, nowMs);
    const unread = ending.filter(({ life }) => life === 'live');
    for (const { id } of unread) end.run(nowMs, String(id));
    for (const { id, life } of ending) if (life !== 'live') drop.run(String(id));
    return { burned: unread.length, last };
  }

  return async function* burnUnread(whose, nowMs) {
    for (const part of partsOf(whose)) {
      let after: Place | null = { rowid: 0, createdAtMs: 0 };
      while (after !== null) {
        const from: Place = after;
        const { burned, last } = await commit(() => burnSome(part, from, nowMs));
        if (burned > 0) yield burned;
        after = last;
      }
    }
  };
}

/** Looks at the rows after a place until there are enough to end, or enough looked at. */
function createLook(database: DatabaseSync): (whose: Whose, after: Place, nowMs: number) => Look {
  const select = (source: string, order = 'rowid') =>
    database.prepare(
      `SELECT rowid, created_at_ms AS createdAtMs, id, life, (${UNREAD}) OR (${KEPT}) AS isEnding
         FROM secret WHERE ${source} ORDER BY ${order} LIMIT ${MOST_LOOKED_AT}`,
    );
  const statements = {
    all: select('rowid > :rowid'),
    owner: select('owner_tag = :tag AND (created_at_ms, rowid) > (:createdAtMs, :rowid)', 'created_at_ms, rowid'),
    domain: select('domain_tag = :tag AND rowid > :rowid'),
    ids: select('id IN (SELECT value FROM json_each(:ids)) AND rowid > :rowid'),
  };
  return (whose, after, nowMs) => {
    const ending: Record<string, SQLOutputValue>[] = [];
    let [looked, last] = [0, after];
    for (const row of statements[whose.kind].iterate({ nowMs, ...namedValues(whose, after) })) {
      looked += 1;
      last = { rowid: Number(row.rowid), createdAtMs: Number(row.createdAtMs) };
      if (row.isEnding === 1) ending.push(row);
      if (ending.length === MOST_ENDED) break;
    }
    const mayBeMore = looked === MOST_LOOKED_AT || ending.length === MOST_ENDED;
    return { ending, last: mayBeMore ? last : null };
  };
}

function namedValues(whose: Whose, { rowid, createdAtMs }: Place): Record<string, SQLInputValue> {
  switch (whose.kind) {
    case 'all':
      return { rowid };
    case 'owner':
      return { rowid, createdAtMs, tag: whose.ownerTag };
    case 'domain':
      return { rowid, tag: whose.domainTag };
    case 'ids':
      return { rowid, ids: JSON.stringify(whose.ids) };
  }
}

/** Ids are looked up one by one, each time anew, so they come in parts of what one transaction may end. */
function partsOf(whose: Whose): readonly Whose[] {
  if (whose.kind !== 'ids') return [whose];
  const { kind, ids } = whose;
  const parts = Math.ceil(ids.length / MOST_ENDED);
  return Array.from({ length: parts }, (_, at) => ({ kind, ids: ids.slice(at * MOST_ENDED, (at + 1) * MOST_ENDED) }));
}
