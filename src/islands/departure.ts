/** A page that stands for so long after it was to be left stays. */
const GONE_WITHIN_MS = 30_000;

export interface Departure {
  /** Runs it at once; in a page that is being left, only when that turns out to stay. */
  whereStaying(run: () => void): void;
  /** From now on nothing is listened to: there are browsers that bring back no page that does. */
  stop(): void;
}

/**
 * Firefox breaks off what a page still loads as soon as it is to be left, and goes on running it until the next one
 * comes: what fails then has not failed.
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
