import type { RandomBytes } from '#src/crypto/ids.ts';

/** From 0 up to 1, without it. */
export function fractionsOf(randomBytes: RandomBytes): () => number {
  return () => Buffer.from(randomBytes(4)).readUInt32BE(0) / 2 ** 32;
}
