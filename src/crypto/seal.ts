import { createCipheriv, createDecipheriv, hash } from 'node:crypto';
import { createHkdf } from './hkdf.ts';
import {
  type MetadataId,
  type MetadataKey,
  metadataIdOf,
  type RandomBytes,
  type SecretId,
  type SecretKey,
  secretIdOf,
} from './ids.ts';

/** Version of everything in this file; stands in each row and in the additional data of each seal. */
const SEAL_VERSION = 1;

const LABEL_PREFIX = 'hushlink/1/';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const LENGTH_BYTES = 4;
/** Length, text, zeros up to the next such step: the size of a row tells little about the content. */
const PAD_STEP_BYTES = 256;
/** Longer texts get a buffer of their own. */
const USUAL_BYTES = 4096;

/** What a secret's content is sealed with, and what shows the right to claim it. */
export interface ContentKeys {
  readonly contentKey: Buffer;
  /** SHA-256 of the proof: what the row keeps. The proof itself leaves this file for nobody. */
  readonly proofHash: Buffer;
}

/**
 * Seals what belongs to the site, such as mails that wait: many values under one key, each bound to
 * the name of its row. `open` throws if the seal was not made for that row by the same site secret.
 */
export interface SiteSealer {
  /** `value` is anything JSON can hold. */
  seal(id: string, value: unknown): Buffer;
  open(id: string, sealed: Uint8Array): unknown;
}

/**
 * Seals and opens everything a row holds: AES-256-GCM under keys from HKDF-SHA-256 with the site
 * secret as salt (docs/security.md, 'Key schedule'; vectors in tests/crypto/vectors.json).
 * Each `open` throws if the seal was not made by the same key for the same row.
 */
export interface Seal {
  /** Stands in each row. */
  readonly version: number;
  secretId(key: SecretKey): SecretId;
  metadataId(key: MetadataKey): MetadataId;
  /** Names the site secret in rows, so that a rotation knows which one opens them. Not secret. */
  readonly siteKeyId: string;
  /** Kept by the store to notice another site secret. Reveals nothing about it. */
  readonly siteKeyCheck: string;
  /** 32 bytes for argon2id. Depends on the secret key, so that no two rows share a salt. */
  passphraseSalt(key: SecretKey): Buffer;
  /** `stretched` is argon2id's output, null without a passphrase. */
  contentKeys(key: SecretKey, stretched: Uint8Array | null): ContentKeys;
  sealContent(keys: ContentKeys, id: SecretId, content: string): Buffer;
  openContent(keys: ContentKeys, id: SecretId, sealed: Uint8Array): string;
  sealFacts(key: SecretKey, id: SecretId, facts: unknown): Buffer;
  openFacts(key: SecretKey, id: SecretId, sealed: Uint8Array): unknown;
  sealMetadata(key: MetadataKey, id: MetadataId, metadata: unknown): Buffer;
  openMetadata(key: MetadataKey, id: MetadataId, sealed: Uint8Array): unknown;
  sealSenderCopy(key: MetadataKey, id: SecretId, content: string): Buffer;
  openSenderCopy(key: MetadataKey, id: SecretId, sealed: Uint8Array): string;
  /** A 32-byte key for a purpose that belongs to the whole site, such as 'shrimp'. */
  siteKey(purpose: string): Buffer;
  /** Seals under the key of that purpose, which is derived once. */
  siteSealer(purpose: string): SiteSealer;
}

