import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { untilSo } from '../support/until-so.ts';
import { audit } from './audit.ts';
import { tabTo } from './by-keyboard.ts';
import { confirmationAfter, holdConfirmations } from './confirmations.ts';
import { intercept } from './interception.ts';
import { BACK_TO_ENGLISH, GERMAN_TITLE, openLanguagesStage } from './languages-stage.ts';
import { find, keyboardAt, open, press, pressAndGo, see, textOf } from './screens.ts';
import type { VisitorOptions } from './stage.ts';

const ADDRESS = 'translate@hush.example.org';
const WORDS = 'translate [at] hush [dot] example [dot] org';

const stage = await openLanguagesStage({
  HUSHLINK_SITE_SOURCE_URL: 'https://code.example.org/hushlink',
  HUSHLINK_SITE_CONTRIBUTION_ADDRESS: ADDRESS,
  HUSHLINK_SITE_LAUNCHED: '2012',
  HUSHLINK_SITE_TRANSLATED_SINCE: '2015',
  HUSHLINK_SITE_TRANSLATORS: JSON.stringify([
    { language: 'de', name: 'paper-lantern', url: 'https://code.example.org/paper-lantern', date: 'June 2021' },
    { language: 'de', name: 'a name that is much longer than the names of most people are', date: 'some day in May' },
    { language: 'fr', name: 'plain-door' },
    { language: 'he', name: 'tall-grass', date: 'May 2022' },
  ]),
});
const path = `${stage.url}/translations`;
const title = (page: Page) => textOf(page, 'h1');
const language = (page: Page) => page.evaluate(() => document.documentElement.lang);

async function allowClipboard(page: Page): Promise<void> {
  await page.browserContext().overridePermissions(stage.url, ['clipboard-read', 'clipboard-sanitized-write']);
  await page.bringToFront();
}

async function openPage(t: Parameters<typeof stage.visitor>[0], options: VisitorOptions = {}): Promise<Page> {
  const page = await stage.visitor(t, options);
  await open(page, path);
  return page;
}

/** Runs in the page: presses a link that switches to this code. Whether the press was taken from the browser. */
function switchTo(code: string): boolean {
  const press = new MouseEvent('click', { bubbles: true, cancelable: true });
  const link = document.createElement('a');
  link.setAttribute('data-switch-locale', code);
  document.body.append(link);
  link.dispatchEvent(press);
  link.remove();
  return press.defaultPrevented;
}

test('an address that is pressed is on the clipboard, and the page says so for two seconds [SHELL-34 SHELL-33]', async (t) => {
  const page = await stage.visitor(t);
  await allowClipboard(page);
  await page.goto(path);
  assert.ok((await textOf(page)).includes(WORDS));
  const toast = '[data-email] + [role="status"] .toast';
  const { words, forMs } = await confirmationAfter(page, toast, () => press(page, WORDS));
  assert.equal(words, 'Email address copied to clipboard!');
  // Never less than promised; how much more is up to the machine.
  assert.ok(forMs >= 1990);
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), ADDRESS);
});

test('the address is reached and copied by keyboard alone [SHELL-34]', async (t) => {
  const page = await stage.visitor(t);
  await allowClipboard(page);
  await page.goto(path);
  await tabTo(page, WORDS);
  await holdConfirmations(page);
  await page.keyboard.press('Enter');
  await see(page, 'Email address copied to clipboard!');
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), ADDRESS);
  await keyboardAt(page, WORDS);
});

test('where the browser does not copy, the address stands there selected, and nothing else is claimed [SHELL-34 ERR-11]', async (t) => {
  const page = await stage.visitor(t, { expects: /The clipboard refused/ });
  const logged = new Promise<void>((resolve) =>
    page.on('console', (message) => void (message.text().includes('The clipboard refused') && resolve())),
  );
  await page.evaluateOnNewDocument(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    document.execCommand = () => false;
  });
  await page.goto(path);
  await press(page, WORDS);
  await see(page, ADDRESS);
  await logged;
  assert.equal(await page.evaluate(() => String(getSelection())), ADDRESS);
  assert.doesNotMatch(await textOf(page), /copied/);
});

