import { type BinaryToTextEncoding, createHmac as createPlatformHmac, hash } from 'node:crypto';

export const BLOCK_BYTES = 64;
const HASH_BYTES = 32;
/** Most of what is named or derived here is shorter. */
const MOST_MESSAGE_BYTES = 192;

export interface Hmac {
  /** From now on; at most one block long. */
  key(key: string | Uint8Array): void;
  /**
   * 32 bytes as a text, which is made much faster than a buffer. A message has at most `MOST_MESSAGE_BYTES`; texts are
   * ASCII.
   */
  of(message: string | Uint8Array, encoding?: BinaryToTextEncoding | 'latin1'): string;
  forget(): void;
  /** The key stays. */
  forgetMessage(): void;
}

/**
 * HMAC-SHA-256 (RFC 2104) of two one-shot hashes over blocks that are used again: an object of the platform's for each
 * costs twice as much.
 */
export function createHmac(): Hmac {
  const keyBlock = Buffer.alloc(BLOCK_BYTES);
  const inner = Buffer.alloc(BLOCK_BYTES + MOST_MESSAGE_BYTES);
  const outer = Buffer.alloc(BLOCK_BYTES + HASH_BYTES);
  const put = (target: Buffer, bytes: string | Uint8Array, at: number): number => {
    const size = bytes.length;
    if (at + size > target.length) throw new RangeError('too long for these blocks');
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
    of: (message, encoding = 'latin1') => {
      const end = put(inner, message, BLOCK_BYTES);
      put(outer, hash('sha256', inner.subarray(0, end), 'latin1'), BLOCK_BYTES);
      return hash('sha256', outer, encoding);
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

const shared = createHmac();

/** HMAC-SHA-256 of a text in UTF-8, and of any length; nothing of text and key is left here. */
export function hmacOf(key: Uint8Array, text: string, encoding: BinaryToTextEncoding): string {
  const message = Buffer.from(text, 'utf8');
  if (key.length > BLOCK_BYTES || message.length > MOST_MESSAGE_BYTES) {
    return createPlatformHmac('sha256', key).update(message).digest(encoding);
  }
  shared.key(key);
  const mac = shared.of(message, encoding);
  shared.forget();
  return mac;
}
