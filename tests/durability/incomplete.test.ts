import assert from 'node:assert/strict';
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { runChild } from '../support/children.ts';
import { temporaryFolder } from '../support/temp.ts';

const root = resolve(import.meta.dirname, '../..');

test('a file that is missing from the installation is named, with what to do', async (t) => {
  const folder = temporaryFolder(t);
  for (const name of ['config', 'dist', 'locales', 'package.json']) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  const server = `dist/${readdirSync(join(root, 'dist')).find((name) => /^serve-.*\.js$/.test(name))}`;
  const lacking: [path: string, command: string, named: string][] = [
    [server, 'serve', join(folder, server)],
    ['config/hushlink.yaml', 'doctor', 'config/hushlink.yaml'],
    ['locales/en.json', 'doctor', 'locales/en.json'],
    ['locales', 'doctor', 'locales/en.json'],
  ];
  for (const [path, command, named] of lacking) {
    rmSync(join(folder, path), { recursive: true });
    const end = await runChild(process.execPath, [join(folder, 'dist/hushlink.js'), command], { cwd: folder });
    const said = `This installation is incomplete: ${named} is missing or cannot be read. Install Hushlink again, as a whole.`;
    assert.deepEqual([end.code, end.stdout, end.stderr], [1, '', `hushlink: ${said}\n`]);
    if (path.includes('/')) cpSync(join(root, path), join(folder, path));
  }
});
