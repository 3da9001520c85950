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
  /** Why no transaction may begin; null if it may. */
  readonly misplaced: () => Error | null;
  /** What the writes of a transaction fail with, asked inside it; not those that go past what closes the database. */
  readonly refusal: () => Error | null;
  /** Whether each commit brings itself to the disk. */
  readonly isSynchronous: boolean;
}

/** Runs a group of writes. Returns their answers, each to be called once the transaction counts. */
type RunGroup = (group: readonly Write[]) => (() => void)[];

/**
 * Runs writes in one transaction. A write that throws fails alone, in its own savepoint; a commit that fails throws,
 * and nothing of the group is kept. If another process has the file, both throw as soon as the database gives up: at
 * once with busy_timeout 0.
 */
export interface Transactions {
  readonly run: RunGroup;
  /** Brings nothing to the disk by itself: the next transaction that does takes it along. */
  readonly runLoosely: RunGroup;
  /** Rows that were changed so far, in whichever transaction. */
  countChanges(): number;
}

export function createTransactions(database: DatabaseSync, options: TransactionOptions): Transactions {
  const runOne = createRunOne(database);
  const statements = {
    begin: database.prepare('BEGIN IMMEDIATE'),
    commit: database.prepare('COMMIT'),
    rollback: database.prepare('ROLLBACK'),
  };

  const run: RunGroup = (group) => {
    const misplaced = options.misplaced();
    if (misplaced !== null) throw misplaced;
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

  const runLax: RunGroup = (group) => {
    database.exec('PRAGMA synchronous = NORMAL');
    try {
      return run(group);
    } finally {
      database.exec('PRAGMA synchronous = FULL');
    }
  };
  const runLoosely = options.isSynchronous ? runLax : run;
  const changes = database.prepare('SELECT total_changes() AS count');
  return { run, runLoosely, countChanges: () => Number(changes.get()?.count) };
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
      // A disk that was full in the middle of it: SQLite has undone all of the transaction.
      if (!database.isTransaction) throw error;
      undo.run();
      release.run();
      return () => reject(error as Error);
    }
  };
}
