import type { DatabaseSync } from 'node:sqlite';
import { StoreUnavailable } from '#src/features/secrets/secret-store.ts';

/** Runs a write inside the next shared transaction; resolves once that transaction is on the disk. */
export type GroupCommit = <Value>(write: () => Value) => Promise<Value>;

interface Waiting {
  readonly write: () => unknown;
  readonly isPast: boolean;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: Error) => void;
}

export interface Committer {
  readonly commit: GroupCommit;
  /** Goes past what closes the database: for the mark itself, and for what only removes what is over. */
  readonly commitPast: GroupCommit;
  /** Commits what waits. */
  flush(): void;
}

/**
 * One fsync for all writes that wait: requests that arrive in the same turn of the event loop share
 * a transaction, and each is answered only after it. A write that throws fails alone, in its own
 * savepoint; a commit that fails fails all of them, and nothing of them is kept. `refusal` is asked in
 * each transaction: what it gives is what the writes of that transaction fail with.
 */
export function createCommitter(database: DatabaseSync, refusal: () => Error | null = () => null): Committer {
  let waiting: Waiting[] = [];
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
      for (const answer of runTogether(group)) answer();
    } catch (error) {
      const unavailable = new StoreUnavailable('the database refused the transaction', { cause: error });
      for (const { reject } of group) reject(unavailable);
    }
  }

  const commitWith =
    (isPast: boolean): GroupCommit =>
    <Value>(write: () => Value) =>
      new Promise<Value>((resolve, reject) => {
        if (waiting.length === 0) setImmediate(flush);
        waiting.push({ write, isPast, resolve: resolve as (value: unknown) => void, reject });
      });
  return { flush, commit: commitWith(false), commitPast: commitWith(true) };
}
