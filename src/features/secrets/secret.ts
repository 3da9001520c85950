/** What a secret is and how its life goes. Pure: the clock comes in as an argument. */

import { CLOCK_SKEW_MS } from '#src/clock-skew.ts';
import { countChars } from '#src/values/characters.ts';
import { HOUR_MS } from '#src/values/spans.ts';

/** No secret is made for less. */
export const MIN_TTL_SECONDS = 60;

/** `operator`: whoever runs the site, and has burned more than this one secret. */
export type BurnedBy = 'sender' | 'recipient' | 'operator';
/** What the row says; `expired` is never written, it follows from the clock. */
export type StoredLife = 'live' | 'received' | 'burned';
export type Life = StoredLife | 'expired';

/** How wrong passphrases are answered: waiting times that double, then a lock. Milliseconds. */
export interface GuessPolicy {
  readonly tries: number;
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
  readonly maxLockMs: number;
}

/** The part of a row that counts guesses. 0 means 'not set'. */
export interface GuessState {
  readonly failures: number;
  readonly notBeforeMs: number;
  readonly lockedUntilMs: number;
}

export const NO_GUESSES: GuessState = { failures: 0, notBeforeMs: 0, lockedUntilMs: 0 };

/** A secret lives up to, and not including, the instant it expires. */
export function lifeAt(row: { life: StoredLife; expiresAtMs: number }, nowMs: number): Life {
  return row.life === 'live' && nowMs >= row.expiresAtMs ? 'expired' : row.life;
}

/**
 * What a wrong passphrase leaves behind. From the last allowed try on, each one locks for the
 * smaller of `maxLockMs` and a quarter of the remaining life; before that the wait doubles.
 */
export function afterWrongTry(
  row: GuessState & { expiresAtMs: number },
  nowMs: number,
  policy: GuessPolicy,
): GuessState {
  const failures = row.failures + 1;
  if (failures >= policy.tries) {
    const lockMs = Math.min(policy.maxLockMs, Math.floor((row.expiresAtMs - nowMs) / 4));
    return { failures, notBeforeMs: row.notBeforeMs, lockedUntilMs: nowMs + lockMs };
  }
  const delayMs = Math.min(policy.maxDelayMs, policy.firstDelayMs * 2 ** (failures - 1));
  return { failures, notBeforeMs: nowMs + delayMs, lockedUntilMs: row.lockedUntilMs };
}

/** The instant from which a passphrase may be tried again; not later than now when it may be tried now. */
export function triableFromMs(row: GuessState, nowMs: number, policy: GuessPolicy): number {
  return Math.max(believed(row.notBeforeMs, nowMs, policy), believed(row.lockedUntilMs, nowMs, policy));
}

/**
 * An instant farther off than the policy allows, by more than clocks may differ, was set by a wrong clock and does not
 * count. Each is judged by itself: after such a wait the lock of a right clock still holds.
 */
function believed(untilMs: number, nowMs: number, policy: GuessPolicy): number {
  const longestMs = Math.max(policy.maxDelayMs, policy.maxLockMs) + CLOCK_SKEW_MS;
  return untilMs - nowMs > longestMs ? nowMs : untilMs;
}

/** Wrong passphrases that are left up to the one that locks: none while a lock holds, and always one after it. */
export function triesLeft(row: GuessState, nowMs: number, policy: GuessPolicy): number {
  return isLocked(row, nowMs, policy) ? 0 : Math.max(1, policy.tries - row.failures);
}

export function isLocked(row: GuessState, nowMs: number, policy: GuessPolicy): boolean {
  return believed(row.lockedUntilMs, nowMs, policy) > nowMs;
}

/**
 * The instant from which nobody gets a received secret again, not even its claimant. The secret's own expiry does not
 * matter any more, that of its record does.
 */
export function redeliveryEndsAtMs(
  row: { readonly endedAtMs: number | null; readonly recordExpiresAtMs: number },
  redeliveryMs: number,
): number {
  return row.endedAtMs === null ? 0 : Math.min(row.endedAtMs + redeliveryMs, row.recordExpiresAtMs);
}

/** The record outlives the secret, so that its sender can still see what became of it: milliseconds. */
export function recordLifeMs(ttlMs: number): number {
  return Math.max(2 * ttlMs, ttlMs + HOUR_MS);
}

/** Rows of the read-only text area that shows the content. */
export function displayLines(content: string): number {
  const newlines = content.split('\n').length - 1;
  return Math.min(30, Math.floor((80 + countChars(content)) / 80) + newlines + 3);
}
