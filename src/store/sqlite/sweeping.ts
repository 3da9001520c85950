import type { DatabaseSync } from 'node:sqlite';
import type { Committer } from './group-commit.ts';
import type { SqliteOptions } from './open.ts';
import { createSweep } from './sweep.ts';
import type { Unloading } from './unloading.ts';

export interface SweepingDeps extends Pick<SqliteOptions, 'now' | 'onSweepError'> {
  readonly committer: Pick<Committer, 'commitPast'>;
  readonly emptyLog: () => Promise<void>;
  /** null where SQLite moves the log by itself. */
  readonly unloading: Pick<Unloading, 'noteLength' | 'untilMoved'> | null;
}

const SWEEP_EVERY_MS = 20_000;

/**
 * Every 20 seconds removes what is over, then empties the log; as long as there is more to remove, the log is emptied
 * just as often. A step writes more into the log than its rows took, so it waits while the log is being moved: what
 * ended while the server was away would otherwise fill a disk.
 */
export function startSweeping(database: DatabaseSync, deps: SweepingDeps): () => void {
  const sweep = createSweep(database);
  let isStopped = false;
  let isUnderWay = false;

  /** Whether there is more to do. */
  async function sweepForAWhile(): Promise<boolean> {
    const untilMs = performance.now() + SWEEP_EVERY_MS;
    let isMore = true;
    while (isMore && !isStopped && performance.now() < untilMs) {
      isMore = await deps.committer.commitPast(() => sweep(deps.now()));
      deps.unloading?.noteLength();
      await deps.unloading?.untilMoved();
    }
    if (!isStopped) await deps.emptyLog();
    return isMore && !isStopped;
  }

  async function run(): Promise<void> {
    if (isUnderWay) return;
    isUnderWay = true;
    try {
      while (await sweepForAWhile());
    } catch (error) {
      // Closing the store breaks off a sweep, and sees to the log itself.
      if (!isStopped) deps.onSweepError(error);
    } finally {
      isUnderWay = false;
    }
  }

  const timer = setInterval(run, SWEEP_EVERY_MS);
  timer.unref();
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}
