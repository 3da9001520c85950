import assert from 'node:assert/strict';
import { test } from 'node:test';
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
  const fields = await page.queryObjects(await page.evaluateHandle(() => HTMLInputElement.prototype));
  const kept = await fields.evaluate((all) =>
    (all as unknown as HTMLInputElement[])
      .filter((field) => field !== HTMLInputElement.prototype && field.type === 'password')
      .map(({ value }) => value)
      .filter((value) => value !== ''),
  );
  assert.ok(await page.evaluate(() => 'isSame' in window));
  assert.deepEqual(kept, []);
});
