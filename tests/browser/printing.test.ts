import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import type { Page } from 'puppeteer-core';
import { messageOn, open, press, pressAndGo } from './screens.ts';
import { openStage } from './stage.ts';

const stage = await openStage();
const LINES = 150;

/** How often the piece of text is printed that is printed most often. */
async function mostPrinted(page: Page): Promise<number> {
  const pdf = Buffer.from(await page.pdf()).toString('latin1');
  const counts = new Map<string, number>();
  for (const [, packed = ''] of pdf.matchAll(/FlateDecode[^>]*>>\s*stream\r?\n(.*?)endstream/gs)) {
    const drawn = inflateSync(Buffer.from(packed, 'latin1')).toString('latin1');
    for (const [, glyphs = ''] of drawn.matchAll(/<([0-9A-F]+)> Tj/g))
      counts.set(glyphs, (counts.get(glyphs) ?? 0) + 1);
  }
  return Math.max(...counts.values());
}

for (const hasScript of [true, false]) {
  const way = hasScript ? 'with JavaScript' : 'without JavaScript';
  test(`${way} a message is printed to its end, and no line is cut where a page ends`, async (t) => {
    // One line is like the other: half a line at the end of a page would be one more.
    const { secretKey } = await stage.share(Array(LINES).fill('abcdefgh').join('\n'));
    const page = await stage.visitor(t, { hasScript });
    const link = `${stage.server.url}/secret/${secretKey}`;
    await (hasScript ? open(page, link) : page.goto(link));
    await (hasScript ? press(page, 'Click to continue') : pressAndGo(page, 'Click to continue'));
    await messageOn(page);
    assert.equal(await mostPrinted(page), LINES);
  });
}

test('a message that was cut off says so on paper, too [REV-09]', async (t) => {
  const { secretKey } = await stage.share('x'.repeat(10_001), { truncate: true });
  const page = await stage.visitor(t);
  await open(page, `${stage.server.url}/secret/${secretKey}`);
  await press(page, 'Click to continue');
  await messageOn(page);
  await page.emulateMediaType('print');
  const warnings = await page.$$eval('.slip .alert--warn', (alerts) => alerts.map((alert) => alert.checkVisibility()));
  assert.deepEqual(warnings, [true]);
});

test('what has the keyboard on the screen is not framed on paper', async (t) => {
  const { secretKey } = await stage.share('abcdefgh');
  const page = await stage.visitor(t);
  await open(page, `${stage.server.url}/secret/${secretKey}`);
  await page.focus('main form [type=submit]');
  await page.keyboard.press('Enter');
  await messageOn(page);
  const frame = () => page.$eval('h1:focus-visible', (heading) => getComputedStyle(heading).outlineStyle);
  assert.equal(await frame(), 'solid');
  await page.emulateMediaType('print');
  assert.equal(await frame(), 'none');
});

test('the steps to come are as dark on paper as its lines, not as faint as on the screen', async (t) => {
  const { metadataKey } = await stage.share('abcdefgh');
  const page = await stage.visitor(t);
  await open(page, `${stage.server.url}/private/${metadataKey}`);
  await page.emulateMediaType('print');
  const toCome = await page.$eval('.track li:last-child', (step) => getComputedStyle(step).borderTopColor);
  assert.equal(toCome, 'rgb(153, 153, 153)');
});

test('the questions below a secret are not printed', async (t) => {
  const page = await stage.visitor(t);
  const { secretKey } = await stage.share('x');
  await page.goto(`${stage.server.url}/secret/${secretKey}`);
  const isShown = () => page.$eval('.accordion', (questions) => questions.checkVisibility());
  assert.equal(await isShown(), true);
  await page.emulateMediaType('print');
  assert.equal(await isShown(), false);
});
