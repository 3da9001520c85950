import assert from 'node:assert/strict';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readGuarded, writeGuarded } from '#src/cli/system/guarded-file.ts';
import { type Cleanup, temporaryFolder } from '../support/temp.ts';

/** A file of somebody who is not root, and who that is. Only root can give files away. */
function someonesFile(t: Cleanup): { readonly path: string; readonly owner: number } {
  const path = join(temporaryFolder(t), 'file');
  writeFileSync(path, 'x');
  const own = process.getuid?.() ?? 0;
  if (own !== 0) return { path, owner: own };
  chownSync(path, 4242, 4242);
  return { path, owner: 4242 };
}

test('what is of a group is open to others where the file is ours, and meant for us where it is not', async (t) => {
  const { path, owner } = someonesFile(t);
  const isOpen = async (mode: number, uid: number) => {
    chmodSync(path, mode);
    return (await readGuarded(path, 10, uid)).isReadable;
  };
  for (const [mode, asOwner, asAnother] of [
    [0o600, false, false],
    [0o640, true, false],
    [0o604, true, true],
  ] as const) {
    assert.deepEqual([await isOpen(mode, owner), await isOpen(mode, owner + 1)], [asOwner, asAnother], String(mode));
  }
});

test('a file of ours or of root that nobody else may write is ours to trust, one of anybody else never', async (t) => {
  const { path, owner } = someonesFile(t);
  chmodSync(path, 0o644);
  const isChangeable = async (uid: number | undefined, file = path) => (await readGuarded(file, 10, uid)).isChangeable;
  assert.deepEqual([await isChangeable(owner), await isChangeable(owner + 1)], [false, true]);
  // Without users there is no owner.
  assert.equal(await isChangeable(undefined), false);
  assert.equal(await isChangeable(owner, '/proc/version'), false);
  for (const mode of [0o664, 0o646]) {
    chmodSync(path, mode);
    assert.equal(await isChangeable(owner), true);
  }
});

test('a file of just as many bytes as may be is read whole, and a longer one not at all', async (t) => {
  const path = join(temporaryFolder(t), 'file');
  const read = async (text: string) => {
    writeFileSync(path, text);
    return (await readGuarded(path, 3, undefined)).text;
  };
  assert.deepEqual([await read('ab'), await read('abc'), await read('abcd')], ['ab', 'abc', undefined]);
});

test('a link keeps leading to the file that is written anew, wherever somebody keeps it', async (t) => {
  const [folder, elsewhere] = [temporaryFolder(t), temporaryFolder(t)];
  const [link, file] = [join(folder, 'config.yaml'), join(elsewhere, 'kept.yaml')];
  writeFileSync(file, 'old');
  symlinkSync(file, link);
  await writeGuarded(link, 'new');
  assert.equal(readlinkSync(link), file);
  assert.equal(readFileSync(file, 'utf8'), 'new');
  assert.equal(statSync(file).mode & 0o777, 0o600);
});

test('what cannot take its place leaves nothing half written behind', async (t) => {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, 'file'));
  await assert.rejects(writeGuarded(join(folder, 'file'), 'x'), { code: 'EISDIR' });
  assert.deepEqual(readdirSync(folder), ['file']);
});
