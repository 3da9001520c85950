import type { MetadataKey, SecretId } from '#src/crypto/ids.ts';
import type { Owner } from '#src/features/accounts/customer.ts';
import { recordLifeMs } from './secret.ts';
import type { SecretDeps } from './secret-deps.ts';
import type { MetadataFacts, OwnerCopy } from './secret-facts.ts';
import type { SealedMetadata, SealedSecret } from './secret-store.ts';

/** A new secret, as it is before it is sealed. */
export interface NewSecret {
  readonly metadataKey: MetadataKey;
  readonly facts: MetadataFacts;
  readonly owner: Owner | null;
  readonly text: string;
  readonly stretched: Buffer | null;
}

/** A new secret as it enters the store, for as long as was asked from now on. */
export function sealSecret(deps: SecretDeps, fresh: NewSecret): SealedSecret {
  const { seal } = deps;
  const { secretKey, ttlSeconds, isTruncated, originalChars, shareDomain, isVerification, owner } = fresh.facts;
  const id = seal.secretId(secretKey);
  const keys = seal.contentKeys(secretKey, fresh.stretched);
  const createdAtMs = deps.now();
  return {
    ...{ id, version: seal.version, siteKeyId: seal.siteKeyId, ...ownership(deps, id, fresh) },
    domainTag: deps.domainTagOf(shareDomain),
    isCounted: !isVerification,
    kdfVersion: fresh.stretched ? deps.stretcher.currentVersion : 0,
    createdAtMs,
    expiresAtMs: createdAtMs + ttlSeconds * 1000,
    recordExpiresAtMs: createdAtMs + recordLifeMs(ttlSeconds * 1000),
    hasPassphrase: fresh.stretched !== null,
    proofHash: keys.proofHash,
    facts: seal.sealFacts(secretKey, id, { isTruncated, originalChars, shareDomain, isVerification, owner }),
    content: seal.sealContent(keys, id, fresh.text),
    senderCopy: senderCopyOf(deps, id, fresh, createdAtMs),
  };
}

/** The metadata of a secret that was just sealed: under their own key, and there for as long as its record. */
export function sealMetadata(
  deps: SecretDeps,
  key: MetadataKey,
  facts: MetadataFacts,
  { createdAtMs, recordExpiresAtMs }: SealedSecret,
): SealedMetadata {
  const id = deps.seal.metadataId(key);
  return { id, sealed: deps.seal.sealMetadata(key, id, facts), createdAtMs, recordExpiresAtMs };
}

/** What lets an owner, and nobody else, find the secret again and come back to its link. */
function ownership(deps: SecretDeps, id: SecretId, { metadataKey, facts, owner }: NewSecret) {
  if (owner === null) return { ownerTag: null, ownerCopy: null };
  const copy: OwnerCopy = { metadataKey, facts };
  return { ownerTag: deps.owners.tagOf(owner), ownerCopy: deps.owners.sealCopy(id, copy) };
}

/** With a passphrase there is none: nobody reads such a content without it. */
function senderCopyOf(deps: SecretDeps, id: SecretId, { metadataKey, facts, text }: NewSecret, createdAtMs: number) {
  const lifeSeconds = Math.min(deps.limits.senderCopySeconds, facts.ttlSeconds);
  if (facts.hasPassphrase || facts.isVerification || lifeSeconds === 0) return null;
  const copy = deps.seal.sealSenderCopy(metadataKey, id, text);
  return { sealed: copy, untilMs: createdAtMs + lifeSeconds * 1000 };
}
