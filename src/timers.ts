/** How what nobody asks for waits: mails, domains, payments, sealing anew. Tests have timers of their own. */
export interface Timers {
  /** Resolves after that time, or as soon as `signal` aborts. */
  pause(ms: number, signal?: AbortSignal): Promise<void>;
  /** Runs it again and again until the returned function is called. */
  every(ms: number, run: () => void): () => void;
}

export function createTimers(): Timers {
  return {
    pause: (ms, signal) =>
      new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', end);
          resolve();
        };
        const timer = setTimeout(end, ms);
        signal?.addEventListener('abort', end);
        if (signal?.aborted) end();
      }),
    every: (ms, run) => {
      const timer = setInterval(run, ms);
      return () => clearInterval(timer);
    },
  };
}

/** Ends the pauses that wait by its signal. */
export interface Waker {
  /** Of the next wake. Taken before a round of work, it ends the pause after it for whoever wakes during the round. */
  signal(): AbortSignal;
  wake(): void;
}

export function createWaker(): Waker {
  let next = new AbortController();
  return {
    signal: () => next.signal,
    wake: () => {
      const waiting = next;
      next = new AbortController();
      waiting.abort();
    },
  };
}

/** 0.8 to 1.2 of it: what began together does not stay together. `random` gives 0 to 1. */
export function jittered(ms: number, random: () => number): number {
  return Math.round(ms * (0.8 + 0.4 * random()));
}
