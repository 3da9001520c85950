/** Pearson's statistic of counts that should all be the same. */
export function chiSquareOf(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

/** How likely an honest source is to have a statistic as large as this or larger, with so many degrees of freedom. */
export function chanceOf(chiSquare: number, degrees: number): number {
  return upperGamma(degrees / 2, chiSquare / 2);
}

export interface Evenness {
  /** Of all positions together, as one statistic. */
  readonly pooledChance: number;
  /** Of the worst position, multiplied by how many there are (Bonferroni). */
  readonly worstChance: number;
}

/** How even the symbols are in each position: `tables` has for each position how often each symbol stood there. */
export function evennessOf(tables: readonly (readonly number[])[]): Evenness {
  const positions = tables.map((counts) => ({ chiSquare: chiSquareOf(counts), degrees: counts.length - 1 }));
  const sum = (pick: (one: (typeof positions)[number]) => number) => positions.reduce((all, one) => all + pick(one), 0);
  const chances = positions.map(({ chiSquare, degrees }) => chanceOf(chiSquare, degrees));
  return {
    pooledChance: chanceOf(
      sum(({ chiSquare }) => chiSquare),
      sum(({ degrees }) => degrees),
    ),
    worstChance: Math.min(1, Math.min(...chances) * positions.length),
  };
}

/** The regularised upper incomplete gamma function (NIST DLMF 8.2.4), by its series or its continued fraction. */
function upperGamma(a: number, x: number): number {
  const scale = Math.exp(a * Math.log(x) - x - logGamma(a));
  return x < a + 1 ? 1 - scale * lowerSeries(a, x) : scale * upperFraction(a, x);
}

const ENOUGH = 1e-15;
const TINY = 1e-300;

/** DLMF 8.11.4. */
function lowerSeries(a: number, x: number): number {
  let term = 1 / a;
  let sum = term;
  for (let n = a + 1; term > sum * ENOUGH; n += 1) {
    term *= x / n;
    sum += term;
  }
  return sum;
}

/** DLMF 8.9.2, evaluated by the modified algorithm of Lentz. */
function upperFraction(a: number, x: number): number {
  let below = x + 1 - a;
  let up = 1 / TINY;
  let down = 1 / below;
  let value = down;
  for (let n = 1, change = 0; Math.abs(change - 1) > ENOUGH; n += 1) {
    const factor = n * (a - n);
    below += 2;
    down = 1 / (factor * down + below || TINY);
    up = below + factor / up || TINY;
    change = up * down;
    value *= change;
  }
  return value;
}

/** Stirling's series (DLMF 5.11.1), moved up to where it is exact enough. */
function logGamma(a: number): number {
  if (a < 10) return logGamma(a + 1) - Math.log(a);
  const series = 1 / (12 * a) - 1 / (360 * a ** 3) + 1 / (1260 * a ** 5);
  return (a - 0.5) * Math.log(a) - a + Math.log(2 * Math.PI) / 2 + series;
}
