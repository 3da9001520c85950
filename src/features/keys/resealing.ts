import type { KeyRing } from '#src/crypto/key-ring.ts';
import type { Timers } from '#src/timers.ts';
import { sealedBy } from './key-needs.ts';
import { readKeyRecord } from './key-record.ts';
import { type KeyStore, SEALED_KINDS, type SealedKind, type SealedValue } from './key-store.ts';

/**
 * After a change of the site secret: seals under the current one what others have sealed, so that who has
 * an old one and gets hold of the store later opens nothing of it. One process of any number on a store does.
 */
export interface Resealer {
  /** Does nothing where there is but one secret. */
  start(): void;
  /** Ends after the values that are being sealed. */
  stop(): Promise<void>;
  /** Goes once through everything, if no other process does and ours is the newest secret. How many were sealed anew. */
  round(): Promise<number>;
}

export interface ResealerDeps {
  readonly store: KeyStore;
  readonly ring: KeyRing;
  readonly log: Record<'info' | 'error', (event: string, fields: Readonly<Record<string, unknown>>) => void>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly timers: Pick<Timers, 'pause'>;
  /** Names this process among all on the store: random. */
  readonly holder: string;
}

/** A process that has died holds up the others for so long. */
const LEAD_MS = 60_000;
/** A process that still has the old secret may go on writing with it for a while. */
const ROUND_EVERY_MS = 600_000;
/** Visitors come first. */
const PAUSE_MS = 20;

export function createResealer(deps: ResealerDeps): Resealer {
  const { store, ring, log, now, timers, holder } = deps;
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      const count = await round().catch((error: unknown) => {
        log.error('sealing anew', { err: error });
        return 0;
      });
      if (count > 0) log.info('sealed anew', { values: count });
      await timers.pause(ROUND_EVERY_MS, stopping.signal);
    }
  }

  async function round(): Promise<number> {
    if (!(await isNewest())) return 0;
    let count = 0;
    for (const kind of SEALED_KINDS) {
      if (!(await mayGoOn())) break;
      count += await sealKind(kind);
    }
    // So that the others need not wait for the end of the lease.
    await store.takeLead(holder, now(), now());
    return count;
  }

  /** While the configuration is being rolled out, secrets must not be exchanged to and fro. */
  async function isNewest(): Promise<boolean> {
    const found = await store.record();
    const record = found === null ? null : readKeyRecord(found);
    return record !== null && 'keys' in record && record.keys[0]?.siteKeyId === ring.siteKeyId;
  }

  const mayGoOn = async () => !stopping.signal.aborted && store.takeLead(holder, now() + LEAD_MS, now());

  async function sealKind(kind: SealedKind): Promise<number> {
    let count = 0;
    let from: string | null = null;
    do {
      const page = await store.sealedPage(kind, from);
      // At once, to share a commit.
      const changed = await Promise.all(page.values.map((value) => sealAnew(kind, value)));
      count += changed.filter(Boolean).length;
      from = page.next;
      await timers.pause(PAUSE_MS, stopping.signal);
    } while (from !== null && (await mayGoOn()));
    return count;
  }

  /** What was changed or has gone in the meantime is left as it is. */
  async function sealAnew(kind: SealedKind, value: SealedValue): Promise<boolean> {
    const maker = sealedBy(ring, kind, value);
    if (stopping.signal.aborted || maker === null || maker === ring.siteKeyId) return false;
    const sealer = ring.siteSealer(kind);
    return store.reseal(kind, value, sealer.seal(value.id, sealer.open(value.id, value.sealed)));
  }

  return {
    start: () => {
      if (ring.known.length > 1) running = work();
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
    round,
  };
}
