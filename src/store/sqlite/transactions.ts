import type { DatabaseSync } from 'node:sqlite';

/** A write, and who waits for it. */
export interface Write {
  readonly write: () => unknown;
  /** It goes past what closes the database. */
  readonly isPast: boolean;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: Error) => void;
}

export interface TransactionOptions {
  /** What the writes of a transaction fail with, asked inside it. */
  readonly refusal: () => Error | null;
  /** How long a transaction waits for that of another process, and one that is not brought to the disk. */
  readonly busyMs: number;
  readonly looseBusyMs: number;
  /** Whether each commit brings itself to the disk. */
  readonly isSynchronous: boolean;
}

/** Gives what is to be said to each of the group once the transaction counts. */
type RunGroup = (group: readonly Write[]) => (() => void)[];

/**
 * Runs writes in one transaction. A write that throws fails alone, in its own savepoint; a commit that fails throws,
 * and nothing of the group is kept.
 */
export interface Transactions {
  readonly run: RunGroup;
  /** Brings nothing to the disk by itself: the next transaction that does takes it along. */
  readonly runLoosely: RunGroup;
}

export function createTransactions(database: DatabaseSync, options: TransactionOptions): Transactions {
  const runOne = createRunOne(database);
  const statements = {
    begin: database.prepare('BEGIN IMMEDIATE'),
    commit: database.prepare('COMMIT'),
    rollback: database.prepare('ROLLBACK'),
  };

  const run: RunGroup = (group) => {
    statements.begin.run();
    try {
      const refused = options.refusal();
      const answers = group.map((one) => runOne(one, refused));
      statements.commit.run();
      return answers;
    } catch (error) {
      if (database.isTransaction) statements.rollback.run();
      throw error;
    }
  };

  const [lax, strict] = options.isSynchronous ? ['PRAGMA synchronous = NORMAL', 'PRAGMA synchronous = FULL'] : ['', ''];
  const runLoosely: RunGroup = (group) => {
    database.exec(`PRAGMA busy_timeout = ${options.looseBusyMs}; ${lax}`);
    try {
      return run(group);
    } finally {
      database.exec(`PRAGMA busy_timeout = ${options.busyMs}; ${strict}`);
    }
  };
  return { run, runLoosely };
}

function createRunOne(database: DatabaseSync): (one: Write, refused: Error | null) => () => void {
  const savepoint = database.prepare('SAVEPOINT one_write');
  const release = database.prepare('RELEASE one_write');
  const undo = database.prepare('ROLLBACK TO one_write');
  return ({ write, isPast, resolve, reject }, refused) => {
    if (refused !== null && !isPast) return () => reject(refused);
    savepoint.run();
    try {
      const value = write();
      release.run();
      return () => resolve(value);
    } catch (error) {
      undo.run();
      release.run();
      return () => reject(error as Error);
    }
  };
}
