import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { openPacks } from '#src/i18n/packs.ts';
import { folderResources } from '#src/resources.ts';
import { runChild } from '../support/children.ts';

const root = resolve(import.meta.dirname, '../..');
const { locales } = openPacks(folderResources(root));

function runLocales(...wishes: string[]) {
  return runChild(process.execPath, ['--import', './src/build/loader.mjs', 'src/build/locales.ts', ...wishes], {
    cwd: root,
  });
}

test('the check of a language that there is not says which there are, and that it fails', async () => {
  const end = await runLocales('de', 'klingon', '--pseudonym');
  const said = `unknown: klingon, --pseudonym. There are: ${locales.join(', ')}\n`;
  assert.deepEqual([end.code, end.stdout, end.stderr], [1, '', said]);
});

test('a language is checked under the name of its file', async () => {
  const end = await runLocales('pt_BR');
  assert.deepEqual([end.code, end.stdout, end.stderr], [0, 'pt_BR: complete\n', '']);
});
