import type { RandomBytes } from './ids.ts';

const POOL_BYTES = 8192;

/**
 * Draws random bytes in bulk: one call to the system for hundreds of nonces and keys. A byte is
 * handed out once and erased from the pool.
 */
export function createRandomPool(drawBytes: RandomBytes): RandomBytes {
  let pool: Uint8Array = new Uint8Array(0);
  let used = 0;
  return (size) => {
    if (size > POOL_BYTES) return drawBytes(size);
    if (used + size > pool.length) {
      // A copy: the slice of a Buffer would share its memory with the pool.
      pool = Uint8Array.from(drawBytes(POOL_BYTES));
      used = 0;
    }
    const taken = pool.slice(used, used + size);
    pool.fill(0, used, used + size);
    used += size;
    return taken;
  };
}
