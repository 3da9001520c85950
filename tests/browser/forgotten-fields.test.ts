import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { untilSo } from '../support/until-so.ts';
import { openPeopleStage } from './people-stage.ts';
import { islandsReady } from './screens.ts';

const stage = await openPeopleStage();

test('no page keeps a password in memory that was typed on a screen which is left', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/account');
  await islandsReady(page);
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  await page.type('#currentp', 'typed, not sent');
  await page.click('a[href="/dashboard"]');
  await page.waitForSelector('#secret');
  // React lets go of what was drawn before once it is idle.
  await untilSo('what was typed is forgotten', async () => (await keptPasswords(page)).length === 0);
  assert.ok(await page.evaluate(() => 'isSame' in window));
});

async function keptPasswords(page: Page): Promise<readonly string[]> {
  // A handle keeps what it names.
  using prototype = await page.evaluateHandle(() => HTMLInputElement.prototype);
  using fields = await page.queryObjects(prototype);
  return await fields.evaluate((all) =>
    (all as unknown as HTMLInputElement[])
      .filter((field) => field !== HTMLInputElement.prototype && field.type === 'password')
      .map(({ value }) => value)
      .filter((value) => value !== ''),
  );
}
