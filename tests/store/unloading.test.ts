import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUnloading } from '#src/store/sqlite/unloading.ts';

/** An unloading that writes down what it asks for, and when visitors wait meanwhile. */
function observed({ isDiskFailing = false } = {}) {
  const asked: string[] = [];
  const disk = {
    checkpoint: async (how: string) => void asked.push(how),
    settle: async () => {
      if (isDiskFailing) throw new Error('the disk has failed');
      asked.push('settle');
    },
  };
  const alone = async (work: () => Promise<void>) => {
    asked.push('visitors wait');
    await work();
    asked.push('visitors go on');
  };
  return { asked, unloading: createUnloading({ disk, alone }) };
}

test('what was moved beside visitors is on the disk before they wait for the rest', async () => {
  const { asked, unloading } = observed();
  await unloading.empty();
  assert.deepEqual(asked, [
    ...['PASSIVE', 'settle', 'PASSIVE', 'settle'],
    ...['visitors wait', 'TRUNCATE', 'visitors go on'],
  ]);
});

test('a log that was not brought to the disk is left to the next time, and nobody waits', async () => {
  const { asked, unloading } = observed({ isDiskFailing: true });
  await assert.rejects(unloading.empty(), /the disk has failed/);
  assert.deepEqual(asked, ['PASSIVE']);
});
