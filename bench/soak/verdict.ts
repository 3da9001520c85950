import { mean, median } from '../report/statistics.ts';
import type { Sample } from './samples.ts';

/** What does not count: a fifth of the run, and five minutes at most, in which the server finds its size. */
const WARM_UP_SHARE = 0.2;
const MOST_WARM_UP_SECONDS = 300;
/** Most that the last third may take more or less than the first. */
const MEMORY_SHARE = 0.1;
/** How much slower the slowest hundredth may be at the end: by a quarter, or by two milliseconds if that is more. */
const P99_SHARE = 0.25;
const P99_NOISE_MS = 2;

/** The first third after the warm-up beside the last. */
export interface Change {
  readonly first: number;
  readonly last: number;
  readonly isFlat: boolean;
}

export interface Verdict {
  readonly warmUpSeconds: number;
  /** Mean resident bytes of the server. */
  readonly memory: Change;
  /** Median of the samples' p99, in milliseconds; being faster at the end is flat too. */
  readonly p99: Change;
  /** Over the whole run. */
  readonly errors: number;
  readonly isPassed: boolean;
}

/** Throws where there are fewer than three samples after the warm-up: that would judge nothing. */
export function judgeSoak(samples: readonly Sample[]): Verdict {
  const warmUpSeconds = Math.min(MOST_WARM_UP_SECONDS, (samples.at(-1)?.atSeconds ?? 0) * WARM_UP_SHARE);
  const counted = samples.filter(({ atSeconds }) => atSeconds > warmUpSeconds);
  const third = Math.floor(counted.length / 3);
  if (third === 0) throw new Error(`${counted.length} samples are too few to judge by`);
  const [first, last] = [counted.slice(0, third), counted.slice(-third)];
  const memory = memoryChange(first, last);
  const p99 = p99Change(first, last);
  const errors = samples.reduce((sum, sample) => sum + sample.errors, 0);
  return { warmUpSeconds, memory, p99, errors, isPassed: memory.isFlat && p99.isFlat && errors === 0 };
}

function memoryChange(first: readonly Sample[], last: readonly Sample[]): Change {
  const [before, after] = [first, last].map((samples) => mean(samples.map(({ residentBytes }) => residentBytes)));
  return changeOf(before, after, (from, to) => Math.abs(to - from) <= from * MEMORY_SHARE);
}

function p99Change(first: readonly Sample[], last: readonly Sample[]): Change {
  const [before, after] = [first, last].map((samples) => median(samples.map(({ p99Ms }) => p99Ms)));
  return changeOf(before, after, (from, to) => to - from <= Math.max(from * P99_SHARE, P99_NOISE_MS));
}

function changeOf(first = 0, last = 0, isFlat: (first: number, last: number) => boolean): Change {
  return { first, last, isFlat: isFlat(first, last) };
}
