/** Epoch seconds, as JSON has instants. */
export function toSeconds(instantMs: number): number {
  return Math.floor(instantMs / 1000);
}

/** Whole seconds until then, a begun one counted; 0 once it is over. */
export function secondsLeft(instantMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((instantMs - nowMs) / 1000));
}
