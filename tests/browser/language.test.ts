import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HTTPRequest, Page } from 'puppeteer-core';
import { intercept } from './interception.ts';
import { becomeMember, signIn } from './members.ts';
import { contentOf, fill, islandsReady, open, press, see, textOf } from './screens.ts';
import { openStage } from './stage.ts';

const stage = await openStage();
const { server } = stage;
let isMember = false;

/** A member on the dashboard who has typed half a secret and opened its options. */
async function openTyped(t: Parameters<typeof stage.visitor>[0], expects?: RegExp): Promise<Page> {
  const page = await stage.visitor(t, expects ? { expects } : {});
  await (isMember ? signIn(page, server.url) : becomeMember(page, server.url));
  isMember = true;
  await changed(page, 'en');
  await open(page, `${server.url}/dashboard`);
  await fill(page, 'textarea', 'half a thought');
  return page;
}

/** What the customer has saved, set by the API: no test may depend on the one before. */
async function changed(page: Page, locale: string): Promise<void> {
  await page.evaluate(async (code) => {
    const { shrimp } = JSON.parse(document.getElementById('page')?.textContent ?? '{}');
    const body = new URLSearchParams({ locale: code, shrimp });
    const answer = await fetch('/api/v2/account/update-locale', { method: 'POST', body });
    if (!answer.ok) throw new Error(`the language was not set: ${answer.status}`);
  }, locale);
}

async function choose(page: Page, locale: string): Promise<void> {
  if ((await page.$('dialog[open] select')) === null) {
    await page.click('[data-settings-open]');
    await page.waitForSelector('dialog[open] select');
  }
  await page.select('#settings-locale', locale);
  await page.click('dialog[open] form button[type=submit]');
}

const spoken = (page: Page) =>
  page.evaluate(() => [document.documentElement.lang, document.documentElement.dir].join());
const until = (page: Page, lang: string) =>
  page.waitForFunction((tag) => document.documentElement.lang === tag, {}, lang);

test('a language is chosen over a page that is half filled in: every word changes, and nothing typed is lost [I18N-02 I18N-05 I18N-06]', async (t) => {
  const page = await openTyped(t);
  await page.evaluate(() => {
    (globalThis as { isSamePage?: boolean }).isSamePage = true;
  });
  await page.select(
    '#ttl',
    await page.$eval('#ttl option:first-child', (option) => (option as HTMLOptionElement).value),
  );
  const chosen = await page.$eval('#ttl', (field) => (field as HTMLSelectElement).value);
  await choose(page, 'fr');
  await until(page, 'fr');
  await page.waitForFunction(() => document.querySelector('dialog [role=status]')?.textContent?.includes('Français'));
  assert.equal(await spoken(page), 'fr,ltr');
  assert.equal(await page.$eval('textarea', (area) => area.value), 'half a thought');
  assert.equal(await page.$eval('#ttl', (field) => (field as HTMLSelectElement).value), chosen);
  await page.waitForFunction(() => /jours/.test(document.querySelector('#ttl option:last-child')?.textContent ?? ''));
  assert.equal(await page.evaluate(() => (globalThis as { isSamePage?: boolean }).isSamePage), true);
  assert.equal(await page.evaluate(() => sessionStorage.getItem('locale')), 'fr');
  for (const english of ['Create a secret link', 'Privacy Options', 'Dark mode', 'Sign out', 'Recent secrets']) {
    assert.ok(!(await page.content()).includes(english), english);
  }
});

test('what came back with a refused form stays in it over the change, the passphrase too', async (t) => {
  const page = await openTyped(t);
  await fill(page, '#passphrase', 'open sesame');
  await page.$eval('#ttl option:checked', (option) => option.setAttribute('value', 'soon'));
  // As before the script is there: the answer is a page.
  await Promise.all([page.waitForNavigation(), page.$eval('form.sheet', (form) => (form as HTMLFormElement).submit())]);
  await islandsReady(page);
  await choose(page, 'fr');
  await until(page, 'fr');
  await see(page, 'Options de protection');
  assert.equal(await contentOf(page, '#secret'), 'half a thought');
  assert.equal(await contentOf(page, '#passphrase'), 'open sesame');
});

test('a right-to-left language turns the page around, and back [I18N-05]', async (t) => {
  const page = await openTyped(t);
  await choose(page, 'he');
  await until(page, 'he');
  assert.equal(await spoken(page), 'he,rtl');
  await choose(page, 'en');
  await until(page, 'en');
  await see(page, 'This page is in English now.');
  assert.equal(await spoken(page), 'en,ltr');
  assert.equal(await page.$eval('textarea', (area) => area.value), 'half a thought');
});

test('the form works on after the change: the secret is shared, and its private page is in the language', async (t) => {
  const page = await openTyped(t);
  await choose(page, 'fr');
  await until(page, 'fr');
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.querySelector('dialog[open]') === null);
  await Promise.all([page.waitForNavigation(), page.click('form.sheet button[value=share]')]);
  assert.match(page.url(), /\/private\//);
  assert.equal(await spoken(page), 'fr,ltr');
});

test('what takes the place of the sender’s copy speaks the language that was chosen meanwhile', async (t) => {
  const page = await openTyped(t);
  await Promise.all([page.waitForNavigation(), press(page, 'Create a secret link')]);
  await islandsReady(page);
  await choose(page, 'fr');
  await until(page, 'fr');
  assert.equal(await contentOf(page, '#own'), 'half a thought');
  await page.evaluate(() => {
    const before = Date.now();
    Date.now = () => before + 300_000;
    dispatchEvent(new Event('pageshow'));
  });
  assert.equal(await page.$('#own'), null);
  assert.doesNotMatch(await textOf(page, 'main'), /Content|Hidden/);
});

