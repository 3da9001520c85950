import { DAY_MS } from '#src/values/spans.ts';

/** Something that is counted: an account, a network address. The name is an HMAC and tells nothing. */
export interface CountedName {
  readonly name: string;
  /** Tries without waiting. */
  readonly freeTries: number;
  /** From this try on each further one waits the longest. */
  readonly tries: number;
}

export interface AttemptPolicy {
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
}

export type AttemptOutcome =
  | { readonly isAllowed: true }
  /** Not counted: asking again too early makes nothing longer. */
  | { readonly isAllowed: false; readonly retryAfterMs: number };

/**
 * A count is forgotten a day after its first try, but not before its wait is over. A day after its last would not do:
 * behind one network address people mistype every day, and nothing would ever be forgotten.
 */
export const ATTEMPT_LIFE_MS = DAY_MS;

/**
 * Counts tries, so that nobody can guess for long. Every adapter passes
 * tests/store/attempt-store.contract.ts. Throws `StoreUnavailable` when the store cannot be reached.
 */
export interface AttemptStore {
  /**
   * Counts a try under all names at once, before it is known whether it succeeds: of any number of
   * simultaneous tries no more are allowed than one after the other. Where one name must wait, nothing
   * is counted.
   */
  begin(names: readonly CountedName[], policy: AttemptPolicy, nowMs: number): Promise<AttemptOutcome>;
  /** Takes a try that did not count off each of these names. */
  giveBack(names: readonly string[], nowMs: number): Promise<void>;
  /** Forgets what was counted under these names. */
  forget(names: readonly string[]): Promise<void>;
}

/** How long the next try waits after the `count`-th one. The Lua script of Redis states the same again. */
export function delayAfterMs(count: number, { freeTries, tries }: CountedName, policy: AttemptPolicy): number {
  if (count >= tries) return policy.maxDelayMs;
  if (count < freeTries) return 0;
  return Math.min(policy.maxDelayMs, policy.firstDelayMs * 2 ** (count - freeTries));
}
