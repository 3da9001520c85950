/** A clock that stands still until it is told to move. */
export interface TestClock {
  /** Epoch milliseconds. May be passed on by itself. */
  readonly now: () => number;
  advance(ms: number): void;
  set(epochMs: number): void;
}

export function createClock(startMs: number = Date.UTC(2030, 0, 15, 12)): TestClock {
  let nowMs = startMs;
  return {
    now: () => nowMs,
    advance: (ms) => {
      nowMs += ms;
    },
    set: (epochMs) => {
      nowMs = epochMs;
    },
  };
}
