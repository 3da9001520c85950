import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDocument } from '../support/watched-answers.ts';
import { fuzz } from './fuzz.ts';
import { SEEDS } from './seeds.ts';
import type { Tally } from './tally.ts';

/** What has never been answered as the document says of a call that succeeds. */
function neverReached({ outcomes }: Tally): readonly string[] {
  return Object.values(testDocument().paths)
    .flatMap((item) => Object.values(item))
    .filter(({ operationId, responses }) => {
      const successes = Object.keys(responses).filter((status) => status.startsWith('2'));
      return !successes.some((status) => outcomes.has(`${operationId} ${status}`));
    })
    .map(({ operationId }) => operationId);
}

test('whatever is asked of the API is answered as its document says, and what is read is read once', async () => {
  const tally = await fuzz({ engine: 'SQLite', executions: 12_000, seed: SEEDS.sqlite });
  assert.ok(tally.executions >= 12_000);
  // Requests that only ever fail would show little.
  assert.deepEqual(neverReached(tally), []);
});
