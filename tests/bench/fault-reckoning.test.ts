import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countLines, leaksIn } from '../../bench/faults/log-lines.ts';
import { CONTENT_MARK } from '../../bench/faults/mixed-load.ts';
import { createPromises, noteReveals } from '../../bench/faults/promises.ts';
import type { Answer } from '../durability/client.ts';

const KEY = 'k3x9pq0a1b2c3d4e5f6g7h8i9j0klmn';
const CONTENT = 'the only copy';

function answer(status: number, body: object = {}): Answer {
  return { status, headers: {}, body: Buffer.from(JSON.stringify(body)) };
}

const copy = answer(200, { record: { secret_value: CONTENT } });
const gone = answer(404);
const away = answer(503, { error_type: 'StoreUnavailable' });
const uncertain = answer(503, { error_type: 'StoreUncertain' });

/** Where the secret is counted after two readers were told so; 'uncertain' while nobody knows. */
function countedAs(...answers: readonly (Answer | null)[]): string {
  const promises = createPromises();
  promises.uncertain.set(KEY, CONTENT);
  noteReveals(promises, KEY, answers);
  const places = ['kept', 'uncertain', 'delivered', 'lost', 'doubled'] as const;
  return places.filter((place) => promises[place].has(KEY)).join(', ');
}

test('two readers of one secret: two copies are one too many, none is a loss, and who got no answer may have it', () => {
  assert.equal(countedAs(copy, gone), 'delivered');
  assert.equal(countedAs(copy, copy), 'delivered, doubled');
  assert.equal(countedAs(gone, gone), 'lost');
  assert.equal(countedAs(away, away), 'kept');
  assert.equal(countedAs(gone, null), 'uncertain');
  assert.equal(countedAs(gone, uncertain), 'uncertain');
  assert.equal(countedAs(copy, null), 'delivered');
});

test('a content that nobody shared is an error of the run, not a copy', () => {
  assert.throws(() => countedAs(answer(200, { record: { secret_value: 'another' } }), gone), /nobody shared/);
});

test('keys and contents in a log are found, and lines are counted without those of requests', () => {
  const keys = { metadataKeys: new Map([[KEY, 'm'.repeat(31)]]) };
  assert.equal(leaksIn(`"/secret/${KEY}/burn" "/private/${'m'.repeat(31)}" ${CONTENT_MARK} abc`, keys), 3);
  assert.equal(leaksIn('"/secret/***" all is well', keys), 0);
  const lines = [
    '{"level":"info","event":"request"}',
    '{"level":"error","event":"failure"}',
    'a stack',
    '{"level":"er',
  ];
  assert.deepEqual(
    [...countLines(lines.join('\n'))],
    [
      ['error failure', 1],
      ['not a line of the log', 1],
    ],
  );
});
