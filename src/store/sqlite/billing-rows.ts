import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { CustId, Owner } from '#src/features/accounts/customer.ts';
import type { Billing, PayerId } from '#src/features/billing/billing.ts';
import { type DueBilling, FARTHEST_LOOK_MS } from '#src/features/billing/billing-store.ts';
import { leadTable } from './lead.ts';

type Row = Record<string, SQLOutputValue>;

/**
 * A row outlives its customer, so it refers to none. Looks and links are numbered by one counter:
 * `linked_look` says in which order payers came, and which looks began without them.
 */
export const BILLING_TABLES = `
  CREATE TABLE IF NOT EXISTS billing (
    custid TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL,
    seen TEXT,
    kept_look INTEGER NOT NULL DEFAULT 0,
    next_look_at_ms INTEGER NOT NULL,
    PRIMARY KEY (custid, created_at_ms)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS billing_due ON billing (next_look_at_ms);

  CREATE TABLE IF NOT EXISTS billing_payer (
    payer TEXT PRIMARY KEY,
    custid TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL,
    linked_look INTEGER NOT NULL,
    FOREIGN KEY (custid, created_at_ms) REFERENCES billing (custid, created_at_ms) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS billing_payer_owner ON billing_payer (custid, created_at_ms, linked_look);

  CREATE TABLE IF NOT EXISTS billing_look (one INTEGER PRIMARY KEY CHECK (one = 1), last INTEGER NOT NULL) STRICT;
  ${leadTable('billing_lead')}
`;

const OWN = 'custid = ?1 AND created_at_ms = ?2';
const CUSTOMER = `SELECT 1 FROM customer WHERE ${OWN}`;
const PAYERS = `(SELECT json_group_array(payer ORDER BY linked_look) FROM billing_payer
    WHERE custid = billing.custid AND created_at_ms = billing.created_at_ms) AS payers`;

/** Every statement that billing needs, prepared once. Values begin with the owner's where it has one. */
export function prepareBillingStatements(database: DatabaseSync) {
  const prepare = (sql: string) => database.prepare(sql);
  return {
    findCustomer: prepare(CUSTOMER),
    ownerOf: prepare('SELECT custid, created_at_ms FROM billing_payer WHERE payer = ?'),
    find: prepare(
      `SELECT custid, created_at_ms, seen, ${PAYERS} FROM billing
         JOIN customer USING (custid, created_at_ms) WHERE ${OWN}`,
    ),
    nextLook: prepare(
      `INSERT INTO billing_look (one, last) VALUES (1, 1)
         ON CONFLICT (one) DO UPDATE SET last = last + 1 RETURNING last`,
    ),
    beDue: prepare(
      `INSERT INTO billing (custid, created_at_ms, next_look_at_ms) VALUES (?, ?, 0)
         ON CONFLICT (custid, created_at_ms) DO UPDATE SET next_look_at_ms = 0`,
    ),
    addPayer: prepare('INSERT INTO billing_payer (custid, created_at_ms, payer, linked_look) VALUES (?, ?, ?, ?)'),
    /** Stays due when a payer was linked after the look began. */
    keep: prepare(
      `UPDATE billing SET kept_look = ?3, seen = ?4, next_look_at_ms = CASE
           WHEN EXISTS (SELECT 1 FROM billing_payer WHERE ${OWN} AND linked_look >= ?3) THEN next_look_at_ms ELSE ?5 END
         WHERE ${OWN} AND kept_look <= ?3 AND EXISTS (${CUSTOMER})`,
    ),
    setPaid: prepare(`UPDATE customer SET paid_planid = ?3, paid_until_ms = ?4 WHERE ${OWN}`),
    due: prepare(
      `SELECT custid, created_at_ms, ${PAYERS}, NOT EXISTS (SELECT 1 FROM customer
           WHERE custid = billing.custid AND created_at_ms = billing.created_at_ms) AS is_orphaned
         FROM billing WHERE next_look_at_ms <= ?1 OR next_look_at_ms > ?1 + ${FARTHEST_LOOK_MS}
         ORDER BY next_look_at_ms, created_at_ms, custid LIMIT ?2`,
    ),
    putOff: prepare(`UPDATE billing SET next_look_at_ms = ?3 WHERE ${OWN}`),
    forget: prepare(`DELETE FROM billing WHERE ${OWN} AND NOT EXISTS (${CUSTOMER})`),
    hurry: prepare(`UPDATE billing SET next_look_at_ms = min(next_look_at_ms, ?3) WHERE ${OWN}`),
  };
}

export function toOwner(row: Row): Owner {
  return { custid: row.custid as CustId, createdAtMs: Number(row.created_at_ms) };
}

export function toBilling(row: Row): Billing {
  return { owner: toOwner(row), payers: toPayers(row), seen: row.seen === null ? null : JSON.parse(String(row.seen)) };
}

export function toDueBilling(row: Row): DueBilling {
  return { owner: toOwner(row), payers: toPayers(row), isOrphaned: row.is_orphaned === 1 };
}

function toPayers(row: Row): PayerId[] {
  return JSON.parse(String(row.payers));
}
