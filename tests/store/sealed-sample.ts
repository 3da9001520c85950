import { randomBytes } from 'node:crypto';
import type { MetadataId, SecretId } from '#src/crypto/ids.ts';
import type { GuessPolicy } from '#src/features/secrets/secret.ts';
import type { SealedMetadata, SealedSecret, SecretStore } from '#src/features/secrets/secret-store.ts';

export const POLICY: GuessPolicy = { tries: 4, firstDelayMs: 1000, maxDelayMs: 3000, maxLockMs: 60_000 };

export const START_MS = Date.UTC(2030, 0, 15, 12);
export const LIFE_MS = 3_600_000;

export const RIGHT = Buffer.alloc(32, 1);
export const WRONG = Buffer.alloc(32, 2);

/** A secret and its metadata under fresh names, every field filled. */
export function sample(changes: Partial<SealedSecret> = {}): { secret: SealedSecret; metadata: SealedMetadata } {
  const times = { createdAtMs: START_MS, recordExpiresAtMs: START_MS + 2 * LIFE_MS };
  const secret: SealedSecret = {
    ...times,
    id: randomBytes(32).toString('base64url') as SecretId,
    version: 1,
    kdfVersion: 1,
    siteKeyId: 'site-key',
    expiresAtMs: START_MS + LIFE_MS,
    hasPassphrase: true,
    proofHash: RIGHT,
    ownerTag: null,
    ownerCopy: null,
    domainTag: null,
    isCounted: true,
    facts: randomBytes(60),
    content: randomBytes(300),
    senderCopy: { sealed: randomBytes(290), untilMs: START_MS + 300_000 },
    ...changes,
  };
  const id = randomBytes(32).toString('base64url') as MetadataId;
  return { secret, metadata: { id, sealed: randomBytes(200), ...times } };
}

/** The same, kept in a store. */
export async function putSample(store: Pick<SecretStore, 'put'>, changes?: Partial<SealedSecret>) {
  const rows = sample(changes);
  await store.put(rows.secret, rows.metadata);
  return rows;
}
