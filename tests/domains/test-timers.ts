import type { Timers } from '#src/timers.ts';

/** Timers that stand still: nothing goes on until the test says so. */
export interface TestTimers extends Timers {
  /** Resolves with the length of the next pause that is begun, or is under way and not yet told of. */
  nextPause(): Promise<number>;
  /** Ends every pause that is under way. */
  wake(): void;
  /** Runs once what is to run again and again. */
  tick(): void;
}

export function createTestTimers(): TestTimers {
  const begun: number[] = [];
  const waiting: ((ms: number) => void)[] = [];
  const pauses = new Set<() => void>();
  const repeated = new Set<() => void>();
  return {
    pause: (ms, signal) =>
      new Promise((resolve) => {
        const end = () => {
          pauses.delete(end);
          resolve();
        };
        if (signal?.aborted) return resolve();
        signal?.addEventListener('abort', end, { once: true });
        pauses.add(end);
        const told = waiting.shift();
        if (told) told(ms);
        else begun.push(ms);
      }),
    every: (_ms, run) => {
      repeated.add(run);
      return () => repeated.delete(run);
    },
    nextPause: () => {
      const ms = begun.shift();
      return ms === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(ms);
    },
    wake: () => {
      for (const end of [...pauses]) end();
    },
    tick: () => {
      for (const run of [...repeated]) run();
    },
  };
}
