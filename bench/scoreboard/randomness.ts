import { randomBytes } from 'node:crypto';
import { createPasswordGenerator } from '#src/crypto/generate-password.ts';
import { createKeyMaker } from '#src/crypto/ids.ts';
import { createRandomPool } from '#src/crypto/random-pool.ts';
import { judgeKeys, judgePasswords, SHAPES } from '../../tests/crypto/symbols.ts';
import { type Finding, type Row, verdictOf } from './row.ts';

const KEYS = 10_000_000;
const PASSWORDS = 200_000;
const LEAST_CHANCE = 0.01;

/** As the server draws them. */
const draw = createRandomPool((size) => randomBytes(size));

interface Draw {
  readonly finding: Omit<Finding, 'verdict'>;
  readonly isEven: boolean;
}

/**
 * Each statistic has all positions in it at once, or the worst one multiplied by how many there are. An honest source
 * falls below the bar now and then, so what does is drawn once more, and the table says so.
 */
function rowOf(row: Omit<Row, 'measure'>, draw: () => Draw): Row {
  return {
    ...row,
    measure: async () => {
      const first = draw();
      if (first.isEven) return { ...first.finding, verdict: verdictOf(true) };
      const second = draw();
      const seen = `${second.finding.seen}; drawn once more, at first: ${first.finding.seen}`;
      return { ...second.finding, seen, verdict: verdictOf(second.isEven) };
    },
  };
}

export const keys = rowOf(
  {
    name: 'keys',
    what: 'keys of links: collisions, and the chi-square of 36 digits in 31 positions, all at once and in the worst position (Bonferroni)',
    bar: `0 collisions (of the first 62 bits), p > ${LEAST_CHANCE}`,
  },
  () => {
    const { pooledChance, worstChance, repeated } = judgeKeys(createKeyMaker(draw).secretKey, KEYS);
    return {
      finding: {
        tried: `${KEYS.toLocaleString('en-US')} keys`,
        seen: `${repeated} collisions, p = ${pooledChance.toFixed(3)} of all, ${worstChance.toFixed(3)} of the worst`,
      },
      isEven: repeated === 0 && Math.min(pooledChance, worstChance) > LEAST_CHANCE,
    };
  },
);

export const passwords = rowOf(
  {
    name: 'passwords',
    what: 'generated passwords: the chi-square of every position, for the default shape, each set of characters by itself, the shortest and the longest; the least p of the shapes, multiplied by how many there are (Bonferroni)',
    bar: `p > ${LEAST_CHANCE}, no character of another set`,
  },
  () => {
    const generate = createPasswordGenerator(draw);
    const judged = SHAPES.map((shape) => judgePasswords(generate, shape, PASSWORDS));
    const least = (chances: readonly number[]) => Math.min(1, Math.min(...chances) * SHAPES.length);
    const pooled = least(judged.map(({ pooledChance }) => pooledChance));
    const worst = least(judged.map(({ worstChance }) => worstChance));
    return {
      finding: {
        tried: `${PASSWORDS.toLocaleString('en-US')} passwords of each of ${SHAPES.length} shapes`,
        seen: `p = ${pooled.toFixed(3)} of all positions, ${worst.toFixed(3)} of the worst`,
      },
      isEven: Math.min(pooled, worst) > LEAST_CHANCE,
    };
  },
);
