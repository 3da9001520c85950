import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { intercept } from './interception.ts';
import { becomeMember, signIn } from './members.ts';
import { contentOf, find, islandsReady, keyboardAt, pressAndGo, see, textOf } from './screens.ts';
import { openStage } from './stage.ts';

const stage = await openStage();
const { server } = stage;
const manifest = JSON.parse(readFileSync(new URL('../../static/build/manifest.json', import.meta.url), 'utf8'));
const recentScript = manifest.islandScripts['workspace/recent'][0];
let isMember = false;

/** A member on the dashboard. The first one makes the account. */
async function enter(t: Parameters<typeof stage.visitor>[0], options: Parameters<typeof stage.visitor>[1] = {}) {
  const page = await stage.visitor(t, options);
  await (isMember ? signIn(page, server.url) : becomeMember(page, server.url));
  isMember = true;
  if (options.hasScript !== false) await islandsReady(page);
  return page;
}

/** Counts the documents that are loaded from now on. */
function countDocuments(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) count += 1;
  });
  return () => count;
}

async function follow(page: Page, name: string): Promise<void> {
  await (await find(page, 'link', name)).click();
}

/** How heavy the words of each tab are, and whether a line is drawn below it; the one of the screen first. */
const looks = (page: Page) =>
  page.$$eval('.tabs > *', (tabs) =>
    tabs
      .toSorted((a, b) => Number(b.ariaCurrent === 'page') - Number(a.ariaCurrent === 'page'))
      .map((tab) => {
        const { fontWeight, borderBottomWidth, borderBottomColor } = getComputedStyle(tab);
        const hasLine = Number.parseFloat(borderBottomWidth) > 0 && !/, 0\)$/.test(borderBottomColor);
        return { isBold: Number(fontWeight) >= 600, hasLine };
      }),
  );

const facts = (page: Page) =>
  page.evaluate(() => ({
    path: location.pathname,
    title: document.title,
    top: scrollY,
    current: document.querySelector('.tabs [aria-current]')?.textContent ?? null,
  }));

test('the screens follow the links without another page: at the top, at their heading, under their title [SHELL-10 SHELL-32]', async (t) => {
  const page = await enter(t);
  await page.setViewport({ width: 800, height: 300 });
  const documents = countDocuments(page);
  // Without the mouse, which would move to the top by itself.
  const from = await page.$eval('a[href="/recent"]', (tab) => {
    scrollTo(0, 200);
    const top = scrollY;
    (tab as HTMLElement).click();
    return top;
  });
  assert.ok(from > 0);
  await see(page, 'No recent secrets');
  assert.deepEqual(await facts(page), {
    ...{ path: '/recent', title: 'Recent secrets · Hushlink', top: 0, current: 'Recent secrets 0' },
  });
  await keyboardAt(page, 'Recent secrets');
  const [current, ...others] = await looks(page);
  assert.deepEqual(current, { isBold: true, hasLine: true });
  assert.deepEqual(others, [{ isBold: false, hasLine: false }]);
  await page.goBack();
  await page.waitForSelector('#secret');
  assert.deepEqual(await facts(page), { path: '/dashboard', title: 'Dashboard · Hushlink', top: 0, current: 'Home' });
  await keyboardAt(page, 'Dashboard');
  assert.equal(documents(), 0);
});

test('links of the header lead to screens the same way', async (t) => {
  const page = await enter(t);
  const documents = countDocuments(page);
  await page.click('.head__id');
  await see(page, 'Your Account');
  assert.deepEqual([(await facts(page)).path, documents()], ['/account', 0]);
  assert.equal(await page.$('nav[aria-label=Dashboard]'), null);
});

test('a secret shared from the dashboard stands in the recent ones, and can be burned from there [REC-01 REC-05 REC-07 SHELL-30]', async (t) => {
  const page = await enter(t);
  await page.type('#secret', 'for the list');
  await pressAndGo(page, 'Create a secret link');
  await page.goto(`${server.url}/recent`);
  await islandsReady(page);
  await find(page, 'link', 'Recent secrets 1');
  const shortkey = await textOf(page, '.list__item a.mono');
  assert.match(
    await textOf(page, '[aria-labelledby=not-received]'),
    new RegExp(`${shortkey}\\s+(\\d+ \\w+ ago|now)\\b`),
  );
  await pressAndGo(page, `Burn ${shortkey}`, 'link');
  await pressAndGo(page, 'Burn this secret');
  await page.goto(`${server.url}/recent`);
  assert.match(await textOf(page, '[aria-labelledby=received]'), new RegExp(`${shortkey}[\\s\\S]*burned`));
});

