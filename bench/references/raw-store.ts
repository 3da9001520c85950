import { startClock, summaryOf } from '../load/measured.ts';
import type { Subject } from '../rows/row.ts';
import { renamed, type SampleRows } from './sample-rows.ts';

/** A store without anything before it: no HTTP, no sealing, no counting. */
export interface RawStore {
  /** Writes what a create writes, for each; all of it is as durable as after an answered create when it resolves. */
  write(group: readonly SampleRows[]): Promise<void>;
  /** Of redis-server; null where there is none. */
  readonly storePid: number | null;
  close(): void;
}

/** Writes one group after the other, as many rows in each as there would be connections. */
export function rawSubject(store: RawStore, sample: SampleRows): Subject {
  return async ({ connections, durationMs }) => {
    const groupMs: number[] = [];
    const spent = startClock({ pid: process.pid, storePid: store.storePid });
    const untilMs = performance.now() + durationMs;
    for (let nowMs = performance.now(); nowMs < untilMs; ) {
      await store.write(Array.from({ length: connections }, () => renamed(sample)));
      const endedMs = performance.now();
      groupMs.push(endedMs - nowMs);
      nowMs = endedMs;
    }
    const spentOfAll = spent(groupMs.length * connections, 1);
    return { ...summaryOf(groupMs), ...spentOfAll };
  };
}
