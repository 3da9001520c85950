import { Worker } from 'node:worker_threads';
import { type DiskAnswer, type DiskTask, type DiskWork, workOnDisk } from './disk-work.ts';

/** The work that waits for the disk, each kind in a thread of its own: visitors are served meanwhile. */
export interface Disk {
  /** Resolves once everything that was committed before the call is on the disk; rejects where that is not known. */
  sync(): Promise<void>;
  /** Moves the log into the database as far as nobody still reads it. `RESTART` and `TRUNCATE` want no write meanwhile. */
  checkpoint(how: Exclude<DiskTask, 'sync'>): Promise<void>;
  /** Ends the threads; what was asked and not done rejects. */
  close(): Promise<void>;
}

/** They hold a few numbers each. */
const LIMITS = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1, codeRangeSizeMb: 4, stackSizeMb: 1 };

export function openDisk(work: DiskWork): Disk {
  const [syncing, moving] = [createThread(work), createThread(work)];
  return {
    sync: () => syncing.ask('sync'),
    checkpoint: (how) => moving.ask(how),
    close: async () => void (await Promise.all([syncing.end(), moving.end()])),
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

  function fail(reason: Error): void {
    const unanswered = asked;
    [worker, asked] = [null, []];
    for (const { reject } of unanswered) reject(reason);
  }

  function start(): Worker {
    const started = new Worker(`(${workOnDisk})()`, { eval: true, workerData: work, resourceLimits: LIMITS });
    started.on('message', (answer: DiskAnswer) => {
      const first = asked.shift();
      if (asked.length === 0) started.unref();
      if (answer === null) first?.resolve();
      else first?.reject(new Error(answer));
    });
    started.on('error', fail);
    started.on('exit', () => fail(new Error('the thread has ended')));
    return started;
  }

  return {
    ask: (task) =>
      new Promise((resolve, reject) => {
        worker ??= start();
        // It keeps the process alive as long as somebody waits for it.
        worker.ref();
        asked.push({ resolve, reject });
        worker.postMessage(task);
      }),
    end: async () => void (await worker?.terminate()),
  };
}
