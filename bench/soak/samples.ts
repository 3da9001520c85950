import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Measured } from '../load/measured.ts';
import { summaryOf } from '../load/measured.ts';
import { residentOf } from '../load/process-figures.ts';

/** Ten seconds of a soak. */
export interface Sample extends Pick<Measured, 'p50Ms' | 'p99Ms'> {
  /** Since the start, at the end of the ten seconds. */
  readonly atSeconds: number;
  readonly done: number;
  readonly errors: number;
  /** Of the server, its own and pages of files. */
  readonly residentBytes: number;
  /** 99 of 100 turns of the server's event loop were late by no more, as its metrics say. */
  readonly loopP99Ms: number;
  /** Of SQLite's write-ahead log, or of Redis's append-only files. */
  readonly logBytes: number;
}

export interface Watch {
  readonly pid: number;
  /** Of the server's metrics. */
  readonly metricsUrl: string;
  /** A file, or a folder of which all files count. */
  readonly logPath: string;
}

/** Gathers what is over between two samples. */
export function createTally(now: () => number) {
  const startedMs = now();
  let timesMs: number[] = [];
  let errors = 0;
  return {
    onDone: (latencyMs: number) => void timesMs.push(latencyMs),
    onError: () => {
      errors += 1;
    },
    /** Everything since the last call, and what the server is like now. */
    sample: async (watch: Watch): Promise<Sample> => {
      const [done, failed] = [timesMs, errors];
      [timesMs, errors] = [[], 0];
      const atSeconds = (now() - startedMs) / 1000;
      const { p50Ms, p99Ms } = summaryOf(done);
      return { atSeconds, done: done.length, errors: failed, p50Ms, p99Ms, ...(await look(watch)) };
    },
  };
}

async function look({
  pid,
  metricsUrl,
  logPath,
}: Watch): Promise<Pick<Sample, 'residentBytes' | 'loopP99Ms' | 'logBytes'>> {
  const { ownBytes, fileBytes } = residentOf(pid);
  const metrics = await (await fetch(metricsUrl)).text();
  const seconds = Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(metrics)?.[1] ?? 0);
  return { residentBytes: ownBytes + fileBytes, loopP99Ms: seconds * 1000, logBytes: bytesAt(logPath) };
}

function bytesAt(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return 0;
  if (!found.isDirectory()) return found.size;
  return readdirSync(path).reduce(
    (sum, name) => sum + (statSync(join(path, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}
