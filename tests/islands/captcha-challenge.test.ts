import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSound } from '#src/islands/captcha/challenge.ts';
import { workerCount } from '#src/islands/captcha/solver.ts';
import { challenge } from './samples.ts';

test('a challenge is solved only if it is sound [FB-17]', () => {
  for (const algorithm of ['SHA-256', 'SHA-384', 'SHA-512']) assert.ok(isSound({ ...challenge, algorithm }));
  assert.ok(isSound({ ...challenge, challenge: 'c'.repeat(40), salt: '0123456789' }));
  const unsound: object[] = [
    { algorithm: 'SHA-1' },
    { algorithm: '' },
    { signature: '' },
    { challenge: 'c'.repeat(39) },
    { salt: '012345678' },
  ];
  for (const changes of unsound) assert.equal(isSound({ ...challenge, ...changes }), false, JSON.stringify(changes));
});

test('a challenge asks for a million numbers at most [FB-18]', () => {
  assert.ok(isSound({ ...challenge, maxnumber: 1_000_000 }));
  assert.equal(isSound({ ...challenge, maxnumber: 1_000_001 }), false);
});

test('one worker for each core, 16 at most, and one where nobody knows [FB-18]', () => {
  assert.deepEqual([1, 4, 16, 64, 0, Number.NaN].map(workerCount), [1, 4, 16, 16, 1, 1]);
});
