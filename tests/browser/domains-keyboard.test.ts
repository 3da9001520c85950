import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enterAndGo, tabTo } from './by-keyboard.ts';
import { openDomainStage } from './domain-stage.ts';
import { focusOf, keyboardAt, open, see, textOf } from './screens.ts';

const stage = await openDomainStage();
const { url } = stage.server;

test('a domain is added, checked and removed with the keyboard alone [DOM-03 DOM-04 DOM-05 DOM-07 DOM-31]', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/account/domains');
  await tabTo(page, 'Add Domain');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#domain:focus');
  await page.keyboard.type('keys.example.net');
  await page.keyboard.press('Enter');
  await see(page, 'Domain added successfully.');
  await keyboardAt(page, 'Verify your domain');
  await stage.pointHere(page, 'keys.example.net');
  stage.letHalfAMinutePass();
  await open(page, page.url());
  await tabTo(page, 'Verify');
  await page.keyboard.press('Enter');
  await see(page, 'Domain verification initiated successfully.');
  await keyboardAt(page, 'Domain verification initiated successfully.');

  await open(page, `${url}/account/domains`);
  await tabTo(page, 'Actions for keys.example.net');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Remove');
  await page.keyboard.press('Enter');
  await page.waitForSelector('dialog[open] form');
  await keyboardAt(page, 'Cancel');
  await tabTo(page, 'Remove domain');
  await enterAndGo(page);
  await see(page, 'Domain removed successfully');
});

test('the menu of a row closes with Escape, and when the keyboard leaves it; two are never open [DOM-04]', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/dashboard');
  await stage.add(page, 'first.example.net');
  await stage.add(page, 'second.example.net');
  await open(page, `${url}/account/domains`);
  const openMenus = () =>
    page.$$eval('details.menu[open] > summary', (all) => all.map((one) => one.getAttribute('aria-label')));
  await tabTo(page, 'Actions for second.example.net');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Appearance');
  await page.keyboard.press('Escape');
  assert.deepEqual([await openMenus(), await focusOf(page)], [[], 'Actions for second.example.net']);
  await page.keyboard.press('Enter');
  await tabTo(page, 'Actions for first.example.net');
  assert.deepEqual(await openMenus(), []);
  await page.keyboard.press('Enter');
  assert.deepEqual(await openMenus(), ['Actions for first.example.net']);
  await page.click('summary[aria-label="Actions for second.example.net"]');
  assert.deepEqual(await openMenus(), ['Actions for second.example.net']);
});

test('a press beside the menu of a row closes it [DOM-04]', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/dashboard');
  await stage.add(page, 'beside.example.net');
  await open(page, `${url}/account/domains`);
  await page.click('.menu > summary');
  await page.waitForSelector('details.menu[open]');
  await page.click('h1');
  await page.waitForFunction(() => document.querySelector('details.menu[open]') === null);
});

test('a refused name is where the keyboard already is, and the field says what it is about [ERR-18]', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/account/domains/add');
  await page.keyboard.type('localhost');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#domain[aria-invalid]');
  await keyboardAt(page, 'domain');
  const described = await page.$eval('#domain', (field) => field.getAttribute('aria-describedby'));
  assert.equal(await textOf(page, `#${described}`), 'Not a valid domain address.');
});
