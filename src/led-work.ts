import { failureFields } from './store-unavailable.ts';
import { createWaker, jittered, type Timers } from './timers.ts';

/** Work in rounds, done by one process at a time of any number on the same store: the one that has the lead. */
export interface LedWork {
  start(): void;
  /** There may be something to do at once. */
  wake(): void;
  /**
   * Begins nothing new, finishes what is under way, and cuts what takes longer than `withinMs`. Another process may
   * take over at once.
   */
  stop(withinMs: number): Promise<void>;
  /** Does it now, unless another process leads: null then. The lead is renewed for as long as it takes. */
  lead<Value>(work: (turn: Turn) => Promise<Value>): Promise<Value | null>;
}

/** A time for which a process leads. */
export interface Turn {
  /** Whether anything new may be begun: the lead has not been lost, and nobody has said stop. */
  mayGoOn(): boolean;
  /** Ends what is under way. What it has cut is neither done nor failed. */
  readonly cut: AbortSignal;
  /** Tells the log of what has failed, never whose it was. */
  report(error: unknown): void;
}

/** One round; whether there is more to do at once. */
export type Round = (turn: Turn) => Promise<boolean>;

/** What a store keeps of the lead in one kind of work. */
export interface LeadStore {
  /**
   * Makes `holder` the one process that does the work until `untilMs`, or says that another is (false). At
   * `untilMs` itself anybody may take it. The holder may renew before; with `untilMs` = `nowMs` it gives it back.
   */
  takeLead(holder: string, untilMs: number, nowMs: number): Promise<boolean>;
}

export interface LeadDeps {
  readonly log: { error(event: string, fields: Readonly<Record<string, unknown>>): void };
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** 0 to 1. */
  readonly random: () => number;
  readonly timers: Timers;
  /** Names this process among all on the store: random. */
  readonly holder: string;
}

export interface LedWorkDeps extends LeadDeps {
  /** What the log calls it. */
  readonly name: string;
  readonly store: LeadStore;
  readonly everyMs: number;
  readonly round: Round;
}

/** How long a process that has died holds up the others. */
export const LEAD_MS = 60_000;
const RENEW_EVERY_MS = 15_000;

export function createLedWork({ store, holder, now, timers, ...deps }: LedWorkDeps): LedWork {
  const [stopping, cutting] = [new AbortController(), new AbortController()];
  const waker = createWaker();
  let running: Promise<void> = Promise.resolve();
  const report = (error: unknown) => deps.log.error(deps.name, failureFields(error));
  const takeLead = (untilMs: number) => store.takeLead(holder, untilMs, now());
  // So that the others need not wait for the end of the lease.
  const giveBack = () => takeLead(now()).catch(() => {});

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      // Taken before the round: a wake during the round brings another one.
      const signal = waker.signal();
      const isBehind = await lead(deps.round).catch(report);
      if (!isBehind && !stopping.signal.aborted) await timers.pause(jittered(deps.everyMs, deps.random), signal);
    }
    await giveBack();
  }

  async function lead<Value>(run: (turn: Turn) => Promise<Value>): Promise<Value | null> {
    if (!(await takeLead(now() + LEAD_MS))) return null;
    let isLeading = true;
    const lose = (error: unknown) => {
      isLeading = false;
      report(error);
    };
    const stopRenewing = timers.every(RENEW_EVERY_MS, () => {
      takeLead(now() + LEAD_MS).then((isOurs) => {
        isLeading &&= isOurs;
      }, lose);
    });
    const mayGoOn = () => isLeading && !stopping.signal.aborted;
    try {
      return await run({ mayGoOn, report, cut: cutting.signal });
    } finally {
      stopRenewing();
      // A process that comes again before the lease ends keeps it.
      if (deps.everyMs > LEAD_MS) await giveBack();
    }
  }

  return {
    wake: waker.wake,
    lead,
    start: () => {
      running = work();
    },
    stop: async (withinMs) => {
      stopping.abort();
      waker.wake();
      const ended = new AbortController();
      const cut = timers.pause(withinMs, ended.signal).then(() => cutting.abort());
      await running;
      ended.abort();
      await cut;
    },
  };
}

export interface DueWork<Item> {
  /** Those that have waited longest, no more than `limit`. */
  due(limit: number): Promise<readonly Item[]>;
  look(item: Item, cut: AbortSignal): Promise<void>;
  /** After a look that failed: otherwise those that fail would stay first in the row. */
  putOff(item: Item): Promise<void>;
}

/** How many items are taken from the store at once, and how many are looked at side by side. */
const BATCH = 50;
const LANES = 4;

/** A round through what is due. */
export function throughDue<Item>({ due, look, putOff }: DueWork<Item>): Round {
  return async (turn) => {
    const batch = await due(BATCH);
    const waiting = batch.values();
    const lanes = Array.from({ length: LANES }, () => workLane(waiting, turn));
    const hasFailed = (await Promise.all(lanes)).includes(false);
    return batch.length === BATCH && turn.mayGoOn() && !hasFailed;
  };

  /** All lanes take from the same row. False if a look has failed. */
  async function workLane(waiting: Iterable<Item>, { mayGoOn, cut, report }: Turn): Promise<boolean> {
    let isWell = true;
    for (const item of waiting) {
      if (!mayGoOn()) break;
      try {
        await look(item, cut);
      } catch (error) {
        isWell = false;
        report(error);
        if (!cut.aborted) await putOff(item).catch(() => {});
      }
    }
    return isWell;
  }
}
