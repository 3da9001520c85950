import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutEchoes } from '#src/process/signal-echoes.ts';

/** How often a signal counted, and a wait that ends when the test says so. */
function stage() {
  const counted: string[] = [];
  const waits: PromiseWithResolvers<void>[] = [];
  const wait = () => {
    const one = Promise.withResolvers<void>();
    waits.push(one);
    return one.promise;
  };
  const endWait = async () => {
    waits.at(-1)?.resolve();
    await new Promise(setImmediate);
  };
  return { ...withoutEchoes((name: string) => void counted.push(name), wait), counted, endWait };
}

test('of signals that come soon after each other the first alone counts, and the next one after that again', async () => {
  const { heard, counted, endWait } = stage();
  for (const name of ['first', 'echo', 'echo']) heard(name);
  assert.deepEqual(counted, ['first']);
  await endWait();
  for (const name of ['second', 'echo']) heard(name);
  assert.deepEqual(counted, ['first', 'second']);
});

test('it is quiet at once where no signal came, and after the echo of one that did', async () => {
  const { heard, whenQuiet, endWait } = stage();
  const quiet: string[] = [];
  whenQuiet(() => quiet.push('before'));
  heard('first');
  whenQuiet(() => quiet.push('after'));
  assert.deepEqual(quiet, ['before']);
  await endWait();
  assert.deepEqual(quiet, ['before', 'after']);
});
