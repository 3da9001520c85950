import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLoadedScreens } from '#src/islands/workspace/loaded-screens.ts';

test('a loaded screen stays at hand', async () => {
  const Screen = () => null;
  let loads = 0;
  const load = async () => {
    loads += 1;
    return Screen;
  };
  const screens = createLoadedScreens({
    ...{ dashboard: load, recent: load, account: load, colonel: load, domains: load },
    ...{ 'domain-add': load, 'domain-verify': load, 'domain-brand': load },
  });
  assert.deepEqual(screens.components, {});
  await screens.load('recent');
  assert.deepEqual([screens.components, loads], [{ recent: Screen }, 1]);
});
