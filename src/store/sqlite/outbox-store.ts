import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { IdTaken } from '#src/features/secrets/secret-store.ts';
import {
  FARTHEST_DUE_MS,
  type LeasedMail,
  type OutboxStatus,
  type OutboxStore,
  type SealedMail,
  type Settlement,
} from '#src/mail/outbox-store.ts';
import type { GroupCommit } from './group-commit.ts';
import { read } from './read.ts';

/** Once a mail was sent or has failed, its row loses the mail and keeps its label; without a ticket the row goes. */
export const OUTBOX_TABLES = `
  CREATE TABLE IF NOT EXISTS outbox (
    id TEXT PRIMARY KEY,
    site_key_id TEXT NOT NULL,
    ticket_hash TEXT,
    account_hash TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'waiting',
    created_at_ms INTEGER NOT NULL,
    updated_at_ms INTEGER NOT NULL,
    due_at_ms INTEGER NOT NULL,
    expires_at_ms INTEGER NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    lease TEXT,
    is_sending INTEGER NOT NULL DEFAULT 0,
    label BLOB,
    sealed BLOB
  ) STRICT;
  CREATE INDEX IF NOT EXISTS outbox_due ON outbox (due_at_ms) WHERE state = 'waiting';
  CREATE INDEX IF NOT EXISTS outbox_expiry ON outbox (expires_at_ms);
  CREATE INDEX IF NOT EXISTS outbox_account ON outbox (account_hash);
  CREATE INDEX IF NOT EXISTS outbox_ticket ON outbox (ticket_hash) WHERE ticket_hash IS NOT NULL;

  CREATE TABLE IF NOT EXISTS outbox_total (name TEXT PRIMARY KEY, count INTEGER NOT NULL) STRICT;
`;

/** Whether a mail is due at ?1; an instant beyond the farthest was set by a wrong clock. */
const DUE = `(due_at_ms <= ?1 OR due_at_ms > ?1 + ${FARTHEST_DUE_MS})`;

type Row = Record<string, SQLOutputValue>;
type TotalName = 'sent' | 'failed' | 'waiting';

/** Mails in one SQLite file. A write transaction is exclusive, so steps of several processes never mix. */
export function createSqliteOutboxStore(database: DatabaseSync, commit: GroupCommit): OutboxStore {
  const statements = prepareStatements(database);
  const count = createCounter(database);

  function settle(id: string, token: string, settlement: Settlement, nowMs: number): boolean {
    if (settlement.kind === 'retry' || settlement.kind === 'postponed') {
      const tries = settlement.kind === 'retry' ? 0 : -1;
      return statements.wait.run(tries, settlement.dueAtMs, nowMs, id, token).changes === 1;
    }
    const { kind } = settlement;
    const ended = kind === 'dropped' ? 0 : statements.end.run(kind, nowMs, id, token).changes;
    if (ended === 0 && statements.drop.run(id, token).changes === 0) return false;
    count('waiting', -1);
    if (kind !== 'dropped') count(kind, 1);
    return true;
  }

  return {
    put: (mail) =>
      commit(() => {
        if (statements.insert.run(...valuesOf(mail)).changes === 0) throw new IdTaken('a mail of that name exists');
        count('waiting', 1);
      }),
    lease: ({ token, untilMs }, nowMs) =>
      commit(() => {
        const due = statements.due.get(nowMs);
        if (!due) return null;
        statements.lease.run(token, untilMs, String(due.id));
        return toLeasedMail(due, token);
      }),
    beginSending: ({ id, token }, untilMs, nowMs) =>
      commit(() => statements.beginSending.run(untilMs, id, token, nowMs).changes === 1),
    renew: ({ id, token }, untilMs) => commit(() => statements.renew.run(untilMs, id, token).changes === 1),
    settle: ({ id, token }, settlement, nowMs) => commit(() => settle(id, token, settlement, nowMs)),
    forget: (accountHash) =>
      commit(() => {
        const waiting = Number(statements.forgetWaiting.run(accountHash).changes);
        if (waiting > 0) count('waiting', -waiting);
        statements.forgetEnded.run(accountHash);
      }),
    nextDueMs: async (nowMs) => {
      const row = read(() => statements.nextDue.get(nowMs));
      return row?.due_at_ms == null ? null : Number(row.due_at_ms);
    },
    statusOf: async (ticketHash, nowMs) => read(() => statements.status.all(ticketHash, nowMs)).map(toStatus),
    totals: async () => {
      const rows = new Map(read(() => statements.totals.all()).map((row) => [row.name, Number(row.count)]));
      return { sent: rows.get('sent') ?? 0, failed: rows.get('failed') ?? 0, waiting: rows.get('waiting') ?? 0 };
    },
  };
}

