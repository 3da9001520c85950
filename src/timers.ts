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

/** 0.8 to 1.2 of it: what began together does not stay together. `random` gives 0 to 1. */
export function jittered(ms: number, random: () => number): number {
  return Math.round(ms * (0.8 + 0.4 * random()));
}
