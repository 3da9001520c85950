import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { runChild } from '../support/children.ts';
import { temporaryFolder } from '../support/temp.ts';

const guide = readFileSync(resolve(import.meta.dirname, '../../docs/operations.md'), 'utf8');

test('the nightly backup names the program as cron finds it: by the path that the guide installs it to', () => {
  const [, installed] = /^install -m 755 dist\/hushlink (\S+)$/m.exec(guide) ?? assert.fail('nothing is installed');
  const [, called] =
    /^ +\d+ \d+ \* \* \* umask 077; (\S+) backup --to /m.exec(guide) ?? assert.fail('no line for cron');
  assert.equal(called, installed);
});

test('clearing old backups away takes what broken-off ones left too, and nothing that is young or something else', async (t) => {
  const home = temporaryFolder(t);
  const folder = join(home, 'backups');
  mkdirSync(folder);
  const old = ['hushlink-2030-01-01.backup', 'hushlink-2030-01-02.backup.0f1e2d3c4b5a.part', 'backup-key'];
  const young = ['hushlink-2030-01-14.backup', 'hushlink-2030-01-15.backup.a1b2c3d4e5f6.part'];
  for (const name of [...old, ...young]) writeFileSync(join(folder, name), '');
  const atSeconds = Date.now() / 1000 - 20 * 86_400;
  for (const name of old) utimesSync(join(folder, name), atSeconds, atSeconds);
  const [, command = ''] = /`(find [^`]+ -delete)`/.exec(guide) ?? [];
  const { code, stderr } = await runChild('sh', ['-c', command], { env: { HOME: home } });
  assert.equal(code, 0, stderr);
  assert.deepEqual(readdirSync(folder).toSorted(), ['backup-key', ...young]);
});
