import type { DatabaseSync } from 'node:sqlite';
import { StoreUnavailable } from '#src/features/secrets/secret-store.ts';

/** Runs a write inside the next shared transaction; resolves once that transaction is on the disk. */
export type GroupCommit = <Value>(write: () => Value) => Promise<Value>;

interface Waiting {
  readonly write: () => unknown;
  readonly isPast: boolean;
  readonly isLoose: boolean;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: Error) => void;
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
  /** Commits what waits. */
  flush(): void;
}

export interface CommitterOptions {
  /** What the writes of a transaction fail with, asked inside it. */
  readonly refusal: () => Error | null;
  /** How long a transaction waits for that of another process, and one that is not brought to the disk. */
  readonly busyMs: number;
  readonly looseBusyMs: number;
}

/**
 * One fsync for all writes that wait: requests that arrive in the same turn of the event loop share
 * a transaction, and each is answered only after it. A write that throws fails alone, in its own
 * savepoint; a commit that fails fails all of them, and nothing of them is kept.
 */
export function createCommitter(database: DatabaseSync, { refusal, busyMs, looseBusyMs }: CommitterOptions): Committer {
  let waiting: Waiting[] = [];
  const loosely = createLoosely(database, { busyMs, looseBusyMs });
  const statements = {
    begin: database.prepare('BEGIN IMMEDIATE'),
    commit: database.prepare('COMMIT'),
    rollback: database.prepare('ROLLBACK'),
    savepoint: database.prepare('SAVEPOINT one_write'),
    release: database.prepare('RELEASE one_write'),
    undo: database.prepare('ROLLBACK TO one_write'),
  };

  function runOne({ write, isPast, resolve, reject }: Waiting, refused: Error | null): () => void {
    if (refused !== null && !isPast) return () => reject(refused);
    statements.savepoint.run();
    try {
      const value = write();
      statements.release.run();
      return () => resolve(value);
    } catch (error) {
      statements.undo.run();
      statements.release.run();
      return () => reject(error as Error);
    }
  }

  function runTogether(group: readonly Waiting[]): (() => void)[] {
    statements.begin.run();
    try {
      const refused = refusal();
      const answers = group.map((waiting) => runOne(waiting, refused));
      statements.commit.run();
      return answers;
    } catch (error) {
      if (database.isTransaction) statements.rollback.run();
      throw error;
    }
  }

  function flush(): void {
    const group = waiting;
    waiting = [];
    if (group.length === 0) return;
    try {
      const run = () => runTogether(group);
      for (const answer of group.every(({ isLoose }) => isLoose) ? loosely(run) : run()) answer();
    } catch (error) {
      const unavailable = new StoreUnavailable('the database refused the transaction', { cause: error });
      for (const { reject } of group) reject(unavailable);
    }
  }

  const commitWith =
    (kind: Pick<Waiting, 'isPast' | 'isLoose'>): GroupCommit =>
    <Value>(write: () => Value) =>
      new Promise<Value>((resolve, reject) => {
        if (waiting.length === 0) setImmediate(flush);
        waiting.push({ write, ...kind, resolve: resolve as (value: unknown) => void, reject });
      });
  return {
    flush,
    commit: commitWith({ isPast: false, isLoose: false }),
    commitPast: commitWith({ isPast: true, isLoose: false }),
    commitLoosely: commitWith({ isPast: false, isLoose: true }),
  };
}

/** Runs transactions of which none is brought to the disk by itself: the next that is takes it along. */
function createLoosely(
  database: DatabaseSync,
  { busyMs, looseBusyMs }: Pick<CommitterOptions, 'busyMs' | 'looseBusyMs'>,
) {
  return <Value>(run: () => Value): Value => {
    database.exec(`PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = ${looseBusyMs}`);
    try {
      return run();
    } finally {
      database.exec(`PRAGMA synchronous = FULL; PRAGMA busy_timeout = ${busyMs}`);
    }
  };
}
