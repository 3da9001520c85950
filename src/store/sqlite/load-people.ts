import type { DatabaseSync } from 'node:sqlite';
import { PLAIN_BRAND } from '#src/features/domains/domain.ts';
import {
  type BillingRecord,
  type CustomerRecord,
  type DomainRecord,
  isReplacing,
  type LinkRecord,
  type LoadOutcome,
  type LoadRule,
  type LookRecord,
  type SiteRecord,
} from '../transfer.ts';
import { CUSTOMER_VALUES, customerValues } from './account-rows.ts';

/** Accounts, what is paid for them, domains and the site's own facts. Inside a write transaction. */
export function prepareLoadPeople(database: DatabaseSync) {
  const statements = prepareStatements(database);
  return {
    site: ({ keyRecord, banner }: SiteRecord, rule: LoadRule): LoadOutcome => {
      if (keyRecord !== null) statements.keepCheck.run(keyRecord);
      if (banner === null) return 'kept';
      const isThere = statements.banner.get() !== undefined;
      if (isThere && !isReplacing(rule)) return 'kept';
      statements.setBanner.run(banner);
      return isThere ? 'replaced' : 'added';
    },
    customer: ({ customer }: CustomerRecord, rule: LoadRule): LoadOutcome => {
      const isThere = statements.customer.get(customer.custid) !== undefined;
      if (isThere && !isReplacing(rule)) return 'kept';
      statements.putCustomer.run(...customerValues(customer));
      // A link to a new password that was mailed before would open the account as it was.
      if (isThere && rule.how === 'restore') statements.dropResets.run(customer.custid);
      if (isThere) return 'replaced';
      statements.countCustomer.run();
      return 'added';
    },
    reset: ({ id, custid, isMailed, expiresAtMs }: LinkRecord): LoadOutcome =>
      statements.insertReset.run(id, custid, isMailed ? 1 : 0, expiresAtMs).changes > 0 ? 'added' : 'kept',
    look: ({ last }: LookRecord): LoadOutcome => {
      statements.raiseLook.run(last);
      return 'kept';
    },
    billing: (record: BillingRecord, rule: LoadRule): LoadOutcome => loadBilling(statements, record, rule),
    domain: (record: DomainRecord, rule: LoadRule): LoadOutcome => loadDomain(statements, record, rule),
  };
}

type Statements = ReturnType<typeof prepareStatements>;

function loadBilling(statements: Statements, record: BillingRecord, rule: LoadRule): LoadOutcome {
  const { owner, payers, seen, keptLook, nextLookAtMs } = record;
  const key = [owner.custid, owner.createdAtMs] as const;
  const isThere = statements.billing.get(...key) !== undefined;
  const isKept = isThere && !isReplacing(rule);
  if (isKept) statements.beDue.run(...key);
  else statements.putBilling.run(...key, seen && JSON.stringify(seen), keptLook, nextLookAtMs);
  // A payer that is another account's by now stays there, and whoever has paid for this one since goes on doing so.
  for (const { id, linkedLook } of payers) statements.insertPayer.run(id, ...key, linkedLook);
  return isKept ? 'kept' : isThere ? 'replaced' : 'added';
}

function loadDomain(statements: Statements, { domain, nextLookAtMs, logo }: DomainRecord, rule: LoadRule): LoadOutcome {
  const { id, ownerTag, name, proof, observation, brand } = domain;
  const isThere = statements.domain.get(id, ownerTag, name) !== undefined;
  if (isThere && !isReplacing(rule)) return 'kept';
  if (isThere) statements.dropDomain.run(id, ownerTag, name);
  // Of the records of a name one is verified: the one that is served here by now.
  const isServed = statements.served.get(name) !== undefined;
  statements.insertDomain.run(
    ...[id, ownerTag, name, domain.createdAtMs, domain.updatedAtMs, isServed ? null : proof.verifiedAtMs],
    ...[proof.missingSinceMs, nextLookAtMs, domain.logoHash],
    JSON.stringify(brand) === JSON.stringify(PLAIN_BRAND) ? null : JSON.stringify(brand),
    observation && JSON.stringify(observation),
  );
  if (logo !== null) statements.insertLogo.run(id, logo.hash, logo.type, logo.bytes);
  return isThere ? 'replaced' : 'added';
}

function prepareStatements(database: DatabaseSync) {
  const own = 'custid = ?1 AND created_at_ms = ?2';
  const sameDomain = 'id = ?1 OR (owner_tag = ?2 AND name = ?3)';
  return {
    keepCheck: database.prepare("INSERT INTO site (name, value) VALUES ('key_check', ?) ON CONFLICT DO NOTHING"),
    banner: database.prepare("SELECT value FROM site WHERE name = 'banner'"),
    setBanner: database.prepare("INSERT OR REPLACE INTO site (name, value) VALUES ('banner', ?)"),
    customer: database.prepare('SELECT 1 FROM customer WHERE custid = ?'),
    putCustomer: database.prepare(`INSERT OR REPLACE INTO ${CUSTOMER_VALUES}`),
    dropResets: database.prepare('DELETE FROM reset WHERE custid = ?'),
    countCustomer: database.prepare('UPDATE customer_tally SET customers = customers + 1'),
    insertReset: database.prepare(
      'INSERT INTO reset (id, custid, is_mailed, expires_at_ms) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
    ),
    raiseLook: database.prepare(
      `INSERT INTO billing_look (one, last) VALUES (1, ?1)
         ON CONFLICT (one) DO UPDATE SET last = max(last, ?1)`,
    ),
    billing: database.prepare(`SELECT 1 FROM billing WHERE ${own}`),
    putBilling: database.prepare(
      `INSERT INTO billing (custid, created_at_ms, seen, kept_look, next_look_at_ms) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (custid, created_at_ms) DO UPDATE SET seen = ?3, kept_look = ?4, next_look_at_ms = ?5`,
    ),
    beDue: database.prepare(`UPDATE billing SET next_look_at_ms = 0 WHERE ${own}`),
    insertPayer: database.prepare(
      `INSERT INTO billing_payer (payer, custid, created_at_ms, linked_look) VALUES (?, ?, ?, ?)
         ON CONFLICT DO NOTHING`,
    ),
    domain: database.prepare(`SELECT 1 FROM domain WHERE ${sameDomain}`),
    dropDomain: database.prepare(`DELETE FROM domain WHERE ${sameDomain}`),
    served: database.prepare('SELECT 1 FROM domain WHERE name = ? AND verified_at_ms IS NOT NULL'),
    insertDomain: database.prepare(
      `INSERT INTO domain (id, owner_tag, name, created_at_ms, updated_at_ms, verified_at_ms, missing_since_ms,
         next_look_at_ms, logo_hash, brand, observation) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    insertLogo: database.prepare('INSERT INTO domain_logo (id, hash, type, bytes) VALUES (?, ?, ?, ?)'),
  };
}
