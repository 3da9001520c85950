import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { openMailbox, openPeopleStage } from '../browser/people-stage.ts';
import { contentOf, fill, open, press, pressAndGo, see, textOf } from '../browser/screens.ts';

const { env } = await openMailbox();
const stage = await openPeopleStage(env, { browser: 'desktop-chromium' });
const { url } = stage.server;
const secret = 'not for who presses Back';

/** What the browser says when it shows a page again that it had kept whole, told by that page itself. */
async function watchKeeping(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => sessionStorage.setItem('kept', String(persisted)));
  });
  return () => page.evaluate(() => sessionStorage.getItem('kept') === 'true');
}

test('Chromium: the page of a secret that was burned since does not come back with Back as it was left', async (t) => {
  const page = await stage.visitor(t);
  await open(page, url);
  await fill(page, '#secret', secret);
  await pressAndGo(page, 'Create a secret link*');
  assert.equal(await contentOf(page, '#own'), secret);
  const wasKept = await watchKeeping(page);
  await pressAndGo(page, 'Burn this secret', 'link');
  await pressAndGo(page, 'Burn this secret');
  await page.goBack();
  await page.goBack();
  await see(page, 'You destroyed this secret before anyone read it.');
  assert.equal(await wasKept(), true);
  assert.doesNotMatch(await page.content(), new RegExp(secret));
});

test('Chromium: a list of secrets comes back with Back as it is by then', async (t) => {
  const member = await stage.member();
  const { metadataKey } = await member.share(secret);
  const page = await stage.enter(t, member, '/recent');
  const wasKept = await watchKeeping(page);
  await open(page, `${url}/private/${metadataKey}/burn`);
  await pressAndGo(page, 'Burn this secret');
  await page.goBack();
  await page.goBack();
  await page.waitForFunction(() => document.querySelector('#received + ul') !== null);
  assert.equal(await wasKept(), true);
});

test('Chromium: what was opened is gone with Back, and what was typed and not sent is there', async (t) => {
  const { secretKey } = await stage.share(secret);
  const page = await stage.visitor(t, { expects: /status of 404/ });
  await open(page, `${url}/secret/${secretKey}`);
  await press(page, 'Click to continue');
  await see(page, 'This message is for you');
  await open(page, url);
  await fill(page, '#secret', 'a draft');
  const wasKept = await watchKeeping(page);
  await page.goto(`${url}/about`);
  await page.goBack();
  assert.equal(await wasKept(), true);
  assert.equal(await contentOf(page, '#secret'), 'a draft');
  await page.goBack();
  await see(page, 'That information is no longer available');
  assert.doesNotMatch(await textOf(page), new RegExp(secret));
});

test('Chromium: a page from before signing out is not kept, and Back leads out', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/account');
  const wasKept = await watchKeeping(page);
  await page.goto(`${url}/logout`);
  await page.goBack();
  await page.waitForFunction(() => !location.pathname.startsWith('/account'));
  assert.equal(await page.$('[data-settings-open]'), null);
  assert.equal(await wasKept(), false);
});
