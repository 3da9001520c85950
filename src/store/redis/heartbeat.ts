/** A connection, as far as it is watched. */
export interface Watched {
  readonly isReady: () => boolean;
  readonly ping: () => Promise<unknown>;
  /** Called once for each silence. */
  readonly giveUp: () => void;
}

const PING_EVERY_MS = 1_000;
/** A Redis that has been silent for so long stays silent: even a disk that is slow to write stops it for less. */
export const LONGEST_SILENCE_MS = 5_000;

/**
 * Asks once a second whether anybody is there, and gives a connection up when there is no answer for that long.
 * Answers come in the order of the questions, so no command waits much longer. The timeout of a socket would not do:
 * it begins again with whatever we send, and under load or probes that never ends. Call what is returned to stop.
 */
export function watchForSilence({ isReady, ping, giveUp }: Watched): () => void {
  let askedAtMs: number | null = null;

  function ask(): void {
    const mineMs = performance.now();
    askedAtMs = mineMs;
    const settle = () => {
      if (askedAtMs === mineMs) askedAtMs = null;
    };
    ping().then(settle, settle);
  }

  function giveUpUnlessAnswered(silentSinceMs: number): void {
    if (askedAtMs !== silentSinceMs || !isReady()) return;
    askedAtMs = null;
    giveUp();
  }

  const look = () => {
    if (!isReady()) return;
    const sinceMs = askedAtMs;
    if (sinceMs === null) return ask();
    if (performance.now() - sinceMs < LONGEST_SILENCE_MS) return;
    // If this process was busy itself, the answer may have come already: two more turns let it be read first.
    setImmediate(() => setImmediate(() => giveUpUnlessAnswered(sinceMs)));
  };
  const timer = setInterval(look, PING_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
