import { setTimeout as pause } from 'node:timers/promises';
import type { TransferRecord } from '../transfer.ts';

/** It is just being handed out, or given back: its content is there, and who holds it decides in a moment. */
export const HELD = Symbol('held');

/** Shorter than the lease of a move, and as long as somebody waits for a master that fails over. */
const MOST_LOOKS = 100;
const LOOK_AGAIN_MS = 100;

/** `isPatient` allows `HELD` as an answer. */
type Find = (id: string, isPatient: boolean) => Promise<TransferRecord | typeof HELD | null>;

/**
 * What is found of the secrets; a held one is looked at again until it is settled. A dump waits for some seconds in
 * all: whoever holds a secret may have died, and may have handed it out before.
 */
export async function* findSettled(
  batches: AsyncIterable<readonly string[]>,
  find: Find,
): AsyncGenerator<TransferRecord> {
  let looksLeft = MOST_LOOKS;
  for await (const batch of batches) {
    for (let ids = batch; ids.length > 0; ) {
      const found = await Promise.all(ids.map((id) => find(id, looksLeft > 0)));
      yield* found.filter((record) => record !== HELD && record !== null);
      ids = ids.filter((_, index) => found[index] === HELD);
      if (ids.length === 0) break;
      looksLeft -= 1;
      await pause(LOOK_AGAIN_MS);
    }
  }
}
