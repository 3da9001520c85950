import { openSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import {
  type Checkpoint,
  type DiskAnswer,
  type DiskTask,
  type DiskWork,
  type RowName,
  workOnDisk,
} from './disk-work.ts';

/** The work that waits for the disk, each kind in threads of its own: visitors are served meanwhile. */
export interface Disk {
  /** Resolves once everything that was committed before the call is on the disk; rejects where that is not known. */
  sync(): Promise<void>;
  /**
   * Moves the log into the database as far as nobody still reads it. `RESTART` and `TRUNCATE` want no write meanwhile.
   */
  checkpoint(how: Checkpoint): Promise<void>;
  /** Brings to the disk what was moved into the database; SQLite does so only once it has moved all of the log. */
  settle(): Promise<void>;
  /**
   * Moves all of the log into the database, brings that to the disk and empties the log; rejects where it cannot, also
   * while somebody reads it. Wants no write meanwhile.
   */
  renew(): Promise<void>;
  /**
   * Resolves once the pages that lead to these rows are in the machine's memory, or would be if the rows were there.
   */
  find(names: readonly RowName[]): Promise<void>;
  /** Ends the threads; what was asked and not done rejects, as does what is asked later. */
  close(): Promise<void>;
}

/** The threads hold a few numbers each. */
const LIMITS = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1, codeRangeSizeMb: 4, stackSizeMb: 1 };

/** A disk reads several pages in the time of one; each thread takes some megabytes. */
const FINDERS = 3;

/**
 * For a file that this process has open as a database. The descriptor is never closed: with it all locks would go that
 * the process has on the file, those of SQLite too (fcntl(2), 'Record locking').
 */
export function openDisk(options: Omit<DiskWork, 'file'>): Disk {
  const work: DiskWork = { ...options, file: openSync(options.path, 'r') };
  const [syncing, moving] = [createThread(work), createThread(work)];
  const finding = Array.from({ length: FINDERS }, () => createThread(work));
  let finds = 0;
  return {
    sync: () => syncing.ask('sync'),
    checkpoint: (how) => moving.ask(how),
    settle: () => moving.ask('settle'),
    renew: () => moving.ask('renew'),
    find: (names) => {
      finds += 1;
      return (finding[finds % FINDERS] as Thread).ask(names);
    },
    close: async () => void (await Promise.all([syncing, moving, ...finding].map((thread) => thread.end()))),
  };
}

interface Thread {
  ask(task: DiskTask): Promise<void>;
  end(): Promise<void>;
}

interface Asked {
  readonly resolve: () => void;
  readonly reject: (reason: Error) => void;
}

/** Started with the first task, and again with the next one should it die. */
function createThread(work: DiskWork): Thread {
  let worker: Worker | null = null;
  let asked: Asked[] = [];
  let isEnded = false;

  /** A thread's end follows its error, and the next thread may be at work by then. */
  function fail(died: Worker, reason: Error): void {
    if (worker !== died) return;
    const unanswered = asked;
    [worker, asked] = [null, []];
    for (const { reject } of unanswered) reject(reason);
  }

  function start(): Worker {
    const started = new Worker(`(${workOnDisk})()`, { eval: true, workerData: work, resourceLimits: LIMITS });
    started.on('message', (answer: DiskAnswer) => {
      if (worker !== started) return;
      const first = asked.shift();
      // Whoever ends it waits for its end, also where an answer comes first.
      if (asked.length === 0 && !isEnded) started.unref();
      if (answer === null) first?.resolve();
      else first?.reject(new Error(answer));
    });
    started.on('error', (error: Error) => fail(started, error));
    started.on('exit', () => fail(started, new Error('the thread has ended')));
    return started;
  }

  return {
    ask: (task) =>
      new Promise((resolve, reject) => {
        if (isEnded) return reject(new Error('the threads have ended'));
        worker ??= start();
        // It keeps the process alive as long as somebody waits for it.
        worker.ref();
        asked.push({ resolve, reject });
        worker.postMessage(task);
      }),
    end: async () => {
      isEnded = true;
      await worker?.terminate();
    },
  };
}
