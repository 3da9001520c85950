import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBrowser } from './chromium.ts';

test('the browser of the tests opens a page and runs its script', async (t) => {
  const browser = await openBrowser(t);
  const page = await browser.newPage();
  await page.setContent('<p>a page</p>');
  assert.equal(await page.evaluate(() => document.querySelector('p')?.textContent), 'a page');
});