for (const hasScript of [true, false]) {
  const look = hasScript ? 'with script the address looks like a link' : 'without script the address is text to read';
  test(`${look} [SHELL-34]`, async (t) => {
    const page = await stage.visitor(t, { hasScript });
    await page.goto(path);
    assert.ok((await textOf(page)).includes(WORDS));
    const colour = (selector: string) => page.$eval(selector, (element) => getComputedStyle(element).color);
    const link = '[data-email]';
    assert.equal(await page.$eval(link, (button) => button.checkVisibility()), hasScript);
    const address = hasScript ? link : 'p.muted > .without-script';
    assert.equal((await colour(address)) !== (await colour('p.muted')), hasScript);
  });
}

test('a switch changes the language of this page and of the next, with the address as it was [INFO-30 I18N-09]', async (t) => {
  const page = await openPage(t);
  await (await find(page, 'link', 'switch to Deutsch')).click();
  await see(page, GERMAN_TITLE);
  assert.deepEqual([await title(page), page.url()], [GERMAN_TITLE, path]);
  assert.equal(await page.$eval('[aria-current="true"]', (link) => (link as HTMLElement).dataset.switchLocale), 'de');
  await page.goto(stage.url);
  assert.equal(await language(page), 'de');
  // The browser has kept the page of both languages, and asks which is right.
  await page.goto(path);
  assert.equal(await title(page), GERMAN_TITLE);
});

test('the language is switched by keyboard alone [INFO-30]', async (t) => {
  const page = await openPage(t);
  await tabTo(page, 'switch to Deutsch');
  await page.keyboard.press('Enter');
  await see(page, GERMAN_TITLE);
  await page.goto(path);
  await tabTo(page, BACK_TO_ENGLISH);
  await page.keyboard.press('Enter');
  await see(page, 'Help us translate!');
});

test('without script the switch does the same [INFO-30]', async (t) => {
  const page = await stage.visitor(t, { hasScript: false });
  await page.goto(path);
  await pressAndGo(page, 'switch to Deutsch', 'link');
  assert.deepEqual([await title(page), page.url()], [GERMAN_TITLE, path]);
});

test('a switch that fails says nothing to the reader; it stands in the console [ERR-22 I18N-09]', async (t) => {
  const page = await openPage(t, { expects: /The language was not switched|ERR_FAILED/ });
  await intercept(page, /\/update-locale$/, (request) => request.abort());
  const before = await textOf(page);
  const logged = new Promise<void>((resolve) =>
    page.on('console', (message) => void (message.text().includes('not switched') && resolve())),
  );
  await (await find(page, 'link', 'switch to Deutsch')).click();
  await logged;
  assert.deepEqual([await textOf(page), await language(page)], [before, 'en']);
});

test('a code that is not supported is ignored: there is a warning in the console, and nothing else [I18N-08]', async (t) => {
  const page = await openPage(t);
  const before = await textOf(page);
  const said: string[] = [];
  const asked: string[] = [];
  page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
  page.on('request', (request) => asked.push(request.url()));
  assert.equal(await page.evaluate(switchTo, 'xx'), true);
  await untilSo('the console says something', async () => said.length > 0);
  assert.deepEqual([await textOf(page), await language(page)], [before, 'en']);
  assert.deepEqual([said, asked], [['warn: There is no such language here xx'], []]);
});

for (const locale of ['en', 'he']) {
  test(`the translations page in ${locale} is accessible at every width and in both themes`, async (t) => {
    const page = await stage.visitor(t);
    await open(page, `${path}?locale=${locale}`);
    assert.equal(await language(page), locale);
    await audit(page);
  });
}
