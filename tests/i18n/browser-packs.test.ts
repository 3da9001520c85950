import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { browserKeys, browserPack } from '#src/build/browser-packs.ts';
import { type Cleanup, temporaryFolder } from '../support/temp.ts';

/** A project of these sources. */
function projectOf(t: Cleanup, sources: Record<string, string>): string {
  const root = temporaryFolder(t);
  for (const [path, text] of Object.entries(sources)) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

test('every page with islands gets the texts that islands name, and what only one large island names comes with it', (t) => {
  const root = projectOf(t, {
    'src/islands/create-form/island.tsx': "t('create.send'); t('shared.close')",
    'src/ui/button.tsx': "<button>{t('ui.press', { count })}</button>",
    'src/islands/workspace/recent/screen.tsx': "t('recent.title'); t('shared.close'); t( 'recent.none' )",
    'src/islands/upgrade/island.tsx': "t('upgrade.title')",
    'src/features/secrets/conceal.ts': "t('server.only')",
  });
  const { all, ofIsland } = browserKeys(root);
  assert.deepEqual([...all].toSorted(), ['create.send', 'shared.close', 'ui.press']);
  assert.deepEqual([...(ofIsland.workspace ?? [])].toSorted(), ['recent.none', 'recent.title']);
  assert.deepEqual([...(ofIsland.upgrade ?? [])], ['upgrade.title']);
});

test('a pack for browsers has all plural forms of what is named, English where the language lacks it, and no more', () => {
  const english = { a: { open: 'Open', left_one: '{{count}} left', left_other: '{{count}} left' }, b: 'unnamed' };
  const czech = { a: { left_one: 'zbývá 1', left_few: 'zbývají {{count}}', left_other: 'zbývá {{count}}' }, b: 'x' };
  assert.deepEqual(browserPack(czech, english, new Set(['a.open', 'a.left'])), {
    'a.open': 'Open',
    'a.left_one': 'zbývá 1',
    'a.left_few': 'zbývají {{count}}',
    'a.left_other': 'zbývá {{count}}',
  });
});
