import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fuzz } from './fuzz.ts';
import { SEEDS, TIGHT_LIMITS } from './seeds.ts';

test('where requests are counted, too, all answers are as the document says', async () => {
  const { outcomes } = await fuzz({ engine: 'SQLite', executions: 2000, seed: SEEDS.limited, limits: TIGHT_LIMITS });
  const limited = [...outcomes].filter(([outcome]) => outcome.endsWith(' 429'));
  assert.ok(limited.length > 20, `of ${limited.length} operations too much was asked`);
});
