import { hash } from 'node:crypto';

const BLOCK_BYTES = 64;
const HASH_BYTES = 32;
/** Of the input key and of the label; longer ones are none of ours. */
const MOST_BYTES = 192;

/** HKDF-SHA-256 (RFC 5869) of an input key, for one salt: up to 32 bytes under the label. Both have at most 191 bytes. */
export type Hkdf = (inputKey: string | Uint8Array, label: string) => Buffer;

/**
 * Five keys are derived for each new secret, and `hkdfSync` spends most of its time on making objects of keys. One-shot
 * hashes over two blocks that are used again cost a third of it; `tests/crypto/hkdf.test.ts` compares the two.
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
    // Bytes may have become others meanwhile.
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

interface Hmac {
  /** From now on; at most one block long. */
  key(key: string | Uint8Array): void;
  /** 32 bytes as latin1: `hash` makes a text much faster than a buffer. */
  of(message: string | Uint8Array): string;
  forget(): void;
  /** The key stays. */
  forgetMessage(): void;
}

/** HMAC-SHA-256 (RFC 2104). */
function createHmac(): Hmac {
  const keyBlock = Buffer.alloc(BLOCK_BYTES);
  const inner = Buffer.alloc(BLOCK_BYTES + MOST_BYTES);
  const outer = Buffer.alloc(BLOCK_BYTES + HASH_BYTES);
  const put = (target: Buffer, bytes: string | Uint8Array, at: number): number => {
    const size = bytes.length;
    if (at + size > target.length) throw new RangeError('too long to derive from');
    if (typeof bytes === 'string') target.write(bytes, at, 'latin1');
    else target.set(bytes, at);
    return at + size;
  };
  return {
    key: (key) => {
      keyBlock.fill(0);
      put(keyBlock, key, 0);
      for (let at = 0; at < BLOCK_BYTES; at += 1) {
        const byte = keyBlock[at] ?? 0;
        inner[at] = byte ^ 0x36;
        outer[at] = byte ^ 0x5c;
      }
    },
    of: (message) => {
      const end = put(inner, message, BLOCK_BYTES);
      put(outer, hash('sha256', inner.subarray(0, end), 'latin1'), BLOCK_BYTES);
      return hash('sha256', outer, 'latin1');
    },
    forget: () => {
      for (const block of [keyBlock, inner, outer]) block.fill(0);
    },
    forgetMessage: () => {
      inner.fill(0, BLOCK_BYTES);
      outer.fill(0, BLOCK_BYTES);
    },
  };
}
