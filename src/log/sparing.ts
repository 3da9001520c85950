export interface SparingOptions {
  readonly everyMs: number;
  /** Milliseconds from any fixed instant; only differences are used. */
  readonly monotonicMs: () => number;
}

/**
 * For an event that comes with every request while its cause lasts: writes the first at once, then one in `everyMs` at
 * most. `unwritten` is how many came since the last one that was written.
 */
export function createSparing<Event>(
  write: (event: Event, unwritten: number) => void,
  { everyMs, monotonicMs }: SparingOptions,
): (event: Event) => void {
  let quietUntilMs = Number.NEGATIVE_INFINITY;
  let unwritten = 0;
  return (event) => {
    if (monotonicMs() < quietUntilMs) {
      unwritten += 1;
      return;
    }
    write(event, unwritten);
    unwritten = 0;
    quietUntilMs = monotonicMs() + everyMs;
  };
}
