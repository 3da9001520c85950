import { fail, ok, type Result } from '#src/result.ts';

/** Runs a job when there is room for it, or answers `busy` at once. */
export type Queue = <Value>(job: () => Promise<Value>) => Promise<Result<Value, { kind: 'busy' }>>;

export interface QueueLimits {
  /** Jobs that run at once. */
  readonly concurrent: number;
  /** Jobs that wait for a place. */
  readonly waiting: number;
}

/** One queue serves everything that stretches: passphrases and passwords together never use up the server. */
export function createQueue(limits: QueueLimits): Queue {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (job) => {
    if (running >= limits.concurrent) {
      if (waiting.length >= limits.waiting) return fail({ kind: 'busy' });
      // The one who leaves hands its place over, so `running` stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return ok(await job());
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
