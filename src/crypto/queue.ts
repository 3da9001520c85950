import { fail, ok, type Result } from '#src/result.ts';

/** Runs a job when there is room for it, or answers `busy`: at once, or when its place is needed for somebody else. */
export type Queue = <Value>(job: () => Promise<Value>) => Promise<Result<Value, { kind: 'busy' }>>;

export interface QueueLimits {
  /** Jobs that run at once. */
  readonly concurrent: number;
  /** Jobs that wait for a place. */
  readonly waiting: number;
}

/** How many a site lets wait; whoever comes behind them is asked to come again. */
export const MOST_WAITING = 16;

/**
 * One queue serves everything that stretches, so that passphrases and passwords together never use up the server. Nor
 * does a single asker: `whose` names who is handing in a job, and askers take turns.
 */
export function createQueue(limits: QueueLimits, whose: () => string = () => ''): Queue {
  let running = 0;
  const room = createWaitingRoom(limits.waiting);
  return async (job) => {
    if (running < limits.concurrent) running += 1;
    else if (!(await room.wait(whose()))) return fail({ kind: 'busy' });
    try {
      return ok(await job());
    } finally {
      // The one who leaves hands its place over, so `running` stays as it is.
      if (!room.callNext()) running -= 1;
    }
  };
}

type Call = (isTurn: boolean) => void;

function createWaitingRoom(places: number) {
  const waiting = new Map<string, Call[]>();
  const countOf = (asker: string) => waiting.get(asker)?.length ?? 0;

  /** In a full room the asker with the most jobs gives up the newest, for an asker who would still have fewer. */
  function makeRoom(asker: string): boolean {
    const counts = [...waiting].map(([other, { length }]) => ({ other, length }));
    if (counts.reduce((sum, { length }) => sum + length, 0) < places) return true;
    const most = counts.reduce((a, b) => (b.length > a.length ? b : a), { other: asker, length: 0 });
    if (most.length <= countOf(asker) + 1) return false;
    waiting.get(most.other)?.pop()?.(false);
    return true;
  }

  return {
    /** True when its turn has come, false if it had to go. */
    wait: (asker: string): Promise<boolean> => {
      if (!makeRoom(asker)) return Promise.resolve(false);
      return new Promise((resolve) => waiting.set(asker, [...(waiting.get(asker) ?? []), resolve]));
    },
    /** Lets the next one in; false if nobody waits. */
    callNext: (): boolean => {
      const [first] = waiting;
      if (first === undefined) return false;
      const [asker, [call, ...others]] = first;
      // Behind everybody else who waits.
      waiting.delete(asker);
      if (others.length > 0) waiting.set(asker, others);
      call?.(true);
      return true;
    },
  };
}
