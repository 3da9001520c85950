import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { StoreUnavailable } from '#src/store-unavailable.ts';
import type { Disk } from './disk.ts';
import { isBusy } from './result-codes.ts';
import { createTransactions, type TransactionOptions, type Write } from './transactions.ts';

/** Runs a write inside the next shared transaction; resolves once that transaction is on the disk. */
export type GroupCommit = <Value>(write: () => Value) => Promise<Value>;

interface Waiting extends Write {
  readonly isLoose: boolean;
  /** Until when, by performance.now(), it waits for another process that has the file. */
  readonly untilMs: number;
}

export interface Committer {
  readonly commit: GroupCommit;
  /** Goes past what closes the database: for the mark itself, and for what only removes what is over. */
  readonly commitPast: GroupCommit;
  /**
   * For counts that nothing depends on: where only such writes wait, the transaction is not brought to the disk,
   * and it fails soon where another process has the file.
   */
  readonly commitLoosely: GroupCommit;
  /** A transaction could not be brought to the disk, and none that changed anything has been since. */
  isFailing(): boolean;
  /** Runs `work` while no transaction is under way; what comes meanwhile waits for it. */
  alone(work: () => Promise<void>): Promise<void>;
  /** Commits what waits, and resolves when all of it is answered. */
  drain(): Promise<void>;
}

export interface CommitterOptions extends TransactionOptions {
  /** How long a write waits for the transaction of another process, and one on which nothing depends. */
  readonly busyMs: number;
  readonly looseBusyMs: number;
  /** Brings commits to the disk; null: each commit does so itself, and everything else waits for it. */
  readonly disk: Pick<Disk, 'sync' | 'renew'> | null;
  /** Told how many writes a transaction had. */
  readonly onCommitted?: (writes: number) => void;
}

const BUSY_PAUSE_MS = 5;

/**
 * One fsync for all writes that wait: requests that arrive while one is under way share the next transaction, and each
 * is answered only after it is on the disk. A write that throws fails alone, in its own savepoint; a commit that fails
 * fails all of them, and nothing of them is kept. If only the disk fails nobody knows what is kept, and nothing more is
 * written before the log has come to the disk in another way: a system that could not write a page forgets that it has
 * to (fsync(2), EIO), and SQLite reads its log up to the first page that is missing. While another process has the file
 * the writes wait, and hold up nothing else.
 */
export function createCommitter(database: DatabaseSync, options: CommitterOptions): Committer {
  const { disk, onCommitted = () => {} } = options;
  const transactions = createTransactions(database, options);
  let waiting: Waiting[] = [];
  let isDue = false;
  let isFailing = false;
  /** There may be a hole in the log: what is written behind it would be lost with it. */
  let isLogDoubtful = false;
  /** What the next group waits for: until the one before is answered, or whoever wants no transaction has done. */
  let underWay: Promise<void> | null = null;

  function runNoting(group: readonly Waiting[], isLoose: boolean): (() => void)[] {
    const changesBefore = isFailing ? transactions.countChanges() : 0;
    const answers = isLoose ? transactions.runLoosely(group) : transactions.run(group);
    // An empty one is kept by a full disk, too.
    if (isFailing) isFailing = transactions.countChanges() === changesBefore;
    onCommitted(group.length);
    return answers;
  }

  /** Null when all of them are answered. */
  function commitGroup(group: readonly Waiting[]): Promise<void> | null {
    const isLoose = group.every((waiting) => waiting.isLoose);
    const fail = (error: unknown, isUnchanged: boolean) => {
      isFailing = true;
      refuse(group, error, isUnchanged);
    };
    try {
      const answers = runNoting(group, isLoose);
      const answerAll = () => {
        for (const answer of answers) answer();
      };
      if (disk !== null && !isLoose) {
        return disk.sync().then(answerAll, (error) => {
          isLogDoubtful = true;
          fail(error, false);
        });
      }
      answerAll();
    } catch (error) {
      if (isBusy(error)) return waitLonger(group, error);
      fail(error, true);
    }
    return null;
  }

  /** Whoever still has time goes into the next group. */
  function waitLonger(group: readonly Waiting[], error: unknown): Promise<void> | null {
    const nowMs = performance.now();
    const patient = group.filter(({ untilMs }) => untilMs > nowMs);
    const late = group.filter(({ untilMs }) => untilMs <= nowMs);
    refuse(late, error, true);
    waiting = [...patient, ...waiting];
    return patient.length === 0 ? null : pause(BUSY_PAUSE_MS);
  }

  function flush(): void {
    isDue = false;
    if (underWay !== null || waiting.length === 0) return;
    hold(disk !== null && isLogDoubtful ? renewLog(disk) : commitGroup(takeWaiting()));
  }

  /** If that fails, the writes that wait are refused, and the next one has it tried again. */
  function renewLog({ renew }: Pick<Disk, 'renew'>): Promise<void> {
    return renew().then(
      () => {
        isLogDoubtful = false;
      },
      (error) => refuse(takeWaiting(), error, true),
    );
  }

  function takeWaiting(): Waiting[] {
    const group = waiting;
    waiting = [];
    return group;
  }

  function hold(work: Promise<void> | null): void {
    if (work === null) return;
    underWay = work.finally(() => {
      underWay = null;
      if (waiting.length > 0) flushSoon();
    });
  }

  function flushSoon(): void {
    if (isDue || underWay !== null) return;
    isDue = true;
    setImmediate(flush);
  }

  async function drain(): Promise<void> {
    while (underWay !== null) await underWay;
    flush();
    await underWay;
    if (waiting.length > 0) await drain();
  }

  const commitWith =
    (kind: Pick<Waiting, 'isPast' | 'isLoose'>): GroupCommit =>
    <Value>(write: () => Value) =>
      new Promise<Value>((resolve, reject) => {
        const untilMs = performance.now() + (kind.isLoose ? options.looseBusyMs : options.busyMs);
        waiting.push({ write, ...kind, untilMs, resolve: resolve as (value: unknown) => void, reject });
        flushSoon();
      });
  return {
    isFailing: () => isFailing,
    alone: async (work) => {
      while (underWay !== null) await underWay;
      const done = work();
      hold(done.catch(() => {}));
      await done;
    },
    drain,
    commit: commitWith({ isPast: false, isLoose: false }),
    commitPast: commitWith({ isPast: true, isLoose: false }),
    commitLoosely: commitWith({ isPast: false, isLoose: true }),
  };
}

function refuse(group: readonly Waiting[], cause: unknown, isUnchanged: boolean): void {
  const refused = new StoreUnavailable('the database refused the transaction', { cause, isUnchanged });
  for (const { reject } of group) reject(refused);
}
