import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chanceOf, evennessOf } from './chi-square.ts';

test('chances are those of the printed tables', () => {
  for (const [chiSquare, degrees, chance] of [
    [3.841, 1, 0.05],
    [18.307, 10, 0.05],
    [23.209, 10, 0.01],
    [57.342, 35, 0.01],
    [124.342, 100, 0.05],
    [67.328, 100, 0.995],
  ] as const) {
    assert.ok(Math.abs(chanceOf(chiSquare, degrees) - chance) < 0.0001, `${chiSquare} of ${degrees}`);
  }
});

test('a symbol that comes a little too often in one position is noticed', () => {
  const even = Array.from({ length: 36 }, (_, at) => 10_000 + (at % 2 === 0 ? 90 : -90));
  assert.ok(evennessOf([even, even]).pooledChance > 0.01);
  const [, ...others] = even;
  const { pooledChance, worstChance } = evennessOf([even, [11_500, ...others]]);
  assert.ok(pooledChance < 1e-9 && worstChance < 1e-9, `${pooledChance} ${worstChance}`);
});
