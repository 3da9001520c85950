import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { runChild, startChild } from '../support/children.ts';
import { freePort } from '../support/free-port.ts';
import { temporaryFolder } from '../support/temp.ts';

const launcher = resolve(import.meta.dirname, '../../bin/hushlink');

test('the launcher works from anywhere, through a link, and hands on arguments, streams and exit code', async (t) => {
  const folder = temporaryFolder(t);
  const link = join(folder, 'hushlink');
  symlinkSync(launcher, link);
  const version = await runChild(link, ['--version'], { cwd: folder });
  assert.match(version.stdout, /^\d+\.\d+\.\d+\n$/);
  const empty = await runChild(link, ['create'], { cwd: folder, input: '' });
  assert.deepEqual([empty.code, empty.stdout], [2, '']);
  assert.match(empty.stderr, /^hushlink: There is nothing to share/);
});

test('the launcher stops its server when it is asked to, and ends as the server ended', async (t) => {
  const env = { HUSHLINK_DATA: join(temporaryFolder(t), 'data'), PORT: String(await freePort()), HOST: '127.0.0.1' };
  const child = startChild(launcher, ['serve'], { env });
  await child.waitFor(/Hushlink is ready at/);
  const end = await child.kill('SIGTERM');
  assert.deepEqual([end.code, end.signal], [0, null]);
});