const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December';

test('on the other pages of the workspace what the server words changes too', async (t) => {
  const page = await openTyped(t);
  await stage.post('/secret/conceal', { kind: 'share', secret: 'x' });
  for (const path of ['/recent', '/account']) {
    await open(page, server.url + path);
    await choose(page, 'fr');
    await until(page, 'fr');
    // The island draws itself after the rest of the page.
    await page.waitForFunction(
      (words) => !new RegExp(words).test(document.querySelector('main')?.innerText ?? words),
      {},
      `Not received|Your Account|Update password|just now|(?:${MONTHS}) [0-9]`,
    );
    await choose(page, 'en');
    await until(page, 'en');
  }
});

test('words that do not come leave the page as it is, and the dialog says so [I18N-07]', async (t) => {
  const page = await openTyped(t, /did not load|ERR_FAILED|Failed to load resource/);
  await intercept(page, /texts-fr/, (request) => request.abort());
  await choose(page, 'fr');
  await see(page, 'The words of that language could not be loaded. The page stays as it is.');
  assert.equal(await spoken(page), 'en,ltr');
  assert.equal(await page.$eval('textarea', (area) => area.value), 'half a thought');
});

test('an error in the place of the page leaves it as it is, and the dialog says so [I18N-07]', async (t) => {
  const page = await openTyped(t, /did not load|Failed to load resource/);
  const body = await page.evaluate(async () => (await fetch('/nothing-here')).text());
  const title = await page.title();
  await intercept(page, '/dashboard', (request) => request.respond({ status: 503, contentType: 'text/html', body }));
  await choose(page, 'fr');
  await see(page, 'The words of that language could not be loaded. The page stays as it is.');
  assert.equal(await spoken(page), 'en,ltr');
  assert.equal(await page.title(), `Error: ${title}`);
  assert.match(await textOf(page, 'main'), /Create a secret link/);
});

test('a language that the address asks for gives way to the one that is chosen', async (t) => {
  const page = await openTyped(t);
  await open(page, `${server.url}/recent?locale=en&from=mail#received`);
  await choose(page, 'fr');
  await until(page, 'fr');
  assert.equal(page.url(), `${server.url}/recent?from=mail#received`);
});

test('words that come when somebody is on another screen already do not take them back to the one before', async (t) => {
  const page = await openTyped(t);
  await open(page, `${server.url}/recent?locale=en`);
  const asked = Promise.withResolvers<HTTPRequest>();
  await intercept(page, '/recent', (request) => asked.resolve(request));
  await choose(page, 'fr');
  const late = await asked.promise;
  await page.keyboard.press('Escape');
  await page.click('.head__id');
  await see(page, 'Account type');
  await late.continue();
  await until(page, 'fr');
  await page.waitForNetworkIdle();
  assert.equal(page.url(), `${server.url}/account`);
  assert.equal(await page.$eval('main h1', (heading) => heading.textContent), 'Votre compte');
  assert.match(await page.title(), /^Votre compte/);
});

test('a page carries its own language and no other, also to who has changed it once [I18N-02]', async (t) => {
  const page = await openTyped(t);
  const packs: string[] = [];
  page.on('request', (request) => {
    const [, locale] = /\/(?:texts|workspace|upgrade)-([a-z]{2}(?:_[A-Z]{2})?)-/.exec(request.url()) ?? [];
    if (locale !== undefined) packs.push(locale);
  });
  await open(page, `${server.url}/dashboard`);
  assert.deepEqual([...new Set(packs)], ['en']);
  await choose(page, 'fr');
  await until(page, 'fr');
  assert.deepEqual([...new Set(packs)], ['en', 'fr']);
  packs.length = 0;
  await open(page, `${server.url}/recent`);
  assert.deepEqual([...new Set(packs)], ['fr']);
});

test("the first page is in the browser's language, and what the customer has saved goes before it [I18N-03 I18N-04 SHELL-09]", async (t) => {
  const page = await stage.visitor(t);
  await page.setExtraHTTPHeaders({ 'accept-language': 'xx, fr-CA;q=0.9, en;q=0.8' });
  await page.goto(server.url);
  assert.equal(await spoken(page), 'fr,ltr');
  await page.setExtraHTTPHeaders({ 'accept-language': 'xx' });
  await page.goto(server.url);
  assert.equal(await spoken(page), 'en,ltr');
  await page.setExtraHTTPHeaders({ 'accept-language': 'fr' });
  await signInSomehow(page);
  await changed(page, 'he');
  await page.goto(`${server.url}/dashboard`);
  assert.equal(await spoken(page), 'he,rtl');
});

/** By what does not depend on the language. */
async function signInSomehow(page: Page): Promise<void> {
  await page.goto(`${server.url}/signin`);
  await fill(page, '#u', 'robin@example.com');
  await fill(page, '#p', 'lantern 7 harbour!');
  await Promise.all([page.waitForNavigation(), page.click('main form button[type=submit]')]);
}

test('the button that changes the language keeps the keyboard, and is pressed again at once', async (t) => {
  const page = await openTyped(t);
  await page.click('[data-settings-open]');
  for (const [locale, tag] of [
    ['de', 'de'],
    ['pt_BR', 'pt-BR'],
  ] as const) {
    await page.waitForSelector('dialog[open] select');
    await page.select('#settings-locale', locale);
    await page.focus('dialog[open] form button[type=submit]');
    await page.keyboard.press('Enter');
    await page.waitForFunction((wanted) => document.documentElement.lang === wanted, {}, tag);
    await page.waitForSelector('dialog[open] form button[type=submit]:not([aria-busy="true"])');
    assert.ok(await page.$('dialog[open] form button[type=submit]:focus'), locale);
  }
});
