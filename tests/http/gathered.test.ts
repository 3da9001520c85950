import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Request, Response } from 'express';
import { createGathering } from '#src/http/gathered.ts';

function gatheringThat(note: (name: string) => void) {
  const gather = createGathering();
  return (name: string, request: Partial<Request> = { destroyed: false }) => {
    gather(request as Request, {} as Response, () => note(name));
    return request as { destroyed: boolean };
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('what has come in one turn goes on together at its end, in its order', async () => {
  const went: string[] = [];
  const come = gatheringThat((name) => went.push(name));
  come('first');
  await Promise.resolve();
  come('second');
  assert.deepEqual(went, []);
  await turn();
  assert.deepEqual(went, ['first', 'second']);
});

test('what comes while others go on waits for the next turn', async () => {
  const went: string[] = [];
  const come = gatheringThat((name) => {
    went.push(name);
    if (name === 'first') come('late');
  });
  come('first');
  come('second');
  await turn();
  assert.deepEqual(went, ['first', 'second']);
  await turn();
  assert.deepEqual(went, ['first', 'second', 'late']);
});

test('nothing is done for somebody who has hung up meanwhile', async () => {
  const went: string[] = [];
  const come = gatheringThat((name) => went.push(name));
  const gone = come('gone');
  come('here');
  gone.destroyed = true;
  await turn();
  assert.deepEqual(went, ['here']);
});
