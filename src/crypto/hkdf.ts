import { hash } from 'node:crypto';
import { BLOCK_BYTES, createHmac } from './hmac.ts';

/** HKDF-SHA-256 (RFC 5869) of an input key, for one salt: up to 32 bytes under the label. Both have at most 191 bytes. */
export type Hkdf = (inputKey: string | Uint8Array, label: string) => Buffer;

/**
 * Five keys are derived for each new secret, and `hkdfSync` spends most of its time on making objects of keys; our own
 * `Hmac` costs a third of it, and `tests/crypto/hkdf.test.ts` compares the two.
 * Texts are ASCII. What is derived from one text in one go is extracted from it once, and forgotten right after.
 */
export function createHkdf(salt: Uint8Array): Hkdf {
  const extract = createHmac();
  const expand = createHmac();
  extract.key(salt.length > BLOCK_BYTES ? hash('sha256', salt, 'buffer') : salt);
  let extracted: string | Uint8Array | null = null;

  function forget(): void {
    extracted = null;
    expand.forget();
  }

  return (inputKey, label) => {
    // Only a text is sure to be the same: bytes may have been changed meanwhile.
    if (typeof inputKey !== 'string' || inputKey !== extracted) {
      if (extracted === null) queueMicrotask(forget);
      expand.key(extract.of(inputKey));
      extract.forgetMessage();
      extracted = inputKey;
    }
    const derived = Buffer.from(expand.of(`${label}\x01`), 'latin1');
    expand.forgetMessage();
    return derived;
  };
}
