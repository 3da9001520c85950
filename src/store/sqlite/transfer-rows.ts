import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type { SecretId } from '#src/crypto/ids.ts';
import type { BurnedBy, StoredLife } from '#src/features/secrets/secret.ts';
import type { SecretRecord } from '../transfer.ts';

type Row = Record<string, SQLOutputValue>;

const SECRET_COLUMNS = [
  ...['id', 'version', 'kdf_version', 'site_key_id', 'life', 'created_at_ms', 'opened_at_ms', 'viewed_at_ms'],
  ...['ended_at_ms', 'burned_by', 'expires_at_ms', 'record_expires_at_ms', 'has_passphrase', 'proof_hash', 'failures'],
  ...['not_before_ms', 'locked_until_ms', 'owner_tag', 'owner_copy', 'domain_tag', 'is_counted', 'facts'],
  ...['content', 'sender_copy', 'sender_until_ms', 'sweep_at_ms'],
] as const;

/** The whole of a row, in whatever state. */
export function prepareInsertSecret(database: DatabaseSync) {
  const places = SECRET_COLUMNS.map(() => '?').join(', ');
  return database.prepare(
    `INSERT INTO secret (${SECRET_COLUMNS.join(', ')}) VALUES (${places}) ON CONFLICT DO NOTHING`,
  );
}

export function secretRecordValues(record: SecretRecord): SQLInputValue[] {
  const { content, senderCopy, expiresAtMs } = record;
  const sweepAtMs =
    content === null ? record.recordExpiresAtMs : Math.min(senderCopy?.untilMs ?? expiresAtMs, expiresAtMs);
  return [
    ...[record.id, record.version, record.kdfVersion, record.siteKeyId, record.life, record.createdAtMs],
    // Backups of older releases say nothing of a first reading, nor whether a row is counted: each was.
    ...[record.openedAtMs, record.viewedAtMs ?? null, record.endedAtMs, record.burnedBy],
    ...[expiresAtMs, record.recordExpiresAtMs],
    ...[record.hasPassphrase ? 1 : 0, record.proofHash, record.failures, record.notBeforeMs, record.lockedUntilMs],
    ...[record.ownerTag, record.ownerCopy, record.domainTag, record.isCounted === false ? 0 : 1],
    ...[record.facts, content, senderCopy?.sealed ?? null, senderCopy?.untilMs ?? null, sweepAtMs],
  ];
}

export function toSecretRecord(row: Row): SecretRecord {
  // What was received may be kept for its claimant, who will ask this store.
  const content = row.life === 'live' ? (row.content as Uint8Array | null) : null;
  const copy = content === null ? null : (row.sender_copy as Uint8Array | null);
  return {
    ...{ kind: 'secret', id: row.id as SecretId, version: Number(row.version), kdfVersion: Number(row.kdf_version) },
    ...{ siteKeyId: String(row.site_key_id), life: row.life as StoredLife, createdAtMs: Number(row.created_at_ms) },
    ...{ openedAtMs: row.opened_at_ms as number | null, viewedAtMs: row.viewed_at_ms as number | null },
    endedAtMs: row.ended_at_ms as number | null,
    ...{ burnedBy: row.burned_by as BurnedBy | null, expiresAtMs: Number(row.expires_at_ms) },
    ...{ recordExpiresAtMs: Number(row.record_expires_at_ms), hasPassphrase: row.has_passphrase === 1 },
    ...{ proofHash: row.proof_hash as Uint8Array, failures: Number(row.failures) },
    ...{ notBeforeMs: Number(row.not_before_ms), lockedUntilMs: Number(row.locked_until_ms) },
    ...{ ownerTag: row.owner_tag as string | null, ownerCopy: row.owner_copy as Uint8Array | null },
    ...{ domainTag: row.domain_tag as string | null, isCounted: row.is_counted === 1 },
    ...{ facts: row.facts as Uint8Array, content },
    senderCopy: copy && { sealed: copy, untilMs: Number(row.sender_until_ms) },
  };
}
