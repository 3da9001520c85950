import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type { SecretId } from '#src/crypto/ids.ts';
import { type BurnedBy, lifeAt, type StoredLife } from '#src/features/secrets/secret.ts';
import type { OwnedRow, SealedSecret, SecretRow } from '#src/features/secrets/secret-store.ts';

/** The values of one row, in the order of the columns that were asked for. */
export type RowValues = readonly SQLOutputValue[];

const STATE_COLUMNS = `version, kdf_version, site_key_id, life, created_at_ms, opened_at_ms, viewed_at_ms, ended_at_ms, burned_by,
  expires_at_ms, record_expires_at_ms, has_passphrase, failures, not_before_ms, locked_until_ms, owner_tag, is_counted,
  claimant_hash, facts, content IS NULL AS is_emptied`;

/**
 * The row of an id (?1) that still has its content at an instant (?2). For an id that nobody has the first row is read
 * and thrown away, and is looked for in any case: otherwise the time would tell such an id from one that is over.
 */
const KEPT = `rowid = MAX(IFNULL((SELECT rowid FROM secret WHERE id = ?1), 0), (SELECT MIN(rowid) FROM secret))
  AND content IS NOT NULL AND id = ?1 AND record_expires_at_ms > ?2`;

/** Every statement the secrets need, prepared once. */
export function prepareStatements(database: DatabaseSync) {
  return {
    insertSecret: database.prepare(
      `INSERT INTO secret (id, version, kdf_version, site_key_id, life, created_at_ms, expires_at_ms,
         record_expires_at_ms, has_passphrase, proof_hash, owner_tag, owner_copy, domain_tag, is_counted, facts, content,
         sender_copy, sender_until_ms, sweep_at_ms)
       VALUES (?, ?, ?, ?, 'live', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    ),
    insertMetadata: database.prepare(
      'INSERT INTO metadata (id, record_expires_at_ms, sealed) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    ),
    look: preparedForArrays(database, `SELECT ${STATE_COLUMNS} FROM secret WHERE id = ? AND record_expires_at_ms > ?`),
    lookKept: preparedForArrays(database, `SELECT ${STATE_COLUMNS} FROM secret WHERE ${KEPT}`),
    lookWithProof: preparedForArrays(
      database,
      `SELECT proof_hash, content, ${STATE_COLUMNS} FROM secret WHERE ${KEPT}`,
    ),
    end: database.prepare(
      `UPDATE secret SET life = ?, ended_at_ms = ?, burned_by = ?, content = NULL, sender_copy = NULL,
         sender_until_ms = NULL, sweep_at_ms = record_expires_at_ms WHERE id = ?`,
    ),
    receiveKept: database.prepare(
      `UPDATE secret SET life = 'received', ended_at_ms = ?1, claimant_hash = ?2, sender_copy = NULL,
         sender_until_ms = NULL, sweep_at_ms = ?3 WHERE id = ?4`,
    ),
    countGuess: database.prepare('UPDATE secret SET failures = ?, not_before_ms = ?, locked_until_ms = ? WHERE id = ?'),
    markOpened: database.prepare(
      `UPDATE secret SET opened_at_ms = ? WHERE id = ? AND life = 'live' AND expires_at_ms > ? AND opened_at_ms IS NULL`,
    ),
    markViewed: database.prepare(
      'UPDATE secret SET viewed_at_ms = ?1 WHERE id = ?2 AND record_expires_at_ms > ?1 AND viewed_at_ms IS NULL',
    ),
    liftLock: database.prepare(
      `UPDATE secret SET failures = 0, not_before_ms = 0, locked_until_ms = 0
         WHERE id = ? AND life = 'live' AND expires_at_ms > ?`,
    ),
    senderCopy: database.prepare(
      `SELECT sender_copy, sender_until_ms FROM secret
         WHERE id = ? AND life = 'live' AND expires_at_ms > ?2 AND sender_until_ms > ?2`,
    ),
    ownedBy: preparedForArrays(
      database,
      `SELECT id, life, created_at_ms, opened_at_ms, viewed_at_ms, ended_at_ms, expires_at_ms,
         record_expires_at_ms, has_passphrase, owner_copy, content IS NULL FROM secret
         WHERE owner_tag = ? AND created_at_ms >= ? AND record_expires_at_ms > ? AND owner_copy IS NOT NULL
         ORDER BY created_at_ms DESC LIMIT ?`,
    ),
    countOwnedBy: database.prepare(
      `SELECT COUNT(*) AS count FROM (SELECT 1 FROM secret
         WHERE owner_tag = ? AND created_at_ms >= ? AND record_expires_at_ms > ? AND owner_copy IS NOT NULL LIMIT ?)`,
    ),
    disownSome: database.prepare(
      `UPDATE secret SET owner_tag = NULL, owner_copy = NULL
         WHERE rowid IN (SELECT rowid FROM secret WHERE owner_tag = ? LIMIT ?)`,
    ),
    metadata: database.prepare('SELECT sealed FROM metadata WHERE id = ? AND record_expires_at_ms > ?'),
  };
}

/** Rows as objects with names cost more than what is in them. */
function preparedForArrays(database: DatabaseSync, sql: string) {
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  return {
    get: (...values: SQLInputValue[]) => statement.get(...values) as RowValues | undefined,
    all: (...values: SQLInputValue[]) => statement.all(...values) as unknown as RowValues[],
  };
}

export function toOwnedRow(values: RowValues, ownerTag: string, nowMs: number): OwnedRow {
  const [id, life, createdAtMs, openedAtMs, viewedAtMs, endedAtMs, ...rest] = values;
  const [expiresAt, recordExpiresAtMs, hasPassphrase, copy, isEmptied] = rest;
  const expiresAtMs = Number(expiresAt);
  return {
    id: id as SecretId,
    row: {
      ownerTag,
      life: shownLife({ life: life as StoredLife, expiresAtMs }, isEmptied, nowMs),
      ...{ createdAtMs: Number(createdAtMs), expiresAtMs },
      ...{ openedAtMs: openedAtMs as number | null, viewedAtMs: viewedAtMs as number | null },
      endedAtMs: endedAtMs as number | null,
      ...{ recordExpiresAtMs: Number(recordExpiresAtMs), hasPassphrase: hasPassphrase === 1 },
    },
    ownerCopy: copy as Uint8Array,
  };
}

/** The values of `insertSecret`, in the order of its columns. */
export function secretValues(secret: SealedSecret) {
  return [
    secret.id,
    secret.version,
    secret.kdfVersion,
    secret.siteKeyId,
    secret.createdAtMs,
    secret.expiresAtMs,
    secret.recordExpiresAtMs,
    secret.hasPassphrase ? 1 : 0,
    secret.proofHash,
    secret.ownerTag,
    secret.ownerCopy,
    secret.domainTag,
    secret.isCounted ? 1 : 0,
    secret.facts,
    secret.content,
    secret.senderCopy?.sealed ?? null,
    secret.senderCopy?.untilMs ?? null,
    Math.min(secret.senderCopy?.untilMs ?? secret.expiresAtMs, secret.expiresAtMs),
  ];
}

/** Of a row's STATE_COLUMNS. */
export function toSecretRow(values: RowValues, nowMs: number): SecretRow {
  const [version, kdfVersion, siteKeyId, life, createdAtMs, openedAtMs, viewedAtMs, endedAtMs, ...more] = values;
  const [burnedBy, expiresAt, recordExpiresAtMs, hasPassphrase, failures, notBeforeMs, lockedUntilMs, ...rest] = more;
  const [ownerTag, isCounted, claimantHash, facts, isEmptied] = rest;
  const expiresAtMs = Number(expiresAt);
  return {
    version: Number(version),
    kdfVersion: Number(kdfVersion),
    siteKeyId: String(siteKeyId),
    life: shownLife({ life: life as StoredLife, expiresAtMs }, isEmptied, nowMs),
    createdAtMs: Number(createdAtMs),
    openedAtMs: openedAtMs as number | null,
    viewedAtMs: viewedAtMs as number | null,
    endedAtMs: endedAtMs as number | null,
    burnedBy: burnedBy as BurnedBy | null,
    expiresAtMs,
    recordExpiresAtMs: Number(recordExpiresAtMs),
    hasPassphrase: hasPassphrase === 1,
    failures: Number(failures),
    notBeforeMs: Number(notBeforeMs),
    lockedUntilMs: Number(lockedUntilMs),
    ownerTag: ownerTag as string | null,
    isCounted: isCounted === 1,
    claimantHash: claimantHash as Uint8Array | null,
    isHeld: false,
    facts: facts as Uint8Array,
  };
}

/** One that was cleared away by a clock that was ahead of this one has expired, whatever the clock says now. */
function shownLife(
  row: { life: StoredLife; expiresAtMs: number },
  isEmptied: SQLOutputValue | undefined,
  nowMs: number,
) {
  return row.life === 'live' && isEmptied === 1 ? 'expired' : lifeAt(row, nowMs);
}

/** What a claim is judged by, and what it takes. */
export interface KeptRow {
  readonly proofHash: Uint8Array;
  readonly content: Uint8Array;
  readonly row: SecretRow;
}

/** Of what `lookWithProof` finds. */
export function toKeptRow([proofHash, content, ...state]: RowValues, nowMs: number): KeptRow {
  return { proofHash: proofHash as Uint8Array, content: content as Uint8Array, row: toSecretRow(state, nowMs) };
}
