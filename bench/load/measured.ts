import { percentile } from '../report/statistics.ts';
import { processorSeconds } from './process-figures.ts';

/** What a round came to. */
export interface Measured {
  /** Tasks: one request, or a create with the reveal that follows it. */
  readonly perSecond: number;
  /** Of one task. */
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  /** Microseconds of the server's processor time for each request. */
  readonly serverCpuUs: number;
  /** The same of redis-server; null where there is none. */
  readonly storeCpuUs: number | null;
  /** The share of one core that this process took to ask. */
  readonly generatorShare: number;
}

/** Whose processor time counts: the server's, and redis-server's where there is one. */
export interface Watched {
  readonly pid: number;
  readonly storePid: number | null;
}

/** The usual percentiles of unsorted times; sorts them in place. */
export function summaryOf(timesMs: number[]): Pick<Measured, 'p50Ms' | 'p95Ms' | 'p99Ms'> {
  timesMs.sort((a, b) => a - b);
  return { p50Ms: percentile(timesMs, 50), p95Ms: percentile(timesMs, 95), p99Ms: percentile(timesMs, 99) };
}

/** Measures from now to the call of what it returns: how fast that was, and what it took of the processor. */
export function startClock({ pid, storePid }: Watched) {
  const secondsOf = () => [processorSeconds(pid), storePid === null ? 0 : processorSeconds(storePid)] as const;
  const [serverBefore, storeBefore] = secondsOf();
  const ownBefore = process.cpuUsage();
  const startedMs = performance.now();
  return (tasks: number, requestsOfTask: number): Omit<Measured, 'p50Ms' | 'p95Ms' | 'p99Ms'> => {
    const elapsedMs = performance.now() - startedMs;
    const own = process.cpuUsage(ownBefore);
    const [server, store] = secondsOf();
    const eachUs = (seconds: number) => (seconds / (tasks * requestsOfTask)) * 1e6;
    return {
      perSecond: (tasks / elapsedMs) * 1000,
      serverCpuUs: eachUs(server - serverBefore),
      storeCpuUs: storePid === null ? null : eachUs(store - storeBefore),
      generatorShare: (own.user + own.system) / 1000 / elapsedMs,
    };
  };
}
