import { randomBytes } from 'node:crypto';
import { createKeyMaker, type MetadataId, type MetadataKey, type SecretId, type SecretKey } from '#src/crypto/ids.ts';
import { createSeal, type Seal } from '#src/crypto/seal.ts';
import type { MetadataFacts } from '#src/features/secrets/secret-facts.ts';
import type { SealedMetadata, SealedSecret } from '#src/features/secrets/secret-store.ts';
import { CONTENT } from '../load/tasks.ts';

export interface SampleRows {
  readonly secret: SealedSecret;
  readonly metadata: SealedMetadata;
}

const TTL_MS = 3_600_000;
const SENDER_COPY_MS = 300_000;

/** What the store is given for one anonymous secret of the usual content: rows of the true sizes, opened by nobody. */
export function sampleRows(nowMs: number): SampleRows {
  const seal = createSeal({ siteSecret: randomBytes(32), randomBytes });
  const keys = createKeyMaker(randomBytes);
  return sealRows(seal, { secretKey: keys.secretKey(), metadataKey: keys.metadataKey() }, CONTENT, nowMs);
}

export interface RowKeys {
  readonly secretKey: SecretKey;
  readonly metadataKey: MetadataKey;
}

/** Two rows, and all that is sealed in them, as of an anonymous secret without a passphrase. */
export function sealRows(seal: Seal, { secretKey, metadataKey }: RowKeys, content: string, nowMs: number): SampleRows {
  const [id, metadataId] = [seal.secretId(secretKey), seal.metadataId(metadataKey)];
  const contentKeys = seal.contentKeys(secretKey, null);
  const seen = { isTruncated: false, originalChars: content.length, shareDomain: 'localhost:3000' };
  const told = { ...seen, isVerification: false, owner: null };
  const facts: MetadataFacts = {
    ...{ ...told, secretKey, kind: 'share', ttlSeconds: TTL_MS / 1000, hasPassphrase: false, recipients: [] },
  };
  const times = { createdAtMs: nowMs, recordExpiresAtMs: nowMs + 2 * TTL_MS };
  const secret: SealedSecret = {
    ...{ ...times, id, version: seal.version, kdfVersion: 0, siteKeyId: seal.siteKeyId, expiresAtMs: nowMs + TTL_MS },
    ...{ hasPassphrase: false, proofHash: contentKeys.proofHash, ownerTag: null, ownerCopy: null, domainTag: null },
    isCounted: true,
    facts: seal.sealFacts(secretKey, id, told),
    content: seal.sealContent(contentKeys, id, content),
    senderCopy: { sealed: seal.sealSenderCopy(metadataKey, id, content), untilMs: nowMs + SENDER_COPY_MS },
  };
  return { secret, metadata: { ...times, id: metadataId, sealed: seal.sealMetadata(metadataKey, metadataId, facts) } };
}

/** The same rows under names that no other has. */
export function renamed({ secret, metadata }: SampleRows): SampleRows {
  const name = () => randomBytes(32).toString('base64url');
  return { secret: { ...secret, id: name() as SecretId }, metadata: { ...metadata, id: name() as MetadataId } };
}
