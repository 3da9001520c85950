import { type BurnedBy, lifeAt, type StoredLife } from '#src/features/secrets/secret.ts';
import type { SealedSecret, SecretRow } from '#src/features/secrets/secret-store.ts';
import type { Argument } from './connection.ts';

/** Fields of `{id}:state` that `look` asks for, in this order. The proof's hash is not among them. */
export const LOOK_FIELDS = [
  'version',
  'kdfVersion',
  'siteKeyId',
  'life',
  'createdAtMs',
  'openedAtMs',
  'endedAtMs',
  'burnedBy',
  'expiresAtMs',
  'recordExpiresAtMs',
  'hasPassphrase',
  'failures',
  'notBeforeMs',
  'lockedUntilMs',
  'ownerTag',
  'facts',
] as const;

type LookField = (typeof LOOK_FIELDS)[number];

/** Name, value, name, value: what the state of a new secret holds. */
export function stateFields(secret: SealedSecret): Argument[] {
  return [
    ...['version', String(secret.version), 'kdfVersion', String(secret.kdfVersion)],
    ...['siteKeyId', secret.siteKeyId, 'life', 'live', 'createdAtMs', String(secret.createdAtMs)],
    ...['expiresAtMs', String(secret.expiresAtMs), 'recordExpiresAtMs', String(secret.recordExpiresAtMs)],
    ...['hasPassphrase', secret.hasPassphrase ? '1' : '0', 'ownerTag', secret.ownerTag ?? ''],
    ...['failures', '0', 'notBeforeMs', '0', 'lockedUntilMs', '0'],
    ...['senderUntilMs', String(secret.senderCopy?.untilMs ?? 0)],
    ...['proofHash', secret.proofHash, 'facts', secret.facts],
  ];
}

/** The row as `HMGET` answers it, or null where there is none. */
export function toSecretRow(reply: readonly (Buffer | null)[], nowMs: number): SecretRow | null {
  const raw = (field: LookField) => reply[LOOK_FIELDS.indexOf(field)] ?? null;
  const text = (field: LookField) => raw(field)?.toString() ?? '';
  const numberOrNull = (field: LookField) => (text(field) === '' ? null : Number(text(field)));
  const expiresAtMs = Number(text('expiresAtMs'));
  const recordExpiresAtMs = Number(text('recordExpiresAtMs'));
  const facts = raw('facts');
  if (facts === null || nowMs >= recordExpiresAtMs) return null;
  return {
    version: Number(text('version')),
    kdfVersion: Number(text('kdfVersion')),
    siteKeyId: text('siteKeyId'),
    life: lifeAt({ life: text('life') as StoredLife, expiresAtMs }, nowMs),
    createdAtMs: Number(text('createdAtMs')),
    openedAtMs: numberOrNull('openedAtMs'),
    endedAtMs: numberOrNull('endedAtMs'),
    burnedBy: (text('burnedBy') || null) as BurnedBy | null,
    expiresAtMs,
    recordExpiresAtMs,
    hasPassphrase: text('hasPassphrase') === '1',
    failures: Number(text('failures')),
    notBeforeMs: Number(text('notBeforeMs')),
    lockedUntilMs: Number(text('lockedUntilMs')),
    ownerTag: text('ownerTag') || null,
    facts,
  };
}
