import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lostWords, spaceOut } from '../screens/spacing.ts';
import { openBrandStage } from './brand-stage.ts';
import { accessibleNodes } from './heard.ts';
import { open } from './screens.ts';

const stage = await openBrandStage();
const PHONE = 390;
const DESK = 1280;

test('a table whose rows are stacked shows the name of each column beside its cell, and has it read out once, as the head of the column [WCAG 1.3.1]', async (t) => {
  const member = await stage.member();
  await stage.furnish(member, 'stacked.example.net');
  const page = await stage.enter(t, member, '/account/domains');
  for (const width of [DESK, PHONE]) {
    await page.setViewport({ width, height: 900 });
    const nodes = await accessibleNodes(page);
    const namesOf = (sought: string) =>
      nodes.flatMap(({ role, name }) => (role?.value === sought ? [name?.value] : []));
    assert.deepEqual(namesOf('columnheader'), ['Domain', 'Status', 'Added', 'Actions']);
    const [status, added] = namesOf('cell');
    assert.equal(status, 'Not checked yet', `${width} px`);
    assert.match(String(added), / ago$|^now$/);
  }
  const shown = await page.$$eval('td[data-label]', (cells) =>
    cells.map((cell) => getComputedStyle(cell, '::before').content),
  );
  assert.deepEqual(shown, ['"Status" / ""', '"Added" / ""']);
});

test('the heads of stacked tables take no room, however words are spaced [WCAG 1.4.12]', async (t) => {
  const page = await stage.visitor(t);
  await open(page, `${stage.server.url}/translations`);
  await spaceOut(page);
  for (const width of [320, 390, 480, 640, 700]) {
    await page.setViewport({ width, height: 900 });
    assert.deepEqual(await lostWords(page), [], `${width} px`);
  }
});