export function createSeal(deps: { siteSecret: Buffer; randomBytes: RandomBytes }): Seal {
  const hkdf = createHkdf(deps.siteSecret);
  const derive = (inputKey: string | Uint8Array, label: string): Buffer => hkdf(inputKey, LABEL_PREFIX + label);
  const seal = createSealing(deps.randomBytes);
  const siteKey = (purpose: string) => derive('site', `site/${purpose}`);
  return {
    version: SEAL_VERSION,
    secretId: secretIdOf,
    metadataId: metadataIdOf,
    siteKeyId: derive('site', 'key-id').toString('base64url', 0, 6),
    siteKeyCheck: derive('site', 'key-check').toString('base64url', 0, 16),
    passphraseSalt: (key) => derive(key, 'salt'),
    contentKeys: (key, stretched) => {
      const inputKey = stretched ? Buffer.concat([Buffer.from(key, 'ascii'), stretched]) : key;
      const proofHash = hash('sha256', derive(inputKey, 'proof'), 'buffer');
      return { contentKey: derive(inputKey, 'content'), proofHash };
    },
    sealContent: ({ contentKey }, id, content) => seal(contentKey, id, content),
    openContent: ({ contentKey }, id, sealed) => open(contentKey, id, sealed),
    sealFacts: (key, id, facts) => seal(derive(key, 'facts'), id, JSON.stringify(facts)),
    openFacts: (key, id, sealed) => JSON.parse(open(derive(key, 'facts'), id, sealed)),
    sealMetadata: (key, id, metadata) => seal(derive(key, 'metadata'), id, JSON.stringify(metadata)),
    openMetadata: (key, id, sealed) => JSON.parse(open(derive(key, 'metadata'), id, sealed)),
    sealSenderCopy: (key, id, content) => seal(derive(key, 'sender-copy'), id, content),
    openSenderCopy: (key, id, sealed) => open(derive(key, 'sender-copy'), id, sealed),
    siteKey,
    siteSealer: (purpose) => {
      const key = siteKey(purpose);
      return {
        seal: (id, value) => seal(key, id, JSON.stringify(value)),
        open: (id, sealed) => JSON.parse(open(key, id, sealed)),
      };
    },
  };
}

/**
 * nonce ‖ ciphertext ‖ tag. A buffer of its own for each nonce and each padded text would cost as much as the cipher, so
 * one of each is used again and again; of a text nothing is left there.
 */
function createSealing(randomBytes: RandomBytes) {
  const nonce = Buffer.alloc(NONCE_BYTES);
  const usual = Buffer.alloc(USUAL_BYTES);
  return (key: Buffer, id: string, text: string): Buffer => {
    const size = Buffer.byteLength(text, 'utf8');
    const paddedSize = Math.ceil((LENGTH_BYTES + size) / PAD_STEP_BYTES) * PAD_STEP_BYTES;
    const padded = paddedSize > USUAL_BYTES ? Buffer.alloc(paddedSize) : usual.subarray(0, paddedSize);
    nonce.set(randomBytes(NONCE_BYTES));
    try {
      padded.writeUInt32BE(size, 0);
      padded.write(text, LENGTH_BYTES, 'utf8');
      return encrypt(key, id, padded, nonce);
    } finally {
      padded.fill(0);
    }
  };
}

function encrypt(key: Buffer, id: string, plain: Buffer, nonce: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(additionalData(id));
  const sealed = cipher.update(plain);
  // GCM holds nothing back: what is left to do is to make the tag.
  cipher.final();
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]);
}

/** Row id and version: a sealed blob moved to another row does not open there. */
function additionalData(id: string): Buffer {
  return Buffer.from(`${id}.${SEAL_VERSION}`, 'ascii');
}

/** The text of a seal. */
function open(key: Buffer, id: string, sealed: Uint8Array): string {
  const padded = decrypt(key, id, sealed);
  const size = padded.readUInt32BE(0);
  const text = padded.toString('utf8', LENGTH_BYTES, LENGTH_BYTES + size);
  padded.fill(0);
  return text;
}

function decrypt(key: Buffer, id: string, sealed: Uint8Array): Buffer {
  const end = sealed.length - TAG_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(additionalData(id));
  decipher.setAuthTag(sealed.subarray(end));
  const plain = decipher.update(sealed.subarray(NONCE_BYTES, end));
  // GCM holds nothing back: what is left to do is to judge the tag.
  decipher.final();
  return plain;
}
