import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';

/** Looks again until it is so, a bounded number of times; what cannot be asked is not so. */
export async function untilSo(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let looks = 0; looks < 1200; looks += 1) {
    if (await isSo().catch(() => false)) return;
    await pause(50);
  }
  assert.fail(`it did not come to that: ${what}`);
}
