import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { enterAndGo, tabTo } from './by-keyboard.ts';
import { openPeopleStage, PASSWORD } from './people-stage.ts';
import { contentOf, dialogLeft, keyboardAt, open, see } from './screens.ts';

const stage = await openPeopleStage();
const { url } = stage.server;

/** Goes round with Tab and tells where the keyboard was, by the part of the page. */
async function placesOf(page: Page, presses: number): Promise<ReadonlySet<string>> {
  const places = new Set<string>();
  for (let count = 0; count < presses; count += 1) {
    await page.keyboard.press('Tab');
    places.add(
      await page.evaluate(() => document.activeElement?.closest('dialog, main, header, footer')?.tagName ?? ''),
    );
  }
  places.delete(''); // the browser's own bar, between the last stop and the first
  return places;
}

test('an account is made, entered and used for a first secret with the keyboard alone', async (t) => {
  const page = await stage.visitor(t);
  await open(page, `${url}/signup`);
  await tabTo(page, 'u');
  await page.keyboard.type('keys@example.com');
  await tabTo(page, 'p');
  await page.keyboard.type(PASSWORD);
  await tabTo(page, 'Show password');
  await tabTo(page, 'INPUT');
  await page.keyboard.press('Space');
  await tabTo(page, 'Create account');
  await enterAndGo(page);
  await tabTo(page, 'u');
  await page.keyboard.type('keys@example.com');
  await tabTo(page, 'p');
  await page.keyboard.type(PASSWORD);
  await enterAndGo(page);
  await tabTo(page, 'secret');
  await page.keyboard.type('typed by hand');
  await tabTo(page, 'Create a secret link');
  await enterAndGo(page);
  await see(page, 'Your link is ready');
});

test('the tabs of the dashboard are followed with Enter, and the keyboard stands at the heading of the screen then', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/dashboard');
  await tabTo(page, /^Recent secrets/);
  await page.keyboard.press('Enter');
  await see(page, 'No recent secrets');
  await keyboardAt(page, 'Recent secrets');
  await tabTo(page, 'Go on then. Share a secret!');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#secret');
  await keyboardAt(page, 'Dashboard');
  await tabTo(page, 'secret');
});

test('the settings are opened, used and left with the keyboard alone', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/dashboard');
  await tabTo(page, 'Settings');
  await page.keyboard.press('Enter');
  await page.waitForSelector('dialog[open] select');
  assert.deepEqual([...(await placesOf(page, 8))], ['DIALOG']);
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  const before = await theme();
  await page.focus('dialog [role=switch]');
  await page.keyboard.press('Space');
  assert.notEqual(await theme(), before);
  await page.keyboard.press('Escape');
  await dialogLeft(page);
  await keyboardAt(page, 'Settings');
});

test('the dialog that deletes an account keeps the keyboard, and Escape leads back and forgets what was typed [ACC-16 ACC-20]', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/account');
  await tabTo(page, 'Delete account');
  await page.keyboard.press('Enter');
  await page.waitForSelector('dialog[open] form');
  await keyboardAt(page, 'destroy-now');
  await page.keyboard.type('half a pass');
  assert.deepEqual([...(await placesOf(page, 8))], ['DIALOG']);
  await page.keyboard.press('Escape');
  await dialogLeft(page);
  await keyboardAt(page, 'Delete account');
  await page.keyboard.press('Enter');
  await page.waitForSelector('dialog[open] form');
  assert.equal(await contentOf(page, '#destroy-now'), '');
});

test("the colonel's tabs are reached one after the other, each with what it shows behind it [COL-02]", async (t) => {
  const page = await stage.enter(t, await stage.colonel(), '/colonel/');
  assert.deepEqual((await tabTo(page, 'Misc')).slice(-4), ['Stats', 'Customers', 'Feedback', 'Misc']);
  await page.keyboard.press('Enter');
  await page.waitForSelector('#misc.is-shown');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'PRE');
});

test('skipping to the content leaves the panel of the colonel that is shown [COL-02]', async (t) => {
  const page = await stage.enter(t, await stage.colonel(), '/colonel/');
  await tabTo(page, 'Customers');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#customers.is-shown');
  await page.focus('.skip');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => location.hash === '#main');
  await settled(page);
  assert.ok(await page.$('#customers.is-shown'));
});

/** Two frames later: what an event has changed is drawn. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
}
