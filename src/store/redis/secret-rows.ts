import type { SecretId } from '#src/crypto/ids.ts';
import { type BurnedBy, lifeAt, type StoredLife } from '#src/features/secrets/secret.ts';
import type { OwnedRow, SealedSecret, SecretRow } from '#src/features/secrets/secret-store.ts';
import type { Argument } from './node.ts';

/**
 * Fields of `{id}:state`. What never changes stands in one, `made`; what scripts read or change has
 * a field of its own, which is missing until it is first set. The proof's hash is not looked at here.
 */
export const LOOK_FIELDS = [
  'made',
  'ownerTag',
  'facts',
  'expiresAtMs',
  'life',
  'openedAtMs',
  'viewedAtMs',
  'endedAtMs',
  'burnedBy',
  'failures',
  'notBeforeMs',
  'lockedUntilMs',
  'claimantHash',
  'heldBy',
] as const;

type LookField = (typeof LOOK_FIELDS)[number];

/**
 * As much of them as a list tells, and what the owner may open: each field of a hundred rows costs Redis and us the
 * same.
 */
export const OWNED_FIELDS = [
  ...['made', 'ownerTag', 'life', 'expiresAtMs', 'openedAtMs', 'viewedAtMs', 'endedAtMs', 'ownerCopy'],
] as const;

type Made = Pick<
  SecretRow,
  'version' | 'kdfVersion' | 'siteKeyId' | 'createdAtMs' | 'recordExpiresAtMs' | 'hasPassphrase' | 'isCounted'
>;

/** Name, value, name, value: what the state of a new secret holds. */
export function stateFields(secret: SealedSecret): Argument[] {
  const { proofHash, facts, ownerCopy } = secret;
  return [
    ...stateTexts(secret),
    ...['proofHash', proofHash, 'facts', facts],
    ...(ownerCopy === null ? [] : ['ownerCopy', ownerCopy]),
  ];
}

/** Those of them that are texts. */
export function stateTexts(secret: SealedSecret): string[] {
  const { version, kdfVersion, siteKeyId, createdAtMs, recordExpiresAtMs, hasPassphrase } = secret;
  const { ownerTag, domainTag } = secret;
  const made = {
    ...{ version, kdfVersion, siteKeyId, createdAtMs, recordExpiresAtMs, hasPassphrase },
    // Said only where it is not: rows of older releases say nothing, and are.
    ...(secret.isCounted === false ? { isCounted: false } : {}),
  };
  return [
    ...['made', JSON.stringify(made), 'life', 'live', 'expiresAtMs', String(secret.expiresAtMs)],
    ...(ownerTag === null ? [] : ['ownerTag', ownerTag]),
    ...(domainTag === null ? [] : ['domainTag', domainTag]),
  ];
}

/** What never changes of a row. */
export function readMade(text: Buffer): Made {
  const made = JSON.parse(String(text));
  made.isCounted ??= true;
  return made;
}

/** The row as `HMGET` answers it, or null where there is none. */
export function toSecretRow(reply: readonly (Buffer | null)[], nowMs: number): SecretRow | null {
  const raw = (field: LookField) => reply[LOOK_FIELDS.indexOf(field)] ?? null;
  const numberOrNull = (field: LookField) => toNumberOrNull(raw(field));
  const [madeText, facts] = [raw('made'), raw('facts')];
  if (madeText === null || facts === null) return null;
  const made = readMade(madeText);
  const expiresAtMs = Number(raw('expiresAtMs'));
  if (nowMs >= made.recordExpiresAtMs) return null;
  return {
    ...made,
    ownerTag: raw('ownerTag')?.toString() ?? null,
    life: lifeAt({ life: String(raw('life')) as StoredLife, expiresAtMs }, nowMs),
    openedAtMs: numberOrNull('openedAtMs'),
    viewedAtMs: numberOrNull('viewedAtMs'),
    endedAtMs: numberOrNull('endedAtMs'),
    burnedBy: (raw('burnedBy')?.toString() || null) as BurnedBy | null,
    expiresAtMs,
    failures: Number(raw('failures') ?? 0),
    notBeforeMs: Number(raw('notBeforeMs') ?? 0),
    lockedUntilMs: Number(raw('lockedUntilMs') ?? 0),
    claimantHash: raw('claimantHash'),
    isHeld: raw('heldBy') !== null,
    facts,
  };
}

/** The row as `HMGET` answers it for `OWNED_FIELDS`, or null where there is none of this owner's. */
export function toOwnedRow(
  id: SecretId,
  [madeText, owner, life, expiresAt, openedAt, viewedAt, endedAt, ownerCopy]: readonly (Buffer | null)[],
  { ownerTag, nowMs }: { readonly ownerTag: string; readonly nowMs: number },
): OwnedRow | null {
  if (!madeText || !ownerCopy || owner?.toString() !== ownerTag) return null;
  const { createdAtMs, recordExpiresAtMs, hasPassphrase } = readMade(madeText);
  if (nowMs >= recordExpiresAtMs) return null;
  const expiresAtMs = Number(expiresAt);
  const row = {
    ...{ ownerTag, createdAtMs, expiresAtMs, recordExpiresAtMs, hasPassphrase },
    life: lifeAt({ life: String(life) as StoredLife, expiresAtMs }, nowMs),
    openedAtMs: toNumberOrNull(openedAt),
    viewedAtMs: toNumberOrNull(viewedAt),
    endedAtMs: toNumberOrNull(endedAt),
  };
  return { id, row, ownerCopy };
}

function toNumberOrNull(text: Buffer | null | undefined): number | null {
  return text ? Number(text) : null;
}

/** Whether the content may still be there, as far as the row tells: it waits, or is kept for its claimant. */
export function isKept(reply: readonly (Buffer | null)[]): boolean {
  const [life, claimantHash, heldBy] = (['life', 'claimantHash', 'heldBy'] as const).map(
    (field) => reply[LOOK_FIELDS.indexOf(field)],
  );
  return life?.toString() === 'live' || claimantHash != null || heldBy != null;
}
