import type { PasswordShape } from '#src/crypto/generate-password.ts';
import type { MetadataKey, SecretKey } from '#src/crypto/ids.ts';
import { fail, ok, type Result } from '#src/result.ts';
import { charCount, NO_GUESSES, recordLifeMs, truncateChars } from './secret.ts';
import type { SecretDeps } from './secret-deps.ts';
import type { SealedMetadata, SealedSecret, SecretRow } from './secret-store.ts';

/** Sealed beside the secret under the secret key: what its recipient may see before the claim. */
export interface SecretFacts {
  readonly isTruncated: boolean;
  /** Characters, before anything was cut off. */
  readonly originalChars: number;
  readonly shareDomain: string;
  readonly isVerification: boolean;
}

/** Sealed under the metadata key: the link and what its sender asked for. */
export interface MetadataFacts extends SecretFacts {
  readonly secretKey: SecretKey;
  readonly kind: 'share' | 'generate';
  readonly ttlSeconds: number;
  readonly hasPassphrase: boolean;
}

export interface ConcealRequest {
  readonly kind: 'share' | 'generate';
  /** Ignored for a generated password. */
  readonly content: string;
  /** Empty means none. */
  readonly passphrase: string;
  readonly ttlSeconds: number;
  readonly shareDomain: string;
  /** Cut content that is too long off instead of refusing it. */
  readonly truncates: boolean;
  readonly password: PasswordShape;
}

export interface Concealed {
  readonly secretKey: SecretKey;
  readonly metadataKey: MetadataKey;
  readonly facts: MetadataFacts;
  readonly row: SecretRow;
  /** The content when it was generated, for the one who asked for it; else null. */
  readonly generated: string | null;
}

export type ConcealFailure =
  | { readonly kind: 'nothing-to-share' }
  | { readonly kind: 'not-text'; readonly field: 'secret' | 'passphrase' }
  | { readonly kind: 'too-long'; readonly maxChars: number }
  | { readonly kind: 'busy' };

export type Conceal = (request: ConcealRequest) => Promise<Result<Concealed, ConcealFailure>>;

/** Seals a new secret and answers once the store has it durably. */
export function createConceal(deps: SecretDeps): Conceal {
  return async (request) => {
    const content = contentOf(deps, request);
    if (!content.ok) return content;
    const secretKey = deps.keys.secretKey();
    const stretched = await stretchNew(deps, secretKey, request.passphrase);
    if (!stretched.ok) return stretched;
    const facts = { ...content.value.facts, secretKey, kind: request.kind, ...optionsOf(request) };
    const metadataKey = deps.keys.metadataKey();
    const secret = sealed(deps, { metadataKey, facts, text: content.value.text, stretched: stretched.value });
    await deps.store.put(secret, sealedMetadata(deps, metadataKey, facts, secret));
    const generated = request.kind === 'generate' ? content.value.text : null;
    return ok({ secretKey, metadataKey, facts, row: freshRow(secret), generated });
  };
}

type Content = { readonly text: string; readonly facts: Pick<SecretFacts, 'isTruncated' | 'originalChars'> };

function contentOf(deps: SecretDeps, request: ConcealRequest): Result<Content, ConcealFailure> {
  const text = request.kind === 'generate' ? deps.generatePassword(request.password) : request.content;
  if (text === '') return fail({ kind: 'nothing-to-share' });
  // Half a surrogate pair has no UTF-8 form: it would come back as something else.
  if (!text.isWellFormed()) return fail({ kind: 'not-text', field: 'secret' });
  if (!request.passphrase.isWellFormed()) return fail({ kind: 'not-text', field: 'passphrase' });
  const originalChars = charCount(text);
  const isTooLong = originalChars > deps.limits.maxContentChars;
  if (isTooLong && !request.truncates) return fail({ kind: 'too-long', maxChars: deps.limits.maxContentChars });
  const kept = isTooLong ? truncateChars(text, deps.limits.maxContentChars) : text;
  return ok({ text: kept, facts: { isTruncated: isTooLong, originalChars } });
}

function optionsOf(request: ConcealRequest) {
  const { ttlSeconds, shareDomain } = request;
  return { ttlSeconds, shareDomain, hasPassphrase: request.passphrase !== '', isVerification: false };
}

async function stretchNew(deps: SecretDeps, key: SecretKey, passphrase: string) {
  if (passphrase === '') return ok(null);
  return deps.stretcher.stretch(passphrase, deps.seal.passphraseSalt(key), deps.stretcher.currentVersion);
}

interface Unsealed {
  readonly metadataKey: MetadataKey;
  readonly facts: MetadataFacts;
  readonly text: string;
  readonly stretched: Buffer | null;
}

function sealed(deps: SecretDeps, unsealed: Unsealed): SealedSecret {
  const { seal } = deps;
  const { secretKey, ttlSeconds, isTruncated, originalChars, shareDomain, isVerification } = unsealed.facts;
  const id = seal.secretId(secretKey);
  const keys = seal.contentKeys(secretKey, unsealed.stretched);
  const createdAtMs = deps.now();
  return {
    ...{ id, version: seal.version, siteKeyId: seal.siteKeyId, ownerTag: null },
    kdfVersion: unsealed.stretched ? deps.stretcher.currentVersion : 0,
    createdAtMs,
    expiresAtMs: createdAtMs + ttlSeconds * 1000,
    recordExpiresAtMs: createdAtMs + recordLifeMs(ttlSeconds * 1000),
    hasPassphrase: unsealed.stretched !== null,
    proofHash: keys.proofHash,
    facts: seal.sealFacts(secretKey, id, { isTruncated, originalChars, shareDomain, isVerification }),
    content: seal.sealContent(keys, id, unsealed.text),
    senderCopy: senderCopyOf(deps, unsealed, createdAtMs),
  };
}

function sealedMetadata(
  deps: SecretDeps,
  key: MetadataKey,
  facts: MetadataFacts,
  { createdAtMs, recordExpiresAtMs }: SealedSecret,
): SealedMetadata {
  const id = deps.seal.metadataId(key);
  return { id, sealed: deps.seal.sealMetadata(key, id, facts), createdAtMs, recordExpiresAtMs };
}

/** With a passphrase there is none: nobody reads such a content without it. */
function senderCopyOf(deps: SecretDeps, { metadataKey, facts, text }: Unsealed, createdAtMs: number) {
  const lifeSeconds = Math.min(deps.limits.senderCopySeconds, facts.ttlSeconds);
  if (facts.hasPassphrase || lifeSeconds === 0) return null;
  const copy = deps.seal.sealSenderCopy(metadataKey, deps.seal.secretId(facts.secretKey), text);
  return { sealed: copy, untilMs: createdAtMs + lifeSeconds * 1000 };
}

function freshRow(secret: SealedSecret): SecretRow {
  return { ...secret, ...NO_GUESSES, life: 'live', openedAtMs: null, endedAtMs: null, burnedBy: null };
}
