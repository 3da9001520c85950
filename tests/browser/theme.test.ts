import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { untilSo } from '../support/until-so.ts';
import { find, open, press } from './screens.ts';
import { openStage } from './stage.ts';

const stage = await openStage();
const { server } = stage;

type Scheme = 'light' | 'dark';

const prefer = (page: Page, value: Scheme) => page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);

/** What is drawn, not only what is noted: the lightness of the page behind everything. */
async function drawnTheme(page: Page): Promise<Scheme> {
  const background = await page.$eval('body', (body) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d')!;
    canvas.fillStyle = getComputedStyle(body).backgroundColor;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)];
  });
  return background.every((part) => part > 127) ? 'light' : 'dark';
}

const isPressed = async (page: Page) =>
  (await find(page, 'button', 'Dark mode')).evaluate((button) => button.getAttribute('aria-pressed'));

for (const scheme of ['light', 'dark'] as const) {
  test(`a system that prefers ${scheme} gets the ${scheme} theme [SET-05 SET-06]`, async (t) => {
    const page = await stage.visitor(t);
    await prefer(page, scheme);
    await page.goto(server.url);
    assert.equal(await drawnTheme(page), scheme);
    assert.equal(await isPressed(page), String(scheme === 'dark'));
    assert.equal(await page.evaluate(() => localStorage.getItem('restMode')), null);
  });
}

test('the toggle in the footer turns the theme and is remembered under restMode, against the system [SHELL-26 SET-05 SET-06]', async (t) => {
  const page = await stage.visitor(t);
  await prefer(page, 'light');
  await page.goto(server.url);
  await press(page, 'Dark mode');
  assert.deepEqual([await drawnTheme(page), await isPressed(page)], ['dark', 'true']);
  assert.equal(await page.evaluate(() => localStorage.getItem('restMode')), 'true');
  await page.reload();
  assert.equal(await drawnTheme(page), 'dark');
  await press(page, 'Dark mode');
  assert.deepEqual([await drawnTheme(page), await isPressed(page)], ['light', 'false']);
  assert.equal(await page.evaluate(() => localStorage.getItem('restMode')), 'false');
  await prefer(page, 'dark');
  await page.reload();
  assert.equal(await drawnTheme(page), 'light');
});

test('the theme stands before anything is drawn, on every kind of page: nothing flashes [SET-06]', async (t) => {
  const { secretKey } = await stage.share('x');
  const page = await stage.visitor(t);
  await prefer(page, 'light');
  await page.evaluateOnNewDocument(() => {
    localStorage.setItem('restMode', 'true');
    new MutationObserver((_, observer) => {
      if (document.body === null) return;
      observer.disconnect();
      Object.assign(globalThis, { themeAtBody: document.documentElement.dataset.theme });
    }).observe(document, { childList: true, subtree: true });
  });
  for (const path of ['/', `/secret/${secretKey}`, '/signin', '/signup', '/forgot', '/account/settings', '/nowhere']) {
    await page.goto(server.url + path);
    assert.equal(await page.evaluate(() => (globalThis as { themeAtBody?: string }).themeAtBody), 'dark', path);
  }
});

test('a theme chosen in one tab is the theme of the next [SET-06]', async (t) => {
  const page = await stage.visitor(t);
  await prefer(page, 'light');
  await open(page, server.url);
  await press(page, 'Dark mode');
  const other = await stage.visitor(t, { sameAs: page });
  await prefer(other, 'light');
  await other.goto(server.url);
  assert.equal(await drawnTheme(other), 'dark');
});

test('a page that is open already turns with the theme of another tab, and its own toggle turns it back [SET-06]', async (t) => {
  const page = await stage.visitor(t);
  await prefer(page, 'light');
  await open(page, server.url);
  const other = await stage.visitor(t, { sameAs: page });
  await prefer(other, 'light');
  await open(other, server.url);
  await press(other, 'Dark mode');
  await page.bringToFront();
  await untilSo('the first tab is dark', async () => (await drawnTheme(page)) === 'dark');
  assert.equal(await isPressed(page), 'true');
  await press(page, 'Dark mode');
  assert.deepEqual([await drawnTheme(page), await isPressed(page)], ['light', 'false']);
});

test('where the storage of the browser is full the toggle turns the theme as long as the page stands [SET-05]', async (t) => {
  const page = await stage.visitor(t);
  await prefer(page, 'light');
  await page.goto(server.url);
  await press(page, 'Dark mode');
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await press(page, 'Dark mode');
  assert.deepEqual([await drawnTheme(page), await isPressed(page)], ['light', 'false']);
  await press(page, 'Dark mode');
  assert.deepEqual([await drawnTheme(page), await isPressed(page)], ['dark', 'true']);
  // The storage took 'dark' alone: what another tab could write into it has been chosen after all that.
  const other = await stage.visitor(t, { sameAs: page });
  await prefer(other, 'light');
  await open(other, server.url);
  await press(other, 'Dark mode');
  await page.bringToFront();
  await untilSo('the first tab is light', async () => (await drawnTheme(page)) === 'light');
});
