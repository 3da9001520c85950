import type { Timers } from '#src/timers.ts';
import { type Domain, isVerified, PROOF_GRACE_MS } from './domain.ts';
import type { DomainProof } from './domain-proof.ts';
import type { DomainStore } from './domain-store.ts';
import type { Observe, Observed } from './observing.ts';

/** Looks at every domain now and then, in one process of any number on the same store. */
export interface Monitor {
  start(): void;
  /** Begins no new look, finishes those under way, and cuts what takes longer than that. Another process may take over at once. */
  stop(withinMs: number): Promise<void>;
}

export interface MonitorDeps {
  readonly store: Pick<DomainStore, 'due' | 'putOff' | 'takeLead' | 'noteProof' | 'noteObservation'>;
  readonly proof: Pick<DomainProof, 'look'>;
  readonly observe: Observe;
  /** When to look again at what has just been looked at, and was left unproven for so long. */
  readonly nextLookMs: (nowMs: number, idleMs: number) => number;
  readonly log: { error(event: string, fields: Readonly<Record<string, unknown>>): void };
  readonly now: () => number;
  readonly random: () => number;
  readonly timers: Timers;
  /** Names this process among all on the store: random. */
  readonly holder: string;
}

/** A process that has died holds up the others for so long. */
export const LEAD_MS = 60_000;
const RENEW_EVERY_MS = 15_000;
/** New domains, and a lead that has become free, are found after about this time. */
const ROUND_EVERY_MS = 15_000;
const DAY_MS = 86_400_000;
/** Domains taken from the store at once, and looked at at the same time. */
const BATCH = 50;
const LANES = 4;

export function createMonitor(deps: MonitorDeps): Monitor {
  const { store, log, now, timers, holder } = deps;
  const [stopping, cutting] = [new AbortController(), new AbortController()];
  let running: Promise<void> = Promise.resolve();
  const takeLead = (untilMs: number) => store.takeLead(holder, untilMs, now());

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      const isBehind = await round().catch((error: unknown) => {
        log.error('domain monitor', { err: error });
        return false;
      });
      if (!isBehind) await timers.pause(jittered(ROUND_EVERY_MS, deps.random), stopping.signal);
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
    const follow = (error: unknown) => {
      isLeading = false;
      log.error('domain monitor', { err: error });
    };
    const stopRenewing = timers.every(RENEW_EVERY_MS, () => {
      takeLead(now() + LEAD_MS).then((isOurs) => {
        isLeading &&= isOurs;
      }, follow);
    });
    const waiting = due.values();
    const outcomes = Array.from({ length: LANES }, () => workLane(waiting, () => isLeading));
    const hasFailed = (await Promise.all(outcomes)).includes(false);
    stopRenewing();
    return due.length === BATCH && isLeading && !hasFailed;
  }

  /** All lanes take from the same row. False if a look has failed. */
  async function workLane(waiting: Iterable<Domain>, isLeading: () => boolean): Promise<boolean> {
    let isWell = true;
    for (const domain of waiting) {
      if (stopping.signal.aborted || !isLeading()) break;
      try {
        await lookAt(domain, deps, cutting.signal);
      } catch (error) {
        isWell = false;
        log.error('domain monitor', { err: error });
        // Else those that fail would stay first in the row, before everybody's.
        if (!cutting.signal.aborted) await store.putOff(domain.id, deps.nextLookMs(now(), 0)).catch(() => {});
      }
    }
    return isWell;
  }

  return {
    start: () => {
      running = work();
    },
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

async function lookAt(domain: Domain, deps: MonitorDeps, cut: AbortSignal): Promise<void> {
  const { store, now } = deps;
  const current: Observed | null = isProofDue(domain, now()) ? await lookForProof(domain, deps, cut) : domain;
  if (current === null) return;
  const observation = await deps.observe(current, cut);
  const idleMs = current.proof.verifiedAtMs === null ? now() - domain.updatedAtMs : 0;
  // What was cut has seen nothing.
  if (!cut.aborted) await store.noteObservation(domain.id, observation, deps.nextLookMs(now(), idleMs));
}

/** The record as it is kept then; null if it is gone. */
async function lookForProof(domain: Domain, deps: MonitorDeps, cut: AbortSignal): Promise<Observed | null> {
  const proofSeen = await deps.proof.look(domain, cut);
  const outcome = await deps.store.noteProof(domain.id, proofSeen, PROOF_GRACE_MS, deps.now());
  if (outcome.kind === 'gone') return null;
  return { ...(outcome.kind === 'kept' ? outcome.domain : domain), proofSeen };
}

/**
 * Once a day while all is well, at an hour of its own for each domain; at every look while the proof is missing or
 * has never been there, so that what a customer has put right is soon right here.
 */
function isProofDue(domain: Domain, nowMs: number): boolean {
  if (!isVerified(domain) || domain.proof.missingSinceMs !== null || domain.observation === null) return true;
  const hourOfItsOwnMs = Number.parseInt(domain.id.slice(0, 8), 16) % DAY_MS;
  const dayOf = (ms: number) => Math.floor((ms + hourOfItsOwnMs) / DAY_MS);
  return dayOf(nowMs) > dayOf(domain.observation.monitoredAtMs);
}

/**
 * The pause until the next look: the usual one, doubled for each day that nobody has proven the domain, up
 * to a day. Names that are added and left must not keep the monitor from those that are used.
 */
export function pauseAfter(intervalMs: number, idleMs: number): number {
  return Math.max(intervalMs, Math.min(DAY_MS, intervalMs * 2 ** Math.floor(idleMs / DAY_MS)));
}

/** 0.8 to 1.2 of it. */
export function jittered(ms: number, random: () => number): number {
  return Math.round(ms * (0.8 + 0.4 * random()));
}
