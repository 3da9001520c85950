/** Epoch milliseconds that never go back: when `nowMs` is set back, nothing that waits by this clock waits longer. */
export function forwardClock(nowMs: () => number): () => number {
  let [lastMs, aheadMs] = [nowMs(), 0];
  return () => {
    const readMs = nowMs();
    aheadMs = Math.max(aheadMs, lastMs - readMs);
    lastMs = readMs + aheadMs;
    return lastMs;
  };
}
