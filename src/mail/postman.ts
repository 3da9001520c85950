import { failureFields } from '#src/store-unavailable.ts';
import { createWaker, jittered, type Timers } from '#src/timers.ts';
import { type Deliver, LEASE_MS, type MailLog } from './delivery.ts';
import type { OutboxStore } from './outbox-store.ts';

/** Sends what is in the outbox, beside any number of others on the same store. */
export interface Postman {
  /** Begins to look for mail. */
  start(): void;
  /** There is new mail; it is looked at a moment later, and nobody knows when. */
  wake(): void;
  /** Sends everything that is due; resolves when nothing is left. */
  deliverDue(): Promise<void>;
  /** Takes no new mail, finishes those under way, and cuts what takes longer than that. They are tried again. */
  stop(drainMs: number): Promise<void>;
}

export interface PostmanDeps {
  readonly outbox: OutboxStore;
  readonly deliver: Deliver;
  /** Mails under way at the same time. */
  readonly lanes: number;
  readonly log: MailLog;
  readonly now: () => number;
  readonly random: () => number;
  readonly newToken: () => string;
  readonly timers: Timers;
  /** Closes the connections. */
  readonly hangUp: () => void;
}

/** Mail that another process has put, or left behind, is found after this time at the latest. */
const LOOK_EVERY_MS = 10_000;
/**
 * Sending costs more than dropping a decoy. Right after the answer, the next request would show by its
 * wait whether there was somebody to write to.
 */
const LONGEST_HESITATION_MS = 1_000;

export function createPostman(deps: PostmanDeps): Postman {
  const { outbox, deliver, log, now, timers } = deps;
  const [stopping, cutting] = [new AbortController(), new AbortController()];
  const waker = createWaker();
  let isHesitating = false;
  let running: Promise<unknown> = Promise.resolve();

  async function deliverOne(): Promise<boolean> {
    if (stopping.signal.aborted) return false;
    const nowMs = now();
    const leased = await outbox.lease({ token: deps.newToken(), untilMs: nowMs + LEASE_MS }, nowMs);
    if (leased !== null) await deliver(leased, cutting.signal);
    return leased !== null;
  }

  async function emptyOutbox(): Promise<void> {
    while (await deliverOne());
  }

  /** Each lane by itself: a mail server that takes its time over one mail holds up no other. */
  async function workLane(): Promise<void> {
    while (!stopping.signal.aborted) {
      // Taken before the round: who puts a mail during it gets another round.
      const signal = waker.signal();
      await timers.pause(await roundOfWork(), signal);
    }
  }

  /** Resolves with how long there is nothing to do. */
  async function roundOfWork(): Promise<number> {
    const longestMs = jittered(LOOK_EVERY_MS, deps.random);
    try {
      const dueMs = await outbox.nextDueMs(now());
      if (dueMs === null) return longestMs;
      if (dueMs > now()) return Math.min(dueMs - now(), longestMs);
      await emptyOutbox();
      return 0;
    } catch (error) {
      log.error('outbox', failureFields(error));
      return longestMs;
    }
  }

  async function wakeInAWhile(): Promise<void> {
    if (isHesitating) return;
    isHesitating = true;
    await timers.pause(LONGEST_HESITATION_MS * deps.random(), stopping.signal);
    isHesitating = false;
    waker.wake();
  }

  const lanes = <Value>(work: () => Promise<Value>) => Promise.all(Array.from({ length: deps.lanes }, work));
  return {
    wake: () => void wakeInAWhile(),
    start: () => {
      running = lanes(workLane);
    },
    deliverDue: async () => void (await lanes(emptyOutbox)),
    stop: async (drainMs) => {
      stopping.abort();
      waker.wake();
      const cut = setTimeout(() => cutting.abort(), drainMs);
      await running;
      clearTimeout(cut);
      deps.hangUp();
    },
  };
}