test('what was typed is not there any more when one comes back to the dashboard', async (t) => {
  const page = await enter(t);
  await page.type('#secret', 'half a thought');
  await follow(page, 'Home');
  await page.waitForFunction(() => document.querySelector('textarea')?.value === '');
  assert.equal(await contentOf(page, '#secret'), '');
});

test('a list that cannot be fetched says so, and its tab tries again [ERR-07]', async (t) => {
  const page = await enter(t, { expects: /503/ });
  let isAway = true;
  const away = { status: 503, contentType: 'application/json', body: '{"message":"away"}' };
  await intercept(page, '/api/v2/private/recent', (request) => (isAway ? request.respond(away) : request.continue()));
  await page.click('a[href="/recent"]');
  await see(page, 'Failed to fetch data from /api/v2/private/recent');
  isAway = false;
  await page.click('a[href="/recent"]');
  await page.waitForSelector('.list__item, .empty');
});

test("a screen that does not load says 'Couldn't resolve component', and the others go on [ERR-10]", async (t) => {
  const page = await enter(t, { expects: /ERR_FAILED|A screen did not load/ });
  await intercept(page, recentScript, (request) => request.abort());
  await page.click('a[href="/recent"]');
  await see(page, "Couldn't resolve component");
  await page.click('a[href="/dashboard"]');
  await page.waitForSelector('#secret');
});

test('a screen whose script comes the second time is shown in the document that is open', async (t) => {
  const page = await enter(t, { expects: /ERR_FAILED|A screen did not load/ });
  let isLost = true;
  await intercept(page, recentScript, (request) => (isLost ? request.abort() : request.continue()));
  await page.evaluate(() => document.documentElement.classList.add('same'));
  await page.click('a[href="/recent"]');
  await see(page, "Couldn't resolve component");
  isLost = false;
  await page.click('a[href="/recent"]');
  await page.waitForSelector('.same .empty, .same .list__item');
});

test('whose sign-in has ended elsewhere is logged out by the next thing asked for [AUTH-28 AUTH-33 AUTH-34]', async (t) => {
  const page = await enter(t);
  await page.evaluate(() => sessionStorage.setItem('kept', 'until logout'));
  const other = await stage.visitor(t, { sameAs: page });
  await other.goto(`${server.url}/logout`);
  await page.bringToFront();
  await Promise.all([page.waitForNavigation(), page.click('a[href="/recent"]')]);
  await see(page, 'Say it once.');
  assert.equal(new URL(page.url()).pathname, '/');
  assert.equal(await page.evaluate(() => sessionStorage.length), 0);
});

test('on a screen, too, the first stop skips to the content, and the screen stays as it is', async (t) => {
  const page = await enter(t);
  await page.type('#secret', 'typed');
  await page.focus('.skip');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => location.hash === '#main');
  await page.keyboard.press('Tab');
  await keyboardAt(page, 'Home');
  assert.equal(await contentOf(page, '#secret'), 'typed');
});

test('a screen for the signed-in sends others to sign in, and back [SHELL-08]', async (t) => {
  const page = await stage.visitor(t);
  await page.goto(`${server.url}/recent`);
  const { pathname, searchParams } = new URL(page.url());
  assert.deepEqual([pathname, searchParams.get('redirect')], ['/signin', '/recent']);
});

test('without script the tabs lead to pages that hold the same [SHELL-29 SHELL-30]', async (t) => {
  const page = await enter(t, { hasScript: false });
  await page.type('#secret', 'without script');
  await pressAndGo(page, 'Create a secret link');
  await page.goto(`${server.url}/dashboard`);
  await Promise.all([page.waitForNavigation(), page.click('a[href="/recent"]')]);
  assert.ok(await page.$('.list__item'));
  await Promise.all([page.waitForNavigation(), page.click('nav a[href="/dashboard"]')]);
  assert.ok(await page.$('#secret'));
});
