/** What a visitor does. */
export type Ask = 'create' | 'reveal' | 'burn' | 'status' | 'page';

/** What came of it: a status of HTTP, or how the connection ended. */
export type Outcome = number | 'broken' | 'unanswered';

export interface Tally {
  /** Times of each outcome, by what was asked. */
  readonly outcomes: ReadonlyMap<Ask, ReadonlyMap<Outcome, number>>;
  readonly total: number;
  /** How long anybody has waited, with or without an answer. */
  readonly longestMs: number;
  /** Answers of 503 that do not say when to ask again. */
  readonly withoutRetryAfter: number;
  add(ask: Ask, outcome: Outcome, tookMs: number, hasRetryAfter: boolean): void;
  /** Somebody has waited for so long, and still waits. */
  noteWaiting(sinceMs: number): void;
  /** How often this was the outcome, whatever was asked. */
  count(outcome: Outcome): number;
}

export function createTally(): Tally {
  const outcomes = new Map<Ask, Map<Outcome, number>>();
  const seen = { total: 0, longestMs: 0, withoutRetryAfter: 0 };
  return {
    outcomes,
    get total() {
      return seen.total;
    },
    get longestMs() {
      return seen.longestMs;
    },
    get withoutRetryAfter() {
      return seen.withoutRetryAfter;
    },
    add: (ask, outcome, tookMs, hasRetryAfter) => {
      const own = outcomes.get(ask) ?? new Map<Outcome, number>();
      outcomes.set(ask, own.set(outcome, (own.get(outcome) ?? 0) + 1));
      seen.total += 1;
      seen.longestMs = Math.max(seen.longestMs, tookMs);
      if (outcome === 503 && !hasRetryAfter) seen.withoutRetryAfter += 1;
    },
    noteWaiting: (sinceMs) => {
      seen.longestMs = Math.max(seen.longestMs, sinceMs);
    },
    count: (outcome) => [...outcomes.values()].reduce((sum, own) => sum + (own.get(outcome) ?? 0), 0),
  };
}
