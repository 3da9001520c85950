import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ElementHandle, Page } from 'puppeteer-core';
import { picture, png } from '../features/domains/pictures.ts';
import { temporaryFolder } from '../support/temp.ts';
import { audit } from './audit.ts';
import { openBrandStage } from './brand-stage.ts';
import { contentOf, fill, find, islandsReady, keyboardAt, press, pressAndGo, see, textOf } from './screens.ts';

const stage = await openBrandStage();
let domains = 0;

/** The page of a domain's appearance, of somebody who has just got it. */
async function enter(t: Parameters<typeof stage.visitor>[0], hasScript = true): Promise<Page> {
  const member = await stage.member();
  domains += 1;
  const name = `place${domains}.example.net`;
  await stage.furnish(member, name);
  return stage.enter(t, member, `/account/domains/${name}/brand`, { hasScript });
}

async function choose(t: Parameters<typeof stage.visitor>[0], page: Page, bytes: Uint8Array): Promise<void> {
  const path = join(temporaryFolder(t), 'logo.png');
  writeFileSync(path, bytes);
  const field = (await page.$('#logo')) as ElementHandle<HTMLInputElement>;
  await field.uploadFile(path);
}

async function fillFace(page: Page): Promise<void> {
  await fill(page, '#name', 'Harbour Bank');
  await page.type('#accent', '1d7a46');
  await fill(page, '#before_reveal', 'Call us first.');
  await page.click('[name=home]');
}

const shownFace = async (page: Page) => [
  ...(await Promise.all(['#name', '#accent', '#before_reveal'].map((field) => contentOf(page, field)))),
  await page.$eval('[name=home]', (box) => (box as HTMLInputElement).checked),
];

test('a domain gets its words and colour on its page, and they are there when it is opened again', async (t) => {
  const page = await enter(t);
  await fillFace(page);
  await see(page, '12 of 60');
  await press(page, 'Save');
  await see(page, 'The appearance is saved.');
  await page.reload();
  assert.deepEqual(await shownFace(page), ['Harbour Bank', '#1d7a46', 'Call us first.', true]);
  await audit(page);
});

test('the same without script', async (t) => {
  const page = await enter(t, false);
  await fillFace(page);
  await pressAndGo(page, 'Save');
  assert.match(await textOf(page), /The appearance is saved\./);
  assert.deepEqual(await shownFace(page), ['Harbour Bank', '#1d7a46', 'Call us first.', true]);
});

test('what was saved is said where the button was pressed, in sight, also at 400 %', async (t) => {
  const page = await enter(t);
  for (const [width, height] of [
    [1280, 720],
    [320, 256],
  ] as const) {
    await page.setViewport({ width, height });
    await page.reload();
    await islandsReady(page);
    await page.focus('form[action$="/brand"] [type=submit]');
    await page.keyboard.press('Enter');
    assert.ok(await isSeen(page, 'The appearance is saved.'), `${width} by ${height}`);
    await choose(t, page, png());
    await page.focus('form[action$="/logo"] [type=submit]');
    await page.keyboard.press('Enter');
    assert.ok(await isSeen(page, 'The logo is in place.'), `${width} by ${height}`);
  }
});

/** Once these words stand in the page: whether they do so within the window, without scrolling. */
async function isSeen(page: Page, words: string): Promise<boolean> {
  const place = await page.waitForSelector(`::-p-xpath(//*[@role="status"][contains(., "${words}")])`);
  assert.ok(place);
  return place.isIntersectingViewport({ threshold: 1 });
}

test('what was changed before the script came stays, and is counted', async (t) => {
  const page = await enter(t);
  await fill(page, '#before_reveal', 'Call us first.');
  await press(page, 'Save');
  await see(page, 'The appearance is saved.');
  await page.evaluateOnNewDocument(() => {
    document.addEventListener('readystatechange', () => {
      if (document.readyState !== 'interactive') return;
      document.querySelector<HTMLTextAreaElement>('#before_reveal')!.value = 'Call us twice, please.';
    });
  });
  await page.reload();
  await islandsReady(page);
  assert.equal(await contentOf(page, '#before_reveal'), 'Call us twice, please.');
  await see(page, '22 of 500');
});

test('the picker writes the colour into the field, and the field moves the picker', async (t) => {
  const page = await enter(t);
  await page.type('#accent', '#A03030');
  const picker = await find(page, 'ColorWell', 'Pick a colour');
  assert.equal(await picker.evaluate((well) => (well as HTMLInputElement).value), '#a03030');
  await picker.evaluate((well) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!;
    set!.call(well, '#123456');
    well.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await page.waitForFunction(() => (document.querySelector('#accent') as HTMLInputElement).value === '#123456');
});

test('what is wrong stands at its field, has the focus, and what was typed stays', async (t) => {
  const page = await enter(t);
  await fill(page, '#name', 'Harbour Bank');
  await page.type('#accent', 'reddish');
  await press(page, 'Save');
  await see(page, 'That is not a colour.');
  await keyboardAt(page, 'accent');
  assert.equal(await contentOf(page, '#name'), 'Harbour Bank');
  await audit(page);
});

test('a logo is shown once it is uploaded, and what was typed meanwhile stays; removed, it is gone, and the keyboard is where another is chosen', async (t) => {
  const page = await enter(t);
  await fill(page, '#name', 'not saved yet');
  await choose(t, page, picture('rgba'));
  await press(page, 'Upload');
  await see(page, 'The logo is in place.');
  await page.waitForFunction(() => document.querySelector<HTMLImageElement>('.brand__logo')?.naturalWidth === 24);
  assert.equal(await contentOf(page, '#name'), 'not saved yet');
  await audit(page);
  await press(page, 'Remove logo');
  await see(page, 'The logo is removed.');
  assert.equal(await page.$('.brand__logo'), null);
  await keyboardAt(page, 'logo');
});

test('a logo is uploaded and removed without script too', async (t) => {
  const page = await enter(t, false);
  await choose(t, page, picture('lossy'));
  await pressAndGo(page, 'Upload');
  assert.match(await textOf(page), /The logo is in place\./);
  await pressAndGo(page, 'Remove logo');
  assert.match(await textOf(page), /The logo is removed\./);
});

for (const hasScript of [true, false]) {
  test(`a file that is no picture is refused with what is taken, ${hasScript ? 'with' : 'without'} script`, async (t) => {
    const page = await enter(t, hasScript);
    await choose(t, page, Buffer.concat([png(), Buffer.from('<script>alert(1)</script>')]));
    await (hasScript ? press(page, 'Upload') : pressAndGo(page, 'Upload'));
    await page.waitForSelector('#logo-error');
    assert.match(await textOf(page, '#logo-error'), /PNG, JPEG and WebP are taken/);
    if (hasScript) await audit(page);
  });
}

test('a file that is too large is refused before it is sent', async (t) => {
  const page = await enter(t);
  let posts = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST') posts += 1;
  });
  await choose(t, page, Buffer.alloc(3_000_000));
  await press(page, 'Upload');
  await see(page, 'A logo may be at most 100 kB.');
  assert.equal(posts, 0);
});
