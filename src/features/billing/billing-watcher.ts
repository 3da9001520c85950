import type { Owner } from '#src/features/accounts/customer.ts';
import type { Timers } from '#src/timers.ts';
import type { BillingService } from './billing-service.ts';
import type { BillingStore, DueBilling } from './billing-store.ts';
import { pauseAfterFailures } from './look-times.ts';

/**
 * Looks again at what is due: messages of the provider can get lost, and what is paid for accounts that
 * are gone has to be cancelled. One process at a time of any number on the same store.
 */
export interface BillingWatcher {
  start(): void;
  /** Something may be due at once. */
  wake(): void;
  /** Begins no new look and waits for those under way, but no longer than that. Another process may take over at once. */
  stop(withinMs: number): Promise<void>;
}

export interface BillingWatcherDeps {
  readonly store: Pick<BillingStore, 'due' | 'putOff' | 'takeLead'>;
  readonly service: Pick<BillingService, 'settle'>;
  readonly log: { error(event: string, fields: Readonly<Record<string, unknown>>): void };
  readonly now: () => number;
  /** 0 to 1. */
  readonly random: () => number;
  readonly timers: Timers;
  /** Names this process among all on the store: random. */
  readonly holder: string;
}

/** A process that has died holds up the others for so long. */
const LEAD_MS = 60_000;
const RENEW_EVERY_MS = 15_000;
const ROUND_EVERY_MS = 30_000;
/** Accounts taken from the store at once, and looked at at the same time. */
const BATCH = 50;
const LANES = 4;

export function createBillingWatcher(deps: BillingWatcherDeps): BillingWatcher {
  const { store, log, now, timers, holder, random } = deps;
  const settle = createSettling(deps);
  const [stopping, cutting] = [new AbortController(), new AbortController()];
  let waking = new AbortController();
  let running: Promise<void> = Promise.resolve();
  const takeLead = (untilMs: number) => store.takeLead(holder, untilMs, now());

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      const woken = AbortSignal.any([stopping.signal, waking.signal]);
      const isBehind = await round().catch((error: unknown) => {
        log.error('billing', { err: error });
        return false;
      });
      if (!isBehind) await timers.pause(Math.round(ROUND_EVERY_MS * (0.8 + 0.4 * random())), woken);
      if (waking.signal.aborted) waking = new AbortController();
    }
    // So that the others need not wait for the end of the lease.
    await takeLead(now()).catch(() => {});
  }

  /** Resolves with whether there is more to do at once. */
  async function round(): Promise<boolean> {
    if (!(await takeLead(now() + LEAD_MS))) return false;
    const due = await store.due(BATCH, now());
    if (due.length === 0) return false;
    let isLeading = true;
    const stopRenewing = timers.every(RENEW_EVERY_MS, () => {
      takeLead(now() + LEAD_MS).then(
        (isOurs) => {
          isLeading &&= isOurs;
        },
        (error: unknown) => {
          isLeading = false;
          log.error('billing', { err: error });
        },
      );
    });
    const waiting = due.values();
    const mayGoOn = () => isLeading && !stopping.signal.aborted;
    const lanes = Array.from({ length: LANES }, () => workLane(waiting, mayGoOn));
    const hasFailed = (await Promise.all(lanes).finally(stopRenewing)).includes(false);
    return due.length === BATCH && isLeading && !hasFailed;
  }

  /** All lanes take from the same row. False if one has failed. */
  async function workLane(waiting: Iterable<DueBilling>, mayGoOn: () => boolean): Promise<boolean> {
    let isWell = true;
    for (const due of waiting) {
      if (!mayGoOn()) break;
      isWell = (await settle(due, cutting.signal)) && isWell;
    }
    return isWell;
  }

  return {
    start: () => {
      running = work();
    },
    wake: () => waking.abort(),
    stop: async (withinMs) => {
      stopping.abort();
      const ended = new AbortController();
      const cut = timers.pause(withinMs, ended.signal).then(() => cutting.abort());
      await running;
      ended.abort();
      await cut;
    },
  };
}

/** More than ever fail at once; what is forgotten begins with the shortest pause again. */
const MOST_FAILING = 10_000;

/** Settles one row; a failure puts it off, longer each time. Resolves with whether it went well. */
function createSettling(deps: BillingWatcherDeps): (due: DueBilling, cut: AbortSignal) => Promise<boolean> {
  const failures = new Map<string, number>();
  const nameOf = ({ custid, createdAtMs }: Owner) => `${createdAtMs} ${custid}`;
  return async (due, cut) => {
    const name = nameOf(due.owner);
    try {
      await unlessCut(deps.service.settle(due), cut);
      failures.delete(name);
      return true;
    } catch (error) {
      // Whose it is stands in no log.
      deps.log.error('billing', { err: error });
      if (failures.size >= MOST_FAILING) failures.clear();
      const count = (failures.get(name) ?? 0) + 1;
      failures.set(name, count);
      await deps.store.putOff(due.owner, deps.now() + pauseAfterFailures(count, deps.random)).catch(() => {});
      return false;
    }
  };
}

/** Waits for it, or until `cut` aborts: a question to the provider cannot be broken off, but left alone. */
async function unlessCut(work: Promise<void>, cut: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const leave = () => resolve();
  cut.addEventListener('abort', leave);
  await Promise.race([work, promise]).finally(() => cut.removeEventListener('abort', leave));
}
