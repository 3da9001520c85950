import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { interceptWhere } from './interception.ts';
import { contentOf, fill, find, focusOf, islandsReady, open, press, pressAndGo, see, textOf } from './screens.ts';
import { openStage } from './stage.ts';

const stage = await openStage();
const { server } = stage;

const counterOpacity = (page: Page) => page.$eval('.counter', (counter) => Number(getComputedStyle(counter).opacity));
const hasCounter = (page: Page, isShown: boolean) =>
  page.waitForFunction(
    (isSought) => (getComputedStyle(document.querySelector('.counter')!).opacity === '1') === isSought,
    {},
    isShown,
  );
const isOff = (page: Page, kind: string) =>
  page.$eval(`button[value="${kind}"]`, (button) => button.matches(':disabled, [aria-disabled=true]'));
const openSection = async (page: Page, title: string) =>
  (await page.waitForSelector(`summary ::-p-text(${title})`))?.click();

test('the form on the home page asks for no recipient, and its button bears an asterisk [CRE-01 CRE-25]', async (t) => {
  const page = await stage.visitor(t);
  await open(page, server.url);
  assert.equal(await page.$('[name^="recipient"], [type="email"]'), null);
  assert.equal(await textOf(page, 'button[value="share"]'), 'Create a secret link*');
});

test('the counter follows what is typed; it shows on hover and past half of the limit [CRE-03 CRE-05 CRE-06]', async (t) => {
  const page = await stage.visitor(t);
  await open(page, server.url);
  await page.type('#secret', 'a key 🔑');
  await page.mouse.move(0, 0);
  assert.equal(await textOf(page, '.counter'), '7 / 10,000');
  await page.focus('button[value="share"]');
  await hasCounter(page, false);
  await page.hover('#secret');
  await hasCounter(page, true);
  await page.mouse.move(0, 0);
  await hasCounter(page, false);
  await fill(page, '#secret', 'x'.repeat(5001));
  await hasCounter(page, true);
  assert.equal(await counterOpacity(page), 1);
});

test('what is too long is cut at the limit, never through a character, and said to be until the text is another [CRE-07]', async (t) => {
  const page = await stage.visitor(t);
  await open(page, server.url);
  await fill(page, '#secret', '🔑'.repeat(10_003));
  assert.equal(await contentOf(page, '#secret'), '🔑'.repeat(10_000));
  assert.equal(await textOf(page, '.counter'), '10,000 / 10,000');
  const cut = '.sheet__write .alert--warn';
  assert.equal(await textOf(page, cut), 'The content was longer than the limit, so the end was cut off.');
  await fill(page, '#secret', 'x'.repeat(8_000));
  await page.waitForSelector(cut, { hidden: true });
});

test('letters that are composed in a full text stand there once when it is cut [CRE-07]', async (t) => {
  const page = await stage.visitor(t);
  await open(page, server.url);
  await fill(page, '#secret', 'x'.repeat(10_000));
  await page.focus('#secret');
  await page.$eval('#secret', (area) => (area as HTMLTextAreaElement).setSelectionRange(3, 3));
  const keyboard = await page.createCDPSession();
  for (const text of ['に', 'にほ', 'にほん']) {
    const end = text.length;
    await keyboard.send('Input.imeSetComposition', { text, selectionStart: end, selectionEnd: end });
  }
  await keyboard.send('Input.insertText', { text: '日本' });
  assert.equal(await contentOf(page, '#secret'), `xxx日本${'x'.repeat(9_995)}`);
  assert.equal(await textOf(page, '.counter'), '10,000 / 10,000');
});

test('the writing area grows with its text, to 400 pixels and no further [CRE-04]', async (t) => {
  const page = await stage.visitor(t);
  await open(page, server.url);
  const height = () => page.$eval('#secret', (area) => area.getBoundingClientRect().height);
  const empty = await height();
  await fill(page, '#secret', 'a line\n'.repeat(9));
  const some = await height();
  assert.ok(some > empty, `${some} after ${empty}`);
  await fill(page, '#secret', 'a line\n'.repeat(90));
  assert.equal(await height(), 400);
});

test('one button needs a text and the other needs none; while one works both are off, and the keyboard stays [CRE-23 CRE-24 CRE-26 CRE-27]', async (t) => {
  const page = await stage.visitor(t);
  await open(page, server.url);
  assert.deepEqual([await isOff(page, 'share'), await isOff(page, 'generate')], [true, false]);
  assert.equal(await textOf(page, 'button[value="generate"]'), 'Or generate a random password');
  await fill(page, '#secret', 'x');
  assert.deepEqual([await isOff(page, 'share'), await isOff(page, 'generate')], [false, true]);
  const asked = Promise.withResolvers<() => Promise<void>>();
  await interceptWhere(
    page,
    (request) => request.method() === 'POST',
    (request) => asked.resolve(() => request.continue()),
  );
  await press(page, 'Create a secret link*');
  const letGo = await asked.promise;
  await find(page, 'button', 'Submitting');
  assert.deepEqual([await isOff(page, 'share'), await isOff(page, 'generate')], [true, true]);
  assert.match(await focusOf(page), /^Submitting/);
  await Promise.all([page.waitForNavigation(), letGo()]);
});

test('the preview shows the link with a key of 26 masked characters [CRE-12]', async (t) => {
  const page = await stage.visitor(t);
  await open(page, server.url);
  await openSection(page, 'Link Preview');
  await see(page, `${server.url}/secret/${'•'.repeat(26)}`);
  assert.ok(!(await textOf(page)).includes('•'.repeat(27)));
});

