import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { audit } from './audit.ts';
import { heardOn, listen } from './heard.ts';
import { becomeMember, signIn } from './members.ts';
import { carrySession, memberAt } from './people-stage.ts';
import { dialogLeft, fill, find, islandsReady, keyboardAt, open, press, pressAndGo, see, textOf } from './screens.ts';
import { openStage } from './stage.ts';

const stage = await openStage();
const { server } = stage;

const isOpen = (page: Page) => page.$eval('dialog', (dialog) => (dialog as HTMLDialogElement).open);
const theme = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme);

/** A member on the dashboard, with the settings open. The first one makes the account. */
async function openSettings(t: Parameters<typeof stage.visitor>[0]): Promise<Page> {
  const page = await stage.visitor(t);
  await (isMember ? signIn(page, server.url) : becomeMember(page, server.url));
  isMember = true;
  return showSettings(page);
}
let isMember = false;

async function showSettings(page: Page): Promise<Page> {
  await page.waitForFunction(() => document.querySelector('dialog') !== null);
  await islandsReady(page);
  await (await find(page, 'link', 'Settings')).click();
  await page.waitForSelector('dialog[open] select');
  return page;
}

test('the settings open over the page with theme and language, and nothing behind can be reached [SHELL-21 SET-01]', async (t) => {
  const page = await openSettings(t);
  for (const text of ['Settings', 'General', 'Dark mode', 'Language', 'English']) await see(page, text);
  assert.equal(new URL(page.url()).pathname, '/dashboard');
  const seen = new Set<string>();
  for (let tabs = 0; tabs < 12; tabs += 1) {
    await page.keyboard.press('Tab');
    seen.add(await page.evaluate(() => document.activeElement?.closest('dialog, main, header, footer')?.tagName ?? ''));
  }
  assert.deepEqual(
    [...seen].filter((place) => place !== 'DIALOG' && place !== ''),
    [],
  );
});

test('General is the tab that is chosen, and its panel holds the theme and the language [SET-01]', async (t) => {
  const page = await openSettings(t);
  const tab = await find(page, 'tab', 'General');
  const panel = await find(page, 'tabpanel', 'General');
  const [tabId, isChosen] = await tab.evaluate(({ id, ariaSelected }) => [id, ariaSelected]);
  assert.equal(isChosen, 'true');
  assert.equal(await panel.evaluate((element) => element.getAttribute('aria-labelledby')), tabId);
  for (const [role, name] of [
    ['switch', 'Dark mode'],
    ['combobox', 'Language'],
  ] as const) {
    assert.ok(await panel.$(`::-p-aria([name="${name}"][role="${role}"])`), name);
  }
});

test('Escape, the button and a press outside close the settings, and the keyboard is back where it was', async (t) => {
  const page = await openSettings(t);
  await page.keyboard.press('Escape');
  await dialogLeft(page);
  await keyboardAt(page, 'Settings');
  await page.keyboard.press('Enter');
  await page.waitForSelector('dialog[open] select');
  await press(page, 'Close');
  await dialogLeft(page);
  await (await find(page, 'link', 'Settings')).click();
  await page.waitForSelector('dialog[open] select');
  await page.mouse.click(5, 5);
  await dialogLeft(page);
});

test('a press that begins in the settings and ends outside does not close them', async (t) => {
  const page = await openSettings(t);
  const box = await (await page.$('dialog h2'))?.boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + 5, box.y + 5);
  await page.mouse.down();
  await page.mouse.move(5, 5);
  await page.mouse.up();
  assert.equal(await isOpen(page), true);
});

test('the switch turns the theme at once and keeps it under restMode [SET-01 SET-05 SET-06]', async (t) => {
  const page = await openSettings(t);
  const isOn = () => page.$eval('[role=switch]', (box) => (box as HTMLInputElement).checked);
  const before = await theme(page);
  assert.equal(await isOn(), before === 'dark');
  await (await find(page, 'switch', 'Dark mode')).click();
  const after = before === 'dark' ? 'light' : 'dark';
  assert.deepEqual([await theme(page), await isOn()], [after, after === 'dark']);
  assert.equal(await page.evaluate(() => localStorage.getItem('restMode')), String(after === 'dark'));
});

