import type { RandomBytes } from '#src/crypto/ids.ts';

const HOLDER_BYTES = 12;

/** Names this process among all on a store; another name each time. */
export function newHolder(randomBytes: RandomBytes): string {
  return Buffer.from(randomBytes(HOLDER_BYTES)).toString('base64url');
}

/** From 0 up to 1, without it. */
export function fractionsOf(randomBytes: RandomBytes): () => number {
  return () => Buffer.from(randomBytes(4)).readUInt32BE(0) / 2 ** 32;
}
