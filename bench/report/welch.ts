/** Two samples side by side. */
export interface Comparison {
  readonly meanA: number;
  readonly meanB: number;
  readonly sdA: number;
  readonly sdB: number;
  /** Welch's t of everything. */
  readonly t: number;
  /** The same without the slowest tenth, which hides small differences. */
  readonly croppedT: number;
}

/** TVLA's customary threshold: beyond it the times differ with a certainty of 99.999 %. */
export const MOST_T = 4.5;
const KEPT_SHARE = 0.9;

export function compare(a: readonly number[], b: readonly number[]): Comparison {
  const slowest = [...a, ...b].sort((x, y) => x - y)[Math.floor((a.length + b.length) * KEPT_SHARE)] ?? 0;
  const crop = (values: readonly number[]) => values.filter((value) => value < slowest);
  const [statsA, statsB] = [statsOf(a), statsOf(b)];
  return {
    ...{ meanA: statsA.mean, meanB: statsB.mean, sdA: Math.sqrt(statsA.variance), sdB: Math.sqrt(statsB.variance) },
    t: welch(statsA, statsB),
    croppedT: welch(statsOf(crop(a)), statsOf(crop(b))),
  };
}

/** Of the two the one that differs more: all times, or those without the slowest. */
export function isTelling({ t, croppedT }: Comparison): boolean {
  return Math.max(Math.abs(t), Math.abs(croppedT)) >= MOST_T;
}

interface Stats {
  readonly count: number;
  readonly mean: number;
  readonly variance: number;
}

function statsOf(values: readonly number[]): Stats {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { count: values.length, mean, variance: squares / (values.length - 1) };
}

function welch(a: Stats, b: Stats): number {
  return (a.mean - b.mean) / Math.sqrt(a.variance / a.count + b.variance / b.count);
}
