import assert from 'node:assert/strict';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { watchSize } from '#src/store/sqlite/file-size.ts';
import { temporaryFolder } from '../support/temp.ts';

const FROM_BYTES = 1_000;

function stage(t: { after(run: () => unknown): void }, bytes: number) {
  const file = join(temporaryFolder(t), 'file.db');
  writeFileSync(file, Buffer.alloc(bytes));
  const told = { times: 0 };
  const onLarge = () => {
    told.times += 1;
  };
  const size = watchSize({ path: file, fromBytes: FROM_BYTES, onLarge });
  const note = (transactions: number) => {
    for (let at = 0; at < transactions; at += 1) size.note();
  };
  return { file, told, size, note };
}

test('a file that is large at the start is known as such at once', (t) => {
  const { told, size } = stage(t, FROM_BYTES);
  assert.deepEqual([size.isLarge(), told.times], [true, 1]);
});

test('a file that grows is looked at again after hundreds of transactions, and told of once', (t) => {
  const { file, told, size, note } = stage(t, FROM_BYTES - 1);
  note(1_000);
  assert.equal(size.isLarge(), false);
  truncateSync(file, FROM_BYTES);
  note(199);
  assert.deepEqual([size.isLarge(), told.times], [false, 0]);
  note(1);
  assert.deepEqual([size.isLarge(), told.times], [true, 1]);
  note(1_000);
  assert.deepEqual([size.isLarge(), told.times], [true, 1]);
});

test('a file that is not there is not large', (t) => {
  const path = join(temporaryFolder(t), 'none.db');
  assert.equal(watchSize({ path, fromBytes: 1, onLarge: () => assert.fail('told') }).isLarge(), false);
});
