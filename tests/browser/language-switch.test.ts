import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { open, see } from './screens.ts';
import { openStage } from './stage.ts';

const { server, visitor } = await openStage();
const until = (page: Page, lang: string) =>
  page.waitForFunction((tag) => document.documentElement.lang === tag, {}, lang);

test('a visitor switches on the page of translations; the keyboard stays where it was [INFO-30 I18N-09]', async (t) => {
  const page = await visitor(t);
  await open(page, `${server.url}/translations`);
  await page.focus('[data-switch-locale=fr]');
  await page.keyboard.press('Enter');
  await until(page, 'fr');
  assert.equal(await page.evaluate(() => (document.activeElement as HTMLElement).dataset.switchLocale), 'fr');
  await page.click('[data-switch-locale=en]');
  await until(page, 'en');
  await see(page, 'Help us translate!');
});
