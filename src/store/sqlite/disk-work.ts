/** What a thread is started with. */
export interface DiskWork {
  readonly path: string;
  /** A descriptor of that file. */
  readonly file: number;
  /** How long a checkpoint waits for another process. */
  readonly busyMs: number;
}

/** How the log is moved into the database (sqlite.org/pragma, wal_checkpoint). */
export type Checkpoint = 'PASSIVE' | 'RESTART' | 'TRUNCATE';

/** A row that is there, or will be. */
export type RowName = readonly [table: 'secret' | 'metadata', id: string];

/**
 * What a thread is asked: to bring the log or the database to the disk, to move one into the other, or to find rows.
 */
export type DiskTask = 'sync' | 'settle' | 'renew' | Checkpoint | readonly RowName[];

/** null: done; else what went wrong. */
export type DiskAnswer = string | null;

/**
 * The whole of a thread. It is started from its own text, since an executable has no file to start one from: so it
 * stands by itself and asks the platform for all it needs. Answers each task, in their order.
 */
export function workOnDisk(): void {
  const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads');
  const { fdatasyncSync, openSync } = process.getBuiltinModule('node:fs');
  const { path, file, busyMs } = workerData as DiskWork;
  let log: number | null = null;
  let database: import('node:sqlite').DatabaseSync | null = null;
  let finders: Record<RowName[0], import('node:sqlite').StatementSync> | null = null;

  const open = () => {
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
    database ??= new DatabaseSync(path, { timeout: busyMs });
    return database;
  };

  const prepareFinders = () => {
    // Pages are read for others, who do not see this cache.
    open().exec('PRAGMA cache_size = 50');
    // Not in the index of the names, so that the page of the row is read with those of the index.
    return {
      secret: open().prepare('SELECT version FROM secret WHERE id = ?'),
      metadata: open().prepare('SELECT record_expires_at_ms FROM metadata WHERE id = ?'),
    };
  };

  const find = (names: readonly RowName[]): void => {
    finders ??= prepareFinders();
    for (const [table, id] of names) finders[table].get(id);
  };

  const renew = (): void => {
    const moved = open().prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
    if (moved?.busy !== 0) throw new Error('somebody still reads the log');
  };

  const run = (task: DiskTask): void => {
    if (task === 'sync') {
      // The log is there as long as somebody has the database open, and whoever has started this thread has.
      log ??= openSync(`${path}-wal`, 'r');
      fdatasyncSync(log);
      return;
    }
    if (task === 'settle') fdatasyncSync(file);
    else if (task === 'renew') renew();
    else if (typeof task === 'string') open().exec(`PRAGMA wal_checkpoint(${task})`);
    else find(task);
  };

  parentPort?.on('message', (task: DiskTask) => {
    let answer: DiskAnswer = null;
    try {
      run(task);
    } catch (error) {
      answer = error instanceof Error ? error.message : 'unknown';
    }
    parentPort.postMessage(answer);
  });
}
