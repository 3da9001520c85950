import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import type { TestContext } from 'node:test';

/** Counts the comparisons in constant time of this process from now on, until the test is over. They compare all the same. */
export function countConstantTime(t: TestContext): () => number {
  const { mock } = t.mock.method(crypto, 'timingSafeEqual');
  // Named imports of a built-in module follow it only when they are told to.
  syncBuiltinESMExports();
  t.after(() => {
    mock.restore();
    syncBuiltinESMExports();
  });
  return () => mock.callCount();
}
