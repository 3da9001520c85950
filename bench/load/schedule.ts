/** Instants at which something is due, evenly spaced, whatever becomes of what was due before. */
export interface Schedule {
  /** The next one that has come and was not given yet; null while there is none. */
  next(): number | null;
  /** Whether all were given. */
  isOver(): boolean;
}

export interface ScheduleOptions {
  readonly perSecond: number;
  readonly durationMs: number;
  /** In milliseconds, from any beginning. */
  readonly now: () => number;
}

/** Begins now. */
export function createSchedule({ perSecond, durationMs, now }: ScheduleOptions): Schedule {
  const startedMs = now();
  const total = Math.floor((perSecond * durationMs) / 1000);
  let given = 0;
  return {
    next: () => {
      const dueMs = startedMs + (given * 1000) / perSecond;
      if (given >= total || now() < dueMs) return null;
      given += 1;
      return dueMs;
    },
    isOver: () => given >= total,
  };
}
