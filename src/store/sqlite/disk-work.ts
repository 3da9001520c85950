/** What a thread is started with. */
export interface DiskWork {
  readonly path: string;
  /** How long a checkpoint waits for another process. */
  readonly busyMs: number;
}

/** What a thread is asked: to bring the log to the disk, or to move it into the database. */
export type DiskTask = 'sync' | 'PASSIVE' | 'RESTART' | 'TRUNCATE';

/** null: done; else what went wrong. */
export type DiskAnswer = string | null;

/**
 * The whole of a thread. It is started from its own text, since an executable has no file to start one from: so it
 * stands by itself and asks the platform for all it needs. Answers each task, in their order.
 */
export function workOnDisk(): void {
  const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads');
  const { fdatasyncSync, openSync } = process.getBuiltinModule('node:fs');
  const { path, busyMs } = workerData as DiskWork;
  let log: number | null = null;
  let database: import('node:sqlite').DatabaseSync | null = null;

  const run = (task: DiskTask): void => {
    if (task === 'sync') {
      // The log is there as long as somebody has the database open, and whoever has started this thread has.
      log ??= openSync(`${path}-wal`, 'r');
      fdatasyncSync(log);
      return;
    }
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
    database ??= new DatabaseSync(path, { timeout: busyMs });
    database.exec(`PRAGMA wal_checkpoint(${task})`);
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
