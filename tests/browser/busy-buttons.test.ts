import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { intercept } from './interception.ts';
import { open } from './screens.ts';
import { openStage } from './stage.ts';

const stage = await openStage();

/** How a button looks at rest, and while what it asks for is on its way. */
async function looksOf(page: Page, selector: string, path: string) {
  const look = () =>
    page.$eval(selector, (button) => {
      const { width, height } = button.getBoundingClientRect();
      const signs = [...button.querySelectorAll('.icon')].filter((icon) => icon.checkVisibility()).length;
      const turning = getComputedStyle(button, '::before').content === 'none' ? 0 : 1;
      return { width, height, signs, turning, fill: getComputedStyle(button).backgroundColor };
    });
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  await intercept(page, path, () => {});
  const atRest = await look();
  await page.focus(selector);
  await page.keyboard.press('Enter');
  await page.waitForSelector(`${selector}[aria-busy="true"]`);
  return { atRest, busy: await look() };
}

test('a button that is at work turns one sign in the place of its own, and stays as large as it was', async (t) => {
  const page = await stage.visitor(t);
  await page.setViewport({ width: 390, height: 800 });
  await open(page, stage.server.url);
  const { atRest, busy } = await looksOf(page, 'button[value=generate]', '/api/v2/secret/conceal');
  assert.deepEqual([atRest.signs, atRest.turning, busy.signs, busy.turning], [1, 0, 0, 1]);
  assert.deepEqual([busy.width, busy.height], [atRest.width, atRest.height]);
});

test('a red button that is at work stays red: a grey one would look as if it had been refused', async (t) => {
  const { metadataKey } = await stage.share('x');
  const page = await stage.visitor(t);
  await open(page, `${stage.server.url}/private/${metadataKey}/burn`);
  const { atRest, busy } = await looksOf(page, 'main [type=submit]', `/api/v2/private/${metadataKey}/burn`);
  assert.deepEqual([busy.fill, busy.signs, busy.turning], [atRest.fill, 0, 1]);
});
