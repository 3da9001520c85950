import assert from 'node:assert/strict';
import { test } from 'node:test';
import { audit } from './audit.ts';
import { openStage } from './stage.ts';

const stage = await openStage();
const url = `${stage.server.url}/docs/api`;

test('the reference of the API can be read by everybody, at every width and in both themes', async (t) => {
  const page = await stage.visitor(t);
  await page.goto(url);
  await page.$$eval('details', (all) => {
    for (const one of all) one.open = true;
  });
  await audit(page);
});

test('the contents lead to each operation, and one press selects an example whole', async (t) => {
  const page = await stage.visitor(t, { hasScript: false });
  await page.setViewport({ width: 1280, height: 900 });
  await page.goto(url);
  await page.click('.toc a[href="#revealSecret"]');
  assert.equal(new URL(page.url()).hash, '#revealSecret');
  const example = '[aria-labelledby="revealSecret"] [aria-label^="curl"]';
  assert.equal(await page.$eval(example, (element) => getComputedStyle(element).userSelect), 'all');
});

test('on paper a sample has all its lines, none cut off at the edge', async (t) => {
  const page = await stage.visitor(t);
  await page.setViewport({ width: 700, height: 900 });
  await page.goto(url);
  await page.emulateMediaType('print');
  const samples = await page.$$eval('.operation .disc[open] .code', (all) =>
    all.map((one) => ({ isShown: one.checkVisibility(), isWhole: one.scrollWidth <= one.clientWidth })),
  );
  assert.ok(samples.length > 0);
  assert.deepEqual(
    samples.filter(({ isShown, isWhole }) => !isShown || !isWhole),
    [],
  );
});
