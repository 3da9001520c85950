import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { CustId } from '#src/features/accounts/customer.ts';
import type { LogoType } from '#src/features/domains/domain.ts';
import { ALL_KINDS, type BillingRecord, type MailRecord, type RecordKind, type TransferRecord } from '../transfer.ts';
import { toCustomer } from './account-rows.ts';
import { toOwner } from './billing-rows.ts';
import { toDomain } from './domain-rows.ts';
import { readEach } from './read.ts';
import { toSecretRecord } from './transfer-rows.ts';

type Row = Record<string, SQLOutputValue>;

interface Source {
  /** `?1`, where it occurs, is now. */
  readonly sql: string;
  readonly toRecord: (row: Row) => TransferRecord;
}

const value = (name: string) => `(SELECT value FROM site WHERE name = '${name}')`;
const total = (table: string, name: string) => `coalesce((SELECT count FROM ${table} WHERE name = '${name}'), 0)`;

const PAYERS = `(SELECT json_group_array(json_object('id', payer, 'linkedLook', linked_look) ORDER BY linked_look)
  FROM billing_payer WHERE custid = billing.custid AND created_at_ms = billing.created_at_ms) AS payers`;

/** What `TransferRecord`s are read from. An `end` tells what changed while a dump ran: here nothing does. */
const SOURCES: Readonly<Partial<Record<RecordKind, Source>>> = {
  site: {
    sql: `SELECT ${value('key_check')} AS key_check, ${value('banner')} AS banner`,
    toRecord: ({ key_check, banner }) => ({
      kind: 'site',
      keyRecord: key_check as string | null,
      banner: banner as string | null,
    }),
  },
  customer: { sql: 'SELECT * FROM customer', toRecord: (row) => ({ kind: 'customer', customer: toCustomer(row) }) },
  reset: {
    sql: 'SELECT reset.* FROM reset JOIN customer USING (custid) WHERE expires_at_ms > ?1',
    toRecord: (row) => ({
      ...{ kind: 'reset', id: String(row.id), custid: row.custid as CustId },
      ...{ isMailed: row.is_mailed === 1, expiresAtMs: Number(row.expires_at_ms) },
    }),
  },
  look: {
    sql: 'SELECT last FROM billing_look',
    toRecord: ({ last }) => ({ kind: 'look', last: Number(last) }),
  },
  billing: { sql: `SELECT *, ${PAYERS} FROM billing`, toRecord: toBillingRecord },
  domain: {
    sql: 'SELECT domain.*, hash, type, bytes FROM domain LEFT JOIN domain_logo USING (id)',
    toRecord: (row) => ({
      ...{ kind: 'domain', domain: toDomain(row), nextLookAtMs: Number(row.next_look_at_ms) },
      logo:
        row.hash === null
          ? null
          : { hash: String(row.hash), type: row.type as LogoType, bytes: row.bytes as Uint8Array },
    }),
  },
  secret: { sql: 'SELECT * FROM secret WHERE record_expires_at_ms > ?1', toRecord: toSecretRecord },
  metadata: {
    sql: 'SELECT * FROM metadata WHERE record_expires_at_ms > ?1',
    toRecord: (row) => ({
      ...{ kind: 'metadata', id: row.id as never, sealed: row.sealed as Uint8Array },
      recordExpiresAtMs: Number(row.record_expires_at_ms),
    }),
  },
  session: {
    sql: 'SELECT id, kept FROM session WHERE expires_at_ms > ?1',
    toRecord: ({ id, kept }) => ({ kind: 'session', id: String(id), session: JSON.parse(String(kept)) }),
  },
  attempt: {
    sql: 'SELECT * FROM attempt WHERE expires_at_ms > ?1',
    toRecord: (row) => ({
      ...{ kind: 'attempt', name: String(row.name), count: Number(row.count) },
      ...{ notBeforeMs: Number(row.not_before_ms), expiresAtMs: Number(row.expires_at_ms) },
    }),
  },
  feedback: {
    sql: 'SELECT * FROM feedback WHERE expires_at_ms > ?1',
    toRecord: (row) => ({
      ...{ kind: 'feedback', id: String(row.id) },
      ...{ createdAtMs: Number(row.created_at_ms), sealed: row.sealed as Uint8Array },
    }),
  },
  place: {
    sql: 'SELECT * FROM place WHERE until_ms > ?1',
    toRecord: ({ name, taken, until_ms }) => ({
      ...{ kind: 'place', name: String(name), taken: Number(taken), untilMs: Number(until_ms) },
    }),
  },
  mail: { sql: 'SELECT * FROM outbox', toRecord: toMailRecord },
  tally: {
    sql: `SELECT ${total('tally', 'created')} AS created, ${total('tally', 'shared')} AS shared,
      ${total('outbox_total', 'sent')} AS sent, ${total('outbox_total', 'failed')} AS failed,
      (SELECT json_group_array(json_object('day', day, 'created', created, 'shared', shared)) FROM day_tally) AS days`,
    toRecord: (row) => ({
      ...{ kind: 'tally', created: Number(row.created), shared: Number(row.shared) },
      ...{ mailsSent: Number(row.sent), mailsFailed: Number(row.failed), days: JSON.parse(String(row.days)) },
    }),
  },
};

/** Inside a read transaction of that connection. */
export function* dumpRows(
  database: DatabaseSync,
  kinds: readonly RecordKind[],
  nowMs: number,
): Generator<TransferRecord> {
  for (const source of sourcesOf(kinds)) {
    const values = source.sql.includes('?1') ? [nowMs] : [];
    for (const row of readEach(() => database.prepare(source.sql).iterate(...values))) yield source.toRecord(row);
  }
}

export function countRows(database: DatabaseSync, kinds: readonly RecordKind[]): number {
  const counts = sourcesOf(kinds).map(({ sql }) => {
    const row = database.prepare(`SELECT count(*) AS count FROM (${sql.replace('?1', '0')})`).get();
    return Number(row?.count);
  });
  return counts.reduce((sum, count) => sum + count, 0);
}

function sourcesOf(kinds: readonly RecordKind[]): Source[] {
  return ALL_KINDS.flatMap((kind) => (kinds.includes(kind) ? (SOURCES[kind] ?? []) : []));
}

function toBillingRecord(row: Row): BillingRecord {
  return {
    ...{ kind: 'billing', owner: toOwner(row), payers: JSON.parse(String(row.payers)) },
    seen: row.seen === null ? null : JSON.parse(String(row.seen)),
    ...{ keptLook: Number(row.kept_look), nextLookAtMs: Number(row.next_look_at_ms) },
  };
}

function toMailRecord(row: Row): MailRecord {
  return {
    ...{ kind: 'mail', id: String(row.id), siteKeyId: String(row.site_key_id) },
    state: row.state as MailRecord['state'],
    ...{ ticketHash: row.ticket_hash as string | null, accountHash: String(row.account_hash) },
    ...{ createdAtMs: Number(row.created_at_ms), updatedAtMs: Number(row.updated_at_ms) },
    ...{ dueAtMs: Number(row.due_at_ms), expiresAtMs: Number(row.expires_at_ms), tries: Number(row.tries) },
    ...{ lease: row.lease as string | null, isSending: row.is_sending === 1 },
    ...{ label: row.label as Uint8Array | null, sealed: row.sealed as Uint8Array | null },
  };
}
