/** What was counted under one name, in the window that is open now. */
export interface RateCount {
  /** All of it, of whichever process. */
  readonly count: number;
  /** Epoch milliseconds: from then on it is forgotten. */
  readonly endsAtMs: number;
}

/**
 * Counts what somebody has asked for lately. Every adapter passes tests/store/rate-store.contract.ts. Throws
 * `StoreUnavailable`; a count that was added just before a crash or a loss of power may be lost.
 */
export interface RateStore {
  /**
   * Adds points and says what is counted then, in one atomic step. A window begins with the first count of a name
   * and ends `windowMs` later; one that would end more than two windows ahead was set by a wrong clock, and is over.
   * The name is an HMAC and tells nothing.
   */
  add(name: string, points: number, windowMs: number, nowMs: number): Promise<RateCount>;
}
