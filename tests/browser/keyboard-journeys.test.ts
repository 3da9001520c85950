import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { enterAndGo, tabTo } from './by-keyboard.ts';
import { holdConfirmations } from './confirmations.ts';
import { EASY } from './feedback-screens.ts';
import { openPeopleStage, PASSWORD } from './people-stage.ts';
import { dialogLeft, keyboardAt, linkOn, messageOn, open, see } from './screens.ts';

const stage = await openPeopleStage(EASY);
const { url } = stage.server;

/** What was copied last. */
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test('a secret is shared with options, its link copied, opened with its passphrase, read and copied by keyboard [WCAG 2.1.1]', async (t) => {
  const page = await stage.visitor(t);
  await page.browserContext().overridePermissions(url, ['clipboard-read', 'clipboard-sanitized-write']);
  await page.bringToFront();
  await open(page, url);
  await tabTo(page, 'secret');
  await page.keyboard.type('typed by hand');
  await tabTo(page, /^Privacy Options/);
  await page.keyboard.press('Space');
  await tabTo(page, 'passphrase');
  await page.keyboard.type('open sesame');
  await tabTo(page, 'Show passphrase');
  await page.keyboard.press('Space');
  assert.equal(await page.$eval('#passphrase', (field) => (field as HTMLInputElement).type), 'text');
  await tabTo(page, 'ttl');
  await page.keyboard.press('Home');
  await tabTo(page, 'Create a secret link*');
  await enterAndGo(page);
  await tabTo(page, 'Copy');
  await holdConfirmations(page);
  await page.keyboard.press('Enter');
  await see(page, 'Copied!');
  const link = await copied(page);
  assert.equal(link, await linkOn(page));

  await open(page, link);
  await tabTo(page, 'passphrase');
  await page.keyboard.type('open sesame');
  await page.keyboard.press('Enter');
  assert.equal(await messageOn(page), 'typed by hand');
  await keyboardAt(page, 'This message is for you');
  await tabTo(page, 'Copy');
  await holdConfirmations(page);
  await page.keyboard.press('Space');
  await see(page, 'Copied!');
  assert.equal(await copied(page), 'typed by hand');
});

test('an account is made, entered, given a key and deleted by keyboard [WCAG 2.1.1 3.3.8]', async (t) => {
  const page = await stage.visitor(t);
  await open(page, `${url}/signup`);
  await tabTo(page, 'u');
  await page.keyboard.type('journey@example.com');
  await tabTo(page, 'p');
  await page.keyboard.type(PASSWORD);
  await tabTo(page, 'INPUT');
  await page.keyboard.press('Space');
  await tabTo(page, 'Create account');
  await enterAndGo(page);
  await tabTo(page, 'u');
  await page.keyboard.type('journey@example.com');
  await tabTo(page, 'p');
  await page.keyboard.type(PASSWORD);
  await enterAndGo(page);
  await tabTo(page, /journey@example\.com/);
  await page.keyboard.press('Enter');
  await see(page, 'API key');
  await tabTo(page, 'Generate');
  await page.keyboard.press('Enter');
  await see(page, 'Token generated.');
  await keyboardAt(page, 'Generate');
  await tabTo(page, 'Delete account');
  await page.keyboard.press('Enter');
  await page.waitForSelector('dialog[open] form');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => location.pathname === '/');
});

test('feedback is written and sent by keyboard, the captcha pressed with Space; Escape gives the keyboard back [WCAG 2.1.1 2.4.3]', async (t) => {
  const page = await stage.visitor(t);
  await open(page, `${url}/info/terms`);
  await page.focus('[data-feedback-open]');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.id.endsWith('-msg'));
  await page.keyboard.type('Well done');
  await tabTo(page, /captcha$/);
  await page.keyboard.press('Space');
  await page.waitForSelector('.captcha[data-state="verified"]');
  await tabTo(page, 'Send feedback');
  await page.keyboard.press('Enter');
  await see(page, 'Feedback received.');
  await page.keyboard.press('Escape');
  await dialogLeft(page);
  await keyboardAt(page, 'Feedback');
});

test('the theme is turned with Space, and questions open with Enter and close again [WCAG 2.1.1]', async (t) => {
  const { metadataKey } = await stage.share('x');
  const page = await stage.visitor(t);
  await open(page, `${url}/private/${metadataKey}`);
  const isOpen = () => page.$eval('main details', (question) => question.open);
  await tabTo(page, 'What do I send to the recipient?');
  await page.keyboard.press('Enter');
  assert.equal(await isOpen(), true);
  await page.keyboard.press('Space');
  assert.equal(await isOpen(), false);
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  const before = await theme();
  await tabTo(page, 'Dark mode');
  await page.keyboard.press('Space');
  assert.notEqual(await theme(), before);
});
