import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createQueue, type QueueLimits } from '#src/crypto/queue.ts';

/** A queue whose jobs end when they are told to. */
function stage(limits: QueueLimits) {
  let whose = '';
  const queue = createQueue(limits, () => whose);
  const running = new Map<string, () => void>();
  const ended: string[] = [];
  return {
    running: () => [...running.keys()],
    ended: () => ended.splice(0),
    /** Hands in a job; the asker is the first letter of its name. */
    async ask(...names: string[]) {
      for (const name of names) {
        whose = name.charAt(0);
        const job = () => new Promise<void>((resolve) => running.set(name, resolve));
        void queue(job).then(({ ok }) => ended.push(`${name} ${ok ? 'done' : 'busy'}`));
      }
      await turn();
    },
    async end(name: string) {
      running.get(name)?.();
      running.delete(name);
      await turn();
    },
  };
}

test('no more run at once than may, also when those who wait have had their turn', async () => {
  const { ask, end, running } = stage({ concurrent: 1, waiting: 4 });
  await ask('a1', 'b1');
  assert.deepEqual(running(), ['a1']);
  await end('a1');
  assert.deepEqual(running(), ['b1']);
  await ask('c1');
  assert.deepEqual(running(), ['b1']);
  await end('b1');
  assert.deepEqual(running(), ['c1']);
});

test('in a full room only who has fewer waiting than somebody else will still have gets a place', async () => {
  const { ask, end, running, ended } = stage({ concurrent: 1, waiting: 3 });
  await ask('x1', 'a1', 'a2', 'b1');
  await ask('b2');
  assert.deepEqual(ended(), ['b2 busy']);
  await ask('c1');
  assert.deepEqual(ended(), ['a2 busy']);
  await ask('d1', 'a3');
  assert.deepEqual(ended(), ['d1 busy', 'a3 busy']);
  for (const name of ['x1', 'a1', 'b1', 'c1']) {
    assert.deepEqual(running(), [name]);
    await end(name);
  }
  assert.deepEqual(ended(), ['x1 done', 'a1 done', 'b1 done', 'c1 done']);
});
