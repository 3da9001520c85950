import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUnloading } from '#src/store/sqlite/unloading.ts';

/** An unloading that writes down what it asks for, and when visitors wait meanwhile. */
function observed({ isDiskFailing = false } = {}) {
  const asked: string[] = [];
  const log = { pages: 0 };
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
  return { asked, log, unloading: createUnloading({ disk, alone, pagesInLog: () => log.pages }) };
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

test('a log is moved when it has become long, and once more only when it has grown by as much again', async () => {
  const { asked, log, unloading } = observed();
  const passesAt = async (...pages: readonly number[]) => {
    asked.length = 0;
    for (log.pages of pages) {
      unloading.noteLength();
      await new Promise(setImmediate);
    }
    return asked.filter((what) => what === 'RESTART').length;
  };
  assert.equal(await passesAt(1, 14_999), 0);
  assert.equal(await passesAt(15_000), 1);
  // Somebody reads: it could not be begun anew.
  assert.equal(await passesAt(15_001, 29_999), 0);
  assert.equal(await passesAt(30_000), 1);
  // It has begun anew.
  assert.equal(await passesAt(1, 14_999), 0);
  assert.equal(await passesAt(15_000), 1);
});
