import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { NOBODY } from '#src/features/accounts/account-store.ts';
import type { CustId, Customer, Role } from '#src/features/accounts/customer.ts';
import type { PaidTerm } from '#src/features/billing/billing.ts';

type Row = Record<string, SQLOutputValue>;

/**
 * `sign_ups` only changes, so that every sign-up is a write: SQLite writes nothing where no byte is new.
 * A reset row is there for `NOBODY` too, so it refers to no customer.
 */
export const ACCOUNT_TABLES = `
  CREATE TABLE IF NOT EXISTS customer (
    custid TEXT PRIMARY KEY,
    role TEXT NOT NULL,
    planid TEXT NOT NULL,
    paid_planid TEXT,
    paid_until_ms INTEGER,
    locale TEXT,
    is_verified INTEGER NOT NULL,
    is_mail_proven INTEGER NOT NULL,
    password_hash TEXT NOT NULL,
    api_token_hash TEXT,
    epoch INTEGER NOT NULL,
    created_at_ms INTEGER NOT NULL,
    secrets_created INTEGER NOT NULL,
    secrets_shared INTEGER NOT NULL,
    emails_sent INTEGER NOT NULL,
    sign_ups INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX IF NOT EXISTS customer_created ON customer (created_at_ms);

  CREATE TABLE IF NOT EXISTS customer_tally (one INTEGER PRIMARY KEY CHECK (one = 1), customers INTEGER NOT NULL) STRICT;
  INSERT INTO customer_tally (one, customers) VALUES (1, 0) ON CONFLICT DO NOTHING;

  CREATE TABLE IF NOT EXISTS reset (
    id TEXT PRIMARY KEY,
    custid TEXT NOT NULL,
    is_mailed INTEGER NOT NULL,
    expires_at_ms INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS reset_custid ON reset (custid);
  CREATE INDEX IF NOT EXISTS reset_expiry ON reset (expires_at_ms);
`;

const COLUMNS = [
  ...['custid', 'role', 'planid', 'paid_planid', 'paid_until_ms', 'locale', 'is_verified', 'is_mail_proven'],
  ...['password_hash', 'api_token_hash', 'epoch', 'created_at_ms', 'secrets_created', 'secrets_shared', 'emails_sent'],
];

/** What follows INSERT INTO for a row with the `customerValues`. */
export const CUSTOMER_VALUES = `customer (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map(() => '?').join(', ')})`;

/** Every statement the accounts need, prepared once. */
export function prepareAccountStatements(database: DatabaseSync) {
  const prepare = (sql: string) => database.prepare(sql);
  return {
    insert: prepare(`INSERT INTO ${CUSTOMER_VALUES} ON CONFLICT DO NOTHING`),
    tally: prepare('UPDATE customer_tally SET customers = customers + ?'),
    renew: prepare(
      `UPDATE customer SET locale = ?1, is_verified = ?2, password_hash = ?3, epoch = ?4, sign_ups = sign_ups + 1
         WHERE custid = ?5 AND is_verified = 0
           AND (?2 = 0 OR (role = 'customer' AND planid = 'basic' AND paid_planid IS NULL))`,
    ),
    noteSignUp: prepare('UPDATE customer SET sign_ups = sign_ups + 1 WHERE custid = ?'),
    find: prepare('SELECT * FROM customer WHERE custid = ?'),
    recent: prepare('SELECT * FROM customer ORDER BY created_at_ms DESC, custid DESC LIMIT ?'),
    count: prepare('SELECT customers FROM customer_tally'),
    countSince: prepare('SELECT COUNT(*) AS count FROM customer WHERE created_at_ms >= ?'),
    changePassword: prepare(
      `UPDATE customer SET password_hash = ?, epoch = ?, api_token_hash = NULL
         WHERE custid = ? AND password_hash = ?`,
    ),
    // An epoch never repeats, and never goes back.
    signOut: prepare('UPDATE customer SET epoch = MAX(epoch + 1, ?2), api_token_hash = NULL WHERE custid = ?1'),
    names: prepare('SELECT custid FROM customer WHERE custid > ? ORDER BY custid LIMIT ?'),
    rehash: prepare('UPDATE customer SET password_hash = ? WHERE custid = ? AND password_hash = ?'),
    verify: prepare(
      `UPDATE customer SET is_verified = 1, is_mail_proven = MAX(is_mail_proven, ?1)
         WHERE custid = ?2 AND (?3 IS NULL OR epoch = ?3) RETURNING *`,
    ),
    setApiToken: prepare('UPDATE customer SET api_token_hash = ? WHERE custid = ? AND epoch = ?'),
    setLocale: prepare('UPDATE customer SET locale = ? WHERE custid = ?'),
    setRole: prepare('UPDATE customer SET role = ? WHERE custid = ?'),
    setPlan: prepare('UPDATE customer SET planid = ? WHERE custid = ?'),
    addCounts: prepare(
      `UPDATE customer SET secrets_created = secrets_created + ?, secrets_shared = secrets_shared + ?,
         emails_sent = emails_sent + ? WHERE custid = ?`,
    ),
    destroy: prepare('DELETE FROM customer WHERE custid = ?1 AND (?2 IS NULL OR password_hash = ?2)'),
    // If the account is gone by now the key is nobody's, and not that of the next account of that name.
    keepReset: prepare(
      `INSERT INTO reset (id, custid, is_mailed, expires_at_ms)
         VALUES (?1, coalesce((SELECT custid FROM customer WHERE custid = ?2), '${NOBODY}'), ?3, ?4)`,
    ),
    findReset: prepare(
      `SELECT custid, is_mailed FROM reset JOIN customer USING (custid) WHERE id = ? AND expires_at_ms > ?`,
    ),
    dropResets: prepare('DELETE FROM reset WHERE custid = ?'),
  };
}

/** In the order of `COLUMNS`. */
export function customerValues(customer: Customer) {
  return [
    customer.custid,
    customer.role,
    customer.planid,
    customer.paid?.planid ?? null,
    customer.paid?.untilMs ?? null,
    customer.locale,
    customer.isVerified ? 1 : 0,
    customer.isMailProven ? 1 : 0,
    customer.passwordHash,
    customer.apiTokenHash,
    customer.epoch,
    customer.createdAtMs,
    customer.secretsCreated,
    customer.secretsShared,
    customer.emailsSent,
  ];
}

export function toCustomer(row: Row): Customer {
  return {
    custid: row.custid as CustId,
    role: row.role as Role,
    planid: String(row.planid),
    paid: toPaidTerm(row),
    locale: row.locale as string | null,
    isVerified: row.is_verified === 1,
    isMailProven: row.is_mail_proven === 1,
    passwordHash: String(row.password_hash),
    apiTokenHash: row.api_token_hash as string | null,
    epoch: Number(row.epoch),
    createdAtMs: Number(row.created_at_ms),
    secretsCreated: Number(row.secrets_created),
    secretsShared: Number(row.secrets_shared),
    emailsSent: Number(row.emails_sent),
  };
}

/** Both columns or neither. */
function toPaidTerm({ paid_planid, paid_until_ms }: Row): PaidTerm | null {
  return paid_planid === null ? null : { planid: String(paid_planid), untilMs: Number(paid_until_ms) };
}
