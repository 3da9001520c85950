import { createLedWork, type LeadDeps, type LedWork, throughDue } from '#src/led-work.ts';
import { DAY_MS } from '#src/values/spans.ts';
import { type Domain, isVerified, PROOF_GRACE_MS } from './domain.ts';
import type { DomainProof } from './domain-proof.ts';
import type { DomainStore } from './domain-store.ts';
import type { Observe, Observed } from './observing.ts';

/** Looks at every domain now and then. */
export type Monitor = Pick<LedWork, 'start' | 'stop'>;

export interface MonitorDeps extends LeadDeps {
  readonly store: Pick<DomainStore, 'due' | 'putOff' | 'takeLead' | 'noteProof' | 'noteObservation'>;
  readonly proof: Pick<DomainProof, 'look'>;
  readonly observe: Observe;
  /** When to look again at a domain that was just looked at and has been left unproven for `idleMs`. */
  readonly nextLookMs: (nowMs: number, idleMs: number) => number;
}

/** New domains are found after about this time. */
const ROUND_EVERY_MS = 15_000;

export function createMonitor(deps: MonitorDeps): Monitor {
  const { store, now } = deps;
  const round = throughDue<Domain>({
    due: (limit) => store.due(limit, now()),
    look: (domain, cut) => lookAt(domain, deps, cut),
    putOff: ({ id }) => store.putOff(id, deps.nextLookMs(now(), 0)),
  });
  return createLedWork({ ...deps, name: 'domain monitor', everyMs: ROUND_EVERY_MS, round });
}

async function lookAt(domain: Domain, deps: MonitorDeps, cut: AbortSignal): Promise<void> {
  const { store, now } = deps;
  const current: Observed | null = isProofDue(domain, now()) ? await lookForProof(domain, deps, cut) : domain;
  if (current === null) return;
  const observation = await deps.observe(current, cut);
  const idleMs = current.proof.verifiedAtMs === null ? now() - domain.updatedAtMs : 0;
  // What was cut has seen nothing.
  if (cut.aborted) return;
  await store.noteObservation(domain.id, observation, deps.nextLookMs(now(), idleMs), domain.updatedAtMs);
}

/** The record as it is kept afterwards; null if it is gone or its customer was quicker: then it stays due. */
async function lookForProof(domain: Domain, deps: MonitorDeps, cut: AbortSignal): Promise<Observed | null> {
  const proofSeen = await deps.proof.look(domain, cut);
  const outcome = await deps.store.noteProof(domain.id, proofSeen, {
    graceMs: PROOF_GRACE_MS,
    nowMs: deps.now(),
    asOfMs: domain.updatedAtMs,
  });
  if (outcome.kind === 'gone' || outcome.kind === 'outdated') return null;
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
