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
