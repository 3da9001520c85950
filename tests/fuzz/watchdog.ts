import { Worker } from 'node:worker_threads';

/** Of a request, as much as says which it was. */
const SHOWN_BYTES = 4096;

/** Shared with the watchdog's thread: how many requests have begun, and the bytes of the last. */
export interface Beat {
  readonly count: Int32Array;
  readonly bytes: Uint8Array;
}

export interface Watchdog {
  /** Called when a request begins. */
  watch(bytes: Buffer): void;
  stop(): Promise<void>;
}

/** A deadline fires in the thread that it watches: one that never comes back from a request is ended from outside. */
export function startWatchdog(): Watchdog {
  const beat: Beat = {
    count: new Int32Array(new SharedArrayBuffer(4)),
    bytes: new Uint8Array(new SharedArrayBuffer(SHOWN_BYTES)),
  };
  const worker = new Worker(new URL('./watchdog-thread.ts', import.meta.url), { workerData: beat });
  worker.unref();
  return {
    watch: (bytes) => {
      beat.bytes.fill(0);
      beat.bytes.set(bytes.subarray(0, SHOWN_BYTES));
      Atomics.add(beat.count, 0, 1);
    },
    stop: async () => void (await worker.terminate()),
  };
}