test('the privacy options hold a passphrase that can be shown and a lifetime [CRE-13 CRE-15 CRE-16]', async (t) => {
  const page = await stage.visitor(t);
  await open(page, server.url);
  await openSection(page, 'Privacy Options');
  const type = () => page.$eval('details #passphrase', (field) => (field as HTMLInputElement).type);
  await (await find(page, 'textbox', 'Passphrase')).type('open sesame');
  assert.equal(await type(), 'password');
  await press(page, 'Show passphrase');
  assert.equal(await type(), 'text');
  // A spell checker may send what it reads to somebody else, and the keyboard of a telephone put another word there.
  const shown = await page.$eval('#passphrase', (field) => {
    const { spellcheck, autocapitalize } = field as HTMLInputElement;
    return [spellcheck, autocapitalize, field.getAttribute('autocorrect')];
  });
  assert.deepEqual(shown, [false, 'none', 'off']);
  await press(page, 'Show passphrase');
  assert.equal(await type(), 'password');
  assert.ok(await find(page, 'combobox', 'Lifetime'));
  assert.ok(await page.$('details select[name="ttl"]'));
});

test('each section stays as it was left, also on the next visit [CRE-14]', async (t) => {
  const page = await stage.visitor(t);
  const openTitles = () => page.$$eval('details[open] summary', (titles) => titles.map((title) => title.innerText));
  await open(page, server.url);
  await openSection(page, 'Link Preview');
  await page.waitForFunction(() => Object.values(localStorage).includes('open'));
  await open(page, server.url);
  await page.waitForSelector('details[open]');
  const left = await openTitles();
  assert.deepEqual([left.length, left[0]?.startsWith('Link Preview')], [1, true], left.join());
  await openSection(page, 'Privacy Options');
  await page.waitForFunction(() => Object.values(localStorage).filter((state) => state === 'open').length === 2);
  await openSection(page, 'Link Preview');
  await page.waitForFunction(() => Object.values(localStorage).includes('closed'));
  await open(page, server.url);
  await page.waitForSelector('details[open]');
  const [only = '', ...others] = await openTitles();
  assert.deepEqual([only.startsWith('Privacy Options'), others], [true, []], only);
  const kept = await page.evaluate(() => Object.entries({ ...localStorage }).filter(([name]) => name.includes('disc')));
  assert.deepEqual(Object.fromEntries(kept), {
    'disclosure:Link Preview': 'closed',
    'disclosure:Privacy Options': 'open',
  });
});

test('the lifetime that is chosen is the one the secret gets', async (t) => {
  const page = await stage.visitor(t);
  await open(page, server.url);
  await fill(page, '#secret', 'x');
  await openSection(page, 'Privacy Options');
  await page.select('#ttl', '14400');
  await pressAndGo(page, 'Create a secret link*');
  await see(page, 'Expires in 4 hours');
});

test('the summary says the lifetime that is chosen, also before the script came and after the Back button', async (t) => {
  const page = await stage.visitor(t);
  const chosen = () => page.$eval('#ttl', (list) => (list as HTMLSelectElement).selectedOptions[0]?.text);
  const summary = () => page.$eval('.disc:has(#ttl) .disc__sum', (words) => words.textContent);
  const { identifier } = await page.evaluateOnNewDocument(() => {
    document.addEventListener('readystatechange', () => {
      if (document.readyState === 'interactive') document.querySelector<HTMLSelectElement>('#ttl')!.value = '3600';
    });
  });
  await open(page, server.url);
  assert.deepEqual([await chosen(), await summary()], ['1 hour', '1 hour']);
  await page.removeScriptToEvaluateOnNewDocument(identifier);
  await fill(page, '#secret', 'x');
  await page.select('#ttl', '14400');
  await pressAndGo(page, 'Create a secret link*');
  await page.goBack();
  await islandsReady(page);
  assert.deepEqual([await chosen(), await summary()], ['4 hours', '4 hours']);
});

test('the fields of the form bear the names that programs know [CRE-29]', async (t) => {
  const page = await stage.visitor(t);
  await open(page, server.url);
  const names = await page.$$eval('form [name]', (fields) => fields.map((field) => field.getAttribute('name')));
  assert.deepEqual(new Set(names), new Set(['utf8', 'shrimp', 'share_domain', 'secret', 'passphrase', 'ttl', 'kind']));
});

test('written from the right, the words that wait in the empty field stand within it', async (t) => {
  const page = await stage.visitor(t);
  await page.browserContext().setCookie({ name: 'locale', value: 'he', domain: 'localhost' });
  await open(page, server.url);
  const field = await page.$eval('#secret', (area) => {
    const { direction, unicodeBidi } = getComputedStyle(area);
    return { isWide: area.scrollWidth > area.clientWidth, direction, unicodeBidi };
  });
  // With the direction of letters that are not there (plaintext) Firefox puts them beside it.
  assert.deepEqual(field, { isWide: false, direction: 'rtl', unicodeBidi: 'isolate' });
});

for (const locale of ['en', 'fr', 'el_GR']) {
  test(`what a closed section holds stands in one line on the smallest screen, in ${locale}`, async (t) => {
    const page = await stage.visitor(t);
    await page.setViewport({ width: 320, height: 700 });
    await page.browserContext().setCookie({ name: 'locale', value: locale, domain: 'localhost' });
    await open(page, server.url);
    const lines = await page.$$eval('.disc__sum', (sums) =>
      sums.map((sum) => {
        const words = document.createRange();
        words.selectNodeContents(sum);
        return words.getClientRects().length;
      }),
    );
    assert.deepEqual(lines, [1, 1]);
  });
}