test('over the page of the settings no id stands twice, and the list of the dialog has its name [WCAG 4.1.2]', async (t) => {
  const page = await openSettings(t);
  await open(page, `${server.url}/account/settings`);
  await page.click('[data-settings-open]');
  await page.waitForSelector('dialog[open] ::-p-aria([name="Language"][role="combobox"])');
  const ids = await page.$$eval('[id]', (all) => all.map(({ id }) => id));
  assert.ok(ids.includes('settings-page-locale'));
  assert.deepEqual(
    ids.filter((id, at) => ids.indexOf(id) !== at),
    [],
  );
});

test('the language is changed over the page, which keeps what was typed [SET-01]', async (t) => {
  const page = await openSettings(t);
  await press(page, 'Close');
  await dialogLeft(page);
  await fill(page, 'textarea', 'half a thought');
  await (await find(page, 'link', 'Settings')).click();
  await press(page, 'Change language');
  await see(page, 'This page is in English now.');
  assert.equal(await page.$eval('textarea', (area) => area.value), 'half a thought');
  assert.equal(new URL(page.url()).pathname, '/dashboard');
});

test('a language that the server refuses is told in the dialog, which stays [ERR-05]', async (t) => {
  const page = await openSettings(t);
  await page.$eval('#settings-locale option:checked', (option) => {
    (option as HTMLOptionElement).value = 'xx';
  });
  await press(page, 'Change language');
  await see(page, 'Failed to update language: ');
  assert.equal(await isOpen(page), true);
  await keyboardAt(page, 'settings-locale');
  assert.equal(await page.title(), 'Error: Dashboard · Hushlink');
  const refusal = await textOf(page, '#settings-error');
  await listen(page);
  await press(page, 'Change language');
  assert.deepEqual(await heardOn(page, refusal), [`new alert: ${refusal}`]);
  await page.keyboard.press('Escape');
  await dialogLeft(page);
  assert.equal(await page.title(), 'Dashboard · Hushlink');
});

test('the settings are accessible and fit, at three widths in both themes [SET-05]', async (t) => {
  await audit(await openSettings(t));
});

test('without script the link leads to the same settings as a page, and its form works [SET-01]', async (t) => {
  const page = await stage.visitor(t, { hasScript: false });
  await signIn(page, server.url);
  await pressAndGo(page, 'Settings', 'link');
  assert.equal(new URL(page.url()).pathname, '/account/settings');
  await pressAndGo(page, 'Change language');
  assert.equal(new URL(page.url()).pathname, '/account/settings');
});

test('over the page of the settings a change of language reaches its own list, which keeps a choice that is not sent', async (t) => {
  const page = await stage.visitor(t);
  const { signIn } = await memberAt(server.url, 'ivan@example.com');
  await carrySession(page, await signIn());
  await page.goto(`${server.url}/account/settings`);
  await islandsReady(page);
  const own = () => page.$eval('#settings-page-locale', (list) => (list as HTMLSelectElement).value);
  await changeOver(page, 'fr');
  assert.equal(await own(), 'fr');
  await page.select('#settings-page-locale', 'es');
  await changeOver(page, 'de');
  assert.equal(await own(), 'es');
});

/** With the dialog over the page, whatever language that is in. */
async function changeOver(page: Page, locale: string): Promise<void> {
  await page.click('[data-settings-open]');
  await page.waitForSelector('dialog[open] select');
  await page.select('dialog select', locale);
  await page.click('dialog [type=submit]');
  await page.waitForSelector(`html[lang=${locale}]`);
  await page.keyboard.press('Escape');
  await dialogLeft(page);
}

test('a change of language is said once, in the new language [WCAG 4.1.3]', async (t) => {
  const page = await stage.visitor(t);
  // Whose account it is keeps the language.
  const { signIn } = await memberAt(server.url, 'heidi@example.com');
  await carrySession(page, await signIn());
  await page.goto(`${server.url}/dashboard`);
  await showSettings(page);
  await listen(page);
  await page.select('dialog select', 'de');
  await press(page, 'Change language');
  const news = 'Sprache dieser Seite: Deutsch.';
  assert.deepEqual(await heardOn(page, news), [`status: ${news}`]);
});
