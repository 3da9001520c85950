/** Epoch milliseconds of a clock that stands still where the one below it is set back: what waits by it waits no longer. */
export function forwardClock(nowMs: () => number): () => number {
  let [lastMs, aheadMs] = [nowMs(), 0];
  return () => {
    const readMs = nowMs();
    aheadMs = Math.max(aheadMs, lastMs - readMs);
    lastMs = readMs + aheadMs;
    return lastMs;
  };
}
