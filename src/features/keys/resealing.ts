import type { KeyRing } from '#src/crypto/key-ring.ts';
import { createLedWork, type LeadDeps, type LedWork, type Turn } from '#src/led-work.ts';
import { sealedBy } from './key-needs.ts';
import { readKeyRecord } from './key-record.ts';
import { type KeyStore, SEALED_KINDS, type SealedKind, type SealedValue } from './key-store.ts';

/**
 * After a change of the site secret, seals under the current one what others have sealed: whoever has an old secret and
 * later gets hold of the store opens nothing of it.
 */
export interface Resealer extends Pick<LedWork, 'stop'> {
  /** Does nothing where there is but one secret. */
  start(): void;
  /** Goes through everything once if no other process does and ours is the newest secret. Says how many it sealed. */
  round(): Promise<number>;
}

export interface ResealerDeps extends LeadDeps {
  readonly store: KeyStore;
  readonly ring: KeyRing;
  readonly log: Record<'info' | 'error', (event: string, fields: Readonly<Record<string, unknown>>) => void>;
}

/** A process that still has the old secret may go on writing with it for a while. */
const ROUND_EVERY_MS = 600_000;
/** Visitors come first. */
const PAUSE_MS = 20;

export function createResealer(deps: ResealerDeps): Resealer {
  const { store, ring, log, timers } = deps;
  const round = async (turn: Turn) => {
    const count = await sealAll(turn);
    if (count > 0) log.info('sealed anew', { values: count });
    return false;
  };
  const work = createLedWork({ ...deps, name: 'sealing anew', everyMs: ROUND_EVERY_MS, round });

  async function sealAll(turn: Turn): Promise<number> {
    if (!(await isNewest())) return 0;
    let count = 0;
    for (const kind of SEALED_KINDS) if (turn.mayGoOn()) count += await sealKind(kind, turn);
    return count;
  }

  /** While a new secret is being rolled out, two processes must not seal the same rows to and fro. */
  async function isNewest(): Promise<boolean> {
    const found = await store.record();
    const record = found === null ? null : readKeyRecord(found);
    return record !== null && 'keys' in record && record.keys[0]?.siteKeyId === ring.siteKeyId;
  }

  async function sealKind(kind: SealedKind, turn: Turn): Promise<number> {
    let count = 0;
    let from: string | null = null;
    do {
      const page = await store.sealedPage(kind, from);
      // Together, to share a commit.
      const changed = await Promise.all(page.values.map((value) => sealAnew(kind, value, turn)));
      count += changed.filter(Boolean).length;
      from = page.next;
      await timers.pause(PAUSE_MS, turn.cut);
    } while (from !== null && turn.mayGoOn());
    return count;
  }

  /** What was changed or has gone in the meantime is left as it is. */
  async function sealAnew(kind: SealedKind, value: SealedValue, turn: Turn): Promise<boolean> {
    const maker = sealedBy(ring, kind, value);
    if (!turn.mayGoOn() || maker === null || maker === ring.siteKeyId) return false;
    const sealer = ring.siteSealer(kind);
    return store.reseal(kind, value, sealer.seal(value.id, sealer.open(value.id, value.sealed)));
  }

  return {
    start: () => {
      if (ring.known.length > 1) work.start();
    },
    stop: work.stop,
    round: async () => (await work.lead(sealAll)) ?? 0,
  };
}
