import { DAY_MS } from '#src/values/spans.ts';

/** How long an entry is kept: who writes to us is somebody's business for two weeks, and no longer. */
export const FEEDBACK_LIFE_MS = 14 * DAY_MS;

/** An entry as it enters the store: what was written, and by whom, is sealed. */
export interface SealedFeedback {
  readonly id: string;
  readonly createdAtMs: number;
  readonly sealed: Uint8Array;
}

export interface FeedbackTally {
  readonly today: number;
  readonly yesterday: number;
  readonly older: number;
}

/**
 * Where feedback waits to be read. Every adapter passes tests/store/feedback-store.contract.ts.
 * Entries are over `FEEDBACK_LIFE_MS` after they were made, judged by the `nowMs` passed in.
 * Failures are `StoreUnavailable`.
 */
export interface FeedbackStore {
  /** The same entry may be kept again: an answer may have been lost. */
  keep(entry: SealedFeedback): Promise<void>;
  /** Newest first, at most `limit`. */
  list(limit: number, nowMs: number): Promise<readonly SealedFeedback[]>;
  /** How many there are, by the UTC day that began at `todayMs`. Opens no entry. */
  count(todayMs: number, nowMs: number): Promise<FeedbackTally>;
}
