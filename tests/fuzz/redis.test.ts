import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fuzz } from './fuzz.ts';
import { SEEDS } from './seeds.ts';

test('on Redis too, whatever is asked is answered as the document says, and what is read is read once', async () => {
  const { executions } = await fuzz({ engine: 'Redis', executions: 8000, seed: SEEDS.redis });
  assert.ok(executions >= 8000);
});
