import type { RandomBytes } from '#src/crypto/ids.ts';

const PARTS_PER_MS = 1024;

/**
 * Milliseconds, and ten random bits below them: it rises with time, and an account that is deleted and
 * made anew in the same instant does not take over the sessions of the old one.
 */
export function newEpoch(deps: { now: () => number; randomBytes: RandomBytes }, previous = 0): number {
  const [high = 0, low = 0] = deps.randomBytes(2);
  const fresh = deps.now() * PARTS_PER_MS + ((high * 256 + low) % PARTS_PER_MS);
  return Math.max(fresh, previous + 1);
}
