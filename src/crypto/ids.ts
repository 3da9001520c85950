import { hash } from 'node:crypto';

/** What a recipient's link carries. Opens content; never stored in the clear. */
export type SecretKey = string & { readonly brand: 'SecretKey' };
/** What a sender's private link carries. */
export type MetadataKey = string & { readonly brand: 'MetadataKey' };
/** What a link to a new password carries. */
export type ResetKey = string & { readonly brand: 'ResetKey' };
/** Names a secret's row in the store. Says nothing about the key. */
export type SecretId = string & { readonly brand: 'SecretId' };
/** Names a metadata row in the store. */
export type MetadataId = string & { readonly brand: 'MetadataId' };

/** Fills a fresh buffer of that many bytes from a cryptographic source. */
export type RandomBytes = (size: number) => Uint8Array;

const KEY_LENGTH = 31;
const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';
/** The largest multiple of 36 that fits a byte: bytes from here on are thrown away, so no digit is likelier. */
const UNBIASED_BELOW = 252;

export interface KeyMaker {
  secretKey(): SecretKey;
  metadataKey(): MetadataKey;
  resetKey(): ResetKey;
}

/** Makes independent, uniformly random keys of 31 base-36 digits (about 160 bits). */
export function createKeyMaker(randomBytes: RandomBytes): KeyMaker {
  return {
    secretKey: () => randomKey(randomBytes) as SecretKey,
    metadataKey: () => randomKey(randomBytes) as MetadataKey,
    resetKey: () => randomKey(randomBytes) as ResetKey,
  };
}

/** SHA-256('hushlink/1/id' ‖ key), base64url. A key has 160 random bits, so no pepper is needed. */
export function secretIdOf(key: SecretKey): SecretId {
  return rowName(key) as SecretId;
}

export function metadataIdOf(key: MetadataKey): MetadataId {
  return rowName(key) as MetadataId;
}

export function resetIdOf(key: ResetKey): string {
  return rowName(key);
}

function rowName(key: string): string {
  return hash('sha256', `hushlink/1/id${key}`, 'base64url');
}

function randomKey(randomBytes: RandomBytes): string {
  let key = '';
  while (key.length < KEY_LENGTH) {
    for (const byte of randomBytes(KEY_LENGTH + 5)) {
      if (byte < UNBIASED_BELOW && key.length < KEY_LENGTH) key += ALPHABET[byte % ALPHABET.length];
    }
  }
  return key;
}
