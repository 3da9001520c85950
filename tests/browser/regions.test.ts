import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { misfitsOn } from '../screens/fits.ts';
import { enlarge } from '../screens/spacing.ts';
import { audit } from './audit.ts';
import { enterAndGo, tabTo } from './by-keyboard.ts';
import { openDomainStage } from './domain-stage.ts';
import { interceptWhere } from './interception.ts';
import { find, keyboardAt, open, see, textOf } from './screens.ts';

const jurisdictions = [
  { identifier: 'EU', display_name: 'European Union', domain: 'eu.hush.example.org', icon: 'flag' },
  { identifier: 'US', display_name: 'United States', domain: 'us.hush.example.org', icon: 'building' },
  { identifier: 'CH', display_name: 'Verwaltungsgemeinschaft Nord', domain: 'ch.hush.example.org' },
];
const stage = await openDomainStage({
  HUSHLINK_REGIONS_ENABLED: 'true',
  HUSHLINK_REGIONS_CURRENT: 'EU',
  HUSHLINK_REGIONS_JURISDICTIONS: JSON.stringify(jurisdictions),
});
const { url } = stage.server;

const isMenuOpen = (page: Page) => page.$eval('.foot .menu', (menu) => (menu as HTMLDetailsElement).open);

/** The other region answers too, and says that it was asked. */
async function withNeighbour(page: Page): Promise<void> {
  await interceptWhere(
    page,
    (request) => new URL(request.url()).host === 'us.hush.example.org',
    (request) => request.respond({ status: 200, contentType: 'text/html', body: '<h1>Another region</h1>' }),
  );
}

test('by keyboard the switcher opens, leads to another region’s sign-up, and closes again [SHELL-25 REG-07]', async (t) => {
  const page = await stage.visitor(t, { expects: /us\.hush\.example\.org/ });
  await withNeighbour(page);
  await open(page, `${url}/`);
  await tabTo(page, /EU/);
  await page.keyboard.press('Enter');
  assert.equal(await isMenuOpen(page), true);
  await tabTo(page, 'European Union');
  await page.keyboard.press('Escape');
  assert.equal(await isMenuOpen(page), false);
  await keyboardAt(page, /EU/);
  await page.keyboard.press('Enter');
  await tabTo(page, 'United States');
  await enterAndGo(page);
  assert.equal(page.url(), 'https://us.hush.example.org/signup');
  await see(page, 'Another region');
});

test('a press outside closes the switcher', async (t) => {
  const page = await stage.visitor(t);
  await open(page, `${url}/signin`);
  await page.click('.foot .menu summary');
  assert.equal(await isMenuOpen(page), true);
  await page.click('h1');
  assert.equal(await isMenuOpen(page), false);
});

test('without script the switcher opens all the same, and its links lead to each region [SHELL-25 REG-07]', async (t) => {
  const page = await stage.visitor(t, { hasScript: false });
  await page.goto(`${url}/`);
  await page.click('.foot .menu summary');
  const links = await page.$$eval('.foot .menu a', (all) => all.map((link) => link.checkVisibility() && link.href));
  assert.deepEqual(
    links,
    jurisdictions.map(({ domain }) => `https://${domain}/signup`),
  );
});

test('the settings name this region, explain what one is, and lead to all of them [SET-02 SET-03 SET-04 REG-07]', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/dashboard');
  await (await find(page, 'link', 'Settings')).click();
  await see(page, 'What is a region?');
  const section = '[aria-labelledby=settings-region]';
  const words = await textOf(page, section);
  assert.match(words, /European Union\s+eu\.hush\.example\.org\s+Current/);
  assert.doesNotMatch(words, /Data is not shared/);
  await page.click(`${section} summary`);
  await see(page, 'Data is not shared between them');
  const links = await page.$$eval(`${section} li a`, (all) => all.map((link) => (link as HTMLAnchorElement).href));
  assert.deepEqual(
    links,
    jurisdictions.map(({ domain }) => `https://${domain}/signup`),
  );
  await audit(page);
});

test('without script the same stands on the page of the settings [SET-02 SET-03 SET-04]', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/account/settings', { hasScript: false });
  assert.match(await textOf(page, '[aria-labelledby=settings-page-region]'), /European Union[\s\S]*United States/);
});

test('on a phone the region begins where the lines above do on a page without a link to the feedback', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/account/domains/add');
  await page.setViewport({ width: 390, height: 844 });
  assert.equal(await page.$eval('[data-feedback-open]', (link) => link.checkVisibility()), false);
  const [copyright = 0, region = 0] = await page.$$eval('.foot__in > p, .foot .menu svg.icon--sm', (all) =>
    all.map((one) => one.getBoundingClientRect().left),
  );
  assert.ok(Math.abs(region - copyright) <= 1, `${region} px, and the lines above ${copyright} px`);
});

test('without script the region ends where the lines above do, and in a narrow window begins there', async (t) => {
  const page = await stage.visitor(t, { hasScript: false });
  const asides: number[] = [];
  for (const width of [390, 1280]) {
    await page.setViewport({ width, height: 844 });
    await page.goto(`${url}/`);
    const [line, feedback, region] = await page.$$eval('.foot__in, .foot [data-feedback-open], .foot summary', (all) =>
      all.map((one) => {
        const { left, right } = one.getBoundingClientRect();
        const { paddingInlineEnd, borderInlineEndWidth } = getComputedStyle(one);
        const inset = Number.parseFloat(paddingInlineEnd) + Number.parseFloat(borderInlineEndWidth);
        return { left: left + inset, right: right - inset };
      }),
    );
    asides.push(line!.right - region!.right);
    if (width === 390) asides.push(feedback!.left - line!.left);
  }
  assert.ok(
    asides.every((aside) => Math.abs(aside) <= 2),
    `${asides.join(', ')} px aside`,
  );
});

for (const path of ['/', '/signin', '/signup', '/account/settings']) {
  test(`with regions ${path} is accessible and fits, the switcher open, at three widths in both themes`, async (t) => {
    const page = await stage.visitor(t);
    await open(page, url + path);
    await page.click('.foot .menu summary');
    await audit(page);
  });
}

test('a region with a long name stays in its box where words are half as large again [WCAG 1.4.4]', async (t) => {
  const page = await stage.visitor(t);
  for (const path of ['/', '/account/settings', '/signup']) {
    await open(page, url + path);
    await enlarge(page, '150%');
    await page.click('.foot .menu summary');
    assert.deepEqual([path, await misfitsOn(page, [320])], [path, []]);
  }
});

test('signing in and up say which region serves, and signing up where else an account can be kept [AUTH-05 AUTH-11 REG-03]', async (t) => {
  const page = await stage.visitor(t);
  for (const path of ['/signin', '/signup']) {
    await open(page, url + path);
    await see(page, 'Serving you from EU');
  }
  await see(page, 'This account will be kept in: European Union.');
  await find(page, 'link', 'United States');
});
