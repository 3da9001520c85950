import type { CustId, Customer } from '#src/features/accounts/customer.ts';

/** What a session keeps: who it belongs to, and until when it holds. Times in epoch milliseconds. */
export interface SessionFacts {
  readonly custid: CustId;
  /** Of the customer when the session began: another one there means that this session is over. */
  readonly epoch: number;
  readonly isRemembered: boolean;
  readonly seenAtMs: number;
  readonly expiresAtMs: number;
}

export interface SessionRules {
  /** Without use, after this long a sign-in is over. */
  readonly lifeMs: number;
  /** The same for a remembered one. */
  readonly rememberedLifeMs: number;
}

/** Often enough to know who is active, rarely enough to cost nothing. */
const NOTE_SEEN_EVERY_MS = 60_000;

/** The facts of a session that begins now. */
export function beginSession(
  customer: Pick<Customer, 'custid' | 'epoch'>,
  isRemembered: boolean,
  rules: SessionRules,
  nowMs: number,
): SessionFacts {
  const { custid, epoch } = customer;
  return { custid, epoch, isRemembered, seenAtMs: nowMs, expiresAtMs: nowMs + lifeOf(isRemembered, rules) };
}

/**
 * A session lives up to, and not including, the instant it expires. If its last use lies further ahead than a session
 * lives, a wrong clock has noted it, and the session is over.
 */
export function isAlive({ seenAtMs, expiresAtMs }: SessionFacts, nowMs: number): boolean {
  return nowMs < expiresAtMs && seenAtMs - nowMs <= expiresAtMs - seenAtMs;
}

/** The session as it should be kept from now on; null while the last note is fresh enough. */
export function seenSession(facts: SessionFacts, rules: SessionRules, nowMs: number): SessionFacts | null {
  if (nowMs - facts.seenAtMs < NOTE_SEEN_EVERY_MS) return null;
  return { ...facts, seenAtMs: nowMs, expiresAtMs: nowMs + lifeOf(facts.isRemembered, rules) };
}

function lifeOf(isRemembered: boolean, rules: SessionRules): number {
  return isRemembered ? rules.rememberedLifeMs : rules.lifeMs;
}
