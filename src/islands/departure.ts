/** A page that is still there so long after it was to be left stays. */
const GONE_WITHIN_MS = 30_000;

export interface Departure {
  /** Runs it at once; in a page that is being left, only when that turns out to stay. */
  whereStaying(run: () => void): void;
  /** Stops listening: some browsers never bring back a page that listens for `beforeunload`. */
  stop(): void;
}

/**
 * As soon as a page is to be left, Firefox breaks off what it still loads, but runs it until the next one comes: what
 * fails then is no failure.
 */
export function watchDeparture(page: EventTarget, later: (run: () => void, delayMs: number) => void): Departure {
  const watching = new AbortController();
  let tries = 0;
  const leave = () => {
    tries += 1;
    later(() => {
      tries -= 1;
    }, GONE_WITHIN_MS);
  };
  page.addEventListener('beforeunload', leave, { signal: watching.signal });
  return {
    whereStaying: (run) => (tries > 0 ? later(run, GONE_WITHIN_MS) : run()),
    stop: () => watching.abort(),
  };
}