/** Removes what is over, a mail that is just being sent excepted; gives the number of rows. */
export function createOutboxSweep(database: DatabaseSync): (nowMs: number, limit: number) => number {
  const count = createCounter(database);
  const over = `SELECT id FROM outbox WHERE expires_at_ms <= ?1 AND (lease IS NULL OR ${DUE}) LIMIT ?2`;
  const dropWaiting = database.prepare(`DELETE FROM outbox WHERE state = 'waiting' AND id IN (${over})`);
  const dropEnded = database.prepare(`DELETE FROM outbox WHERE state <> 'waiting' AND id IN (${over})`);
  return (nowMs, limit) => {
    const waiting = Number(dropWaiting.run(nowMs, limit).changes);
    if (waiting > 0) {
      count('waiting', -waiting);
      count('failed', waiting);
    }
    return waiting + Number(dropEnded.run(nowMs, limit).changes);
  };
}

function createCounter(database: DatabaseSync): (name: TotalName, added: number) => void {
  const add = database.prepare(
    'INSERT INTO outbox_total (name, count) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET count = count + ?2',
  );
  return (name, added) => void add.run(name, added);
}

function prepareStatements(database: DatabaseSync) {
  const held = "id = ? AND lease = ? AND state = 'waiting'";
  return {
    insert: database.prepare(
      `INSERT INTO outbox (id, site_key_id, ticket_hash, account_hash, created_at_ms, updated_at_ms, due_at_ms,
         expires_at_ms, label, sealed)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    ),
    due: database.prepare(
      `SELECT id, sealed, tries, expires_at_ms, is_sending FROM outbox
       WHERE state = 'waiting' AND ${DUE} AND expires_at_ms > ?1 ORDER BY due_at_ms LIMIT 1`,
    ),
    lease: database.prepare(
      'UPDATE outbox SET lease = ?, due_at_ms = ?, tries = tries + 1, is_sending = 0 WHERE id = ?',
    ),
    beginSending: database.prepare(
      `UPDATE outbox SET is_sending = 1, due_at_ms = ? WHERE ${held} AND expires_at_ms > ?`,
    ),
    renew: database.prepare(`UPDATE outbox SET due_at_ms = ? WHERE ${held}`),
    wait: database.prepare(
      `UPDATE outbox SET lease = NULL, is_sending = 0, tries = tries + ?, due_at_ms = ?, updated_at_ms = ? WHERE ${held}`,
    ),
    end: database.prepare(
      `UPDATE outbox SET state = ?, updated_at_ms = ?, lease = NULL, is_sending = 0, sealed = NULL
       WHERE ${held} AND ticket_hash IS NOT NULL`,
    ),
    drop: database.prepare(`DELETE FROM outbox WHERE ${held}`),
    forgetWaiting: database.prepare("DELETE FROM outbox WHERE account_hash = ? AND state = 'waiting'"),
    forgetEnded: database.prepare('DELETE FROM outbox WHERE account_hash = ?'),
    nextDue: database.prepare(
      `SELECT min(iif(${DUE}, min(due_at_ms, ?1), due_at_ms)) AS due_at_ms FROM outbox
       WHERE state = 'waiting' AND expires_at_ms > ?1`,
    ),
    status: database.prepare(
      `SELECT id, state, tries, updated_at_ms, label FROM outbox
       WHERE ticket_hash = ? AND expires_at_ms > ? ORDER BY id`,
    ),
    totals: database.prepare('SELECT name, count FROM outbox_total'),
  };
}

/** In the order of the columns of `insert`. */
function valuesOf(mail: SealedMail) {
  const { id, siteKeyId, ticketHash, accountHash, createdAtMs, dueAtMs, expiresAtMs, label, sealed } = mail;
  return [id, siteKeyId, ticketHash, accountHash, createdAtMs, createdAtMs, dueAtMs, expiresAtMs, label, sealed];
}

function toLeasedMail(row: Row, token: string): LeasedMail {
  return {
    id: String(row.id),
    token,
    sealed: row.sealed as Uint8Array,
    tries: Number(row.tries) + 1,
    expiresAtMs: Number(row.expires_at_ms),
    isUncertain: row.is_sending === 1,
  };
}

function toStatus(row: Row): OutboxStatus {
  return {
    id: String(row.id),
    state: row.state as OutboxStatus['state'],
    tries: Number(row.tries),
    updatedAtMs: Number(row.updated_at_ms),
    label: row.label as Uint8Array,
  };
}
