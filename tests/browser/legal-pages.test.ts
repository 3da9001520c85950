import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { LEGAL } from '../support/legal.ts';
import { audit } from './audit.ts';
import { holdConfirmations } from './confirmations.ts';
import { pressAndGo, see, textOf } from './screens.ts';
import { openStage } from './stage.ts';

const stage = await openStage(LEGAL);
/** Where nobody has said anything about the site yet. */
const sample = await openStage();
const { url } = stage.server;
type Test = Parameters<typeof stage.visitor>[0];

async function read(t: Test, name: string, options?: Parameters<typeof stage.visitor>[1]): Promise<Page> {
  const page = await stage.visitor(t, options);
  await page.goto(`${url}/info/${name}`);
  return page;
}

/** How far below the top of the window a heading is. */
const topOf = (page: Page, id: string) =>
  page.$eval(`[id="${id}"]`, (heading) => Math.round(heading.getBoundingClientRect().top));

test('every line of the contents leads to its heading, and every heading has a link to itself', async (t) => {
  const page = await read(t, 'terms');
  await page.setViewport({ width: 1280, height: 900 });
  const targets = await page.$$eval('.toc a', (links) => links.map((link) => link.getAttribute('href') ?? ''));
  const anchors = await page.$$eval('.prose h2 > a.anchor', (links) => links.map((link) => link.getAttribute('href')));
  assert.ok(targets.length > 10);
  assert.deepEqual(targets, anchors);
  for (const target of targets.slice(0, 8)) {
    await page.click(`.toc a[href="${target}"]`);
    assert.equal(new URL(page.url()).hash, target);
    const top = await topOf(page, target.slice(1));
    assert.ok(top >= 0 && top < 900, `${target} ${top}`);
  }
  const [first = ''] = targets;
  await page.click(`.prose a[href="${first}"]`);
  assert.equal(new URL(page.url()).hash, first);
});

test('the contents stay in sight on the left while the text is read, and stand above it on a phone', async (t) => {
  const page = await read(t, 'terms');
  await page.setViewport({ width: 1280, height: 900 });
  const placeOf = (selector: string) =>
    page.$eval(selector, (element) => {
      const { left, top, right, width } = element.getBoundingClientRect();
      return { left, top, right, width };
    });
  await page.evaluate(() => scrollTo({ top: 2000, behavior: 'instant' }));
  const toc = await placeOf('.toc');
  const text = await placeOf('.prose');
  assert.ok(toc.top >= 0 && toc.top < 100, `${toc.top}`);
  assert.ok(toc.right <= text.left);
  assert.equal(Math.round(text.width), 640);
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await page.setViewport({ width: 390, height: 900 });
  assert.ok((await placeOf('.toc')).top < (await placeOf('.prose')).top);
});

test('all of it works without script: reading, contents, the ways between the pages', async (t) => {
  const page = await read(t, 'security', { hasScript: false });
  await page.click('.toc a[href="#report"]');
  assert.equal(new URL(page.url()).hash, '#report');
  await see(page, 'Vulnerability Report: [Brief Description]');
  await see(page, 'security [at] example [dot] org');
  const buttons = await page.$$eval('main button', (all) => all.map((button) => button.checkVisibility()));
  assert.ok(buttons.length > 0 && !buttons.includes(true), 'no button offers to copy');
  const ends = await page.$$eval('.without-script + .email-link + [role=status]', (all) =>
    all.map((status) => getComputedStyle(status).marginInlineStart),
  );
  assert.deepEqual(new Set(ends), new Set(['0px']), 'what follows an address does not stand on it');
  await Promise.all([page.waitForNavigation(), page.click('.foot a[href="/info/privacy"]')]);
  assert.equal(await textOf(page, 'h1'), 'Privacy');
});

test('on paper there is the text alone, black on white, with the addresses of its links', async (t) => {
  const page = await read(t, 'terms');
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
  await page.emulateMediaType('print');
  const isShown = (selector: string) => page.$eval(selector, (element) => element.checkVisibility());
  for (const selector of ['.head', '.foot__in', '.toc']) assert.equal(await isShown(selector), false, selector);
  for (const selector of ['h1', '.prose h2', '.prose p']) {
    const { color, ground } = await page.$eval(selector, (element) => ({
      color: getComputedStyle(element).color,
      ground: getComputedStyle(document.documentElement).getPropertyValue('--bg'),
    }));
    assert.equal(color, 'rgb(0, 0, 0)', selector);
    assert.equal(ground, 'white');
  }
  const printed = (selector: string) => page.$eval(selector, (link) => getComputedStyle(link, '::after').content);
  assert.match(await printed('.prose a[href="/info/privacy"]'), /\(.*info\/privacy.*\)/);
  assert.equal(await printed('.prose a.anchor'), 'none');
});

test('an address is copied by a press', async (t) => {
  const page = await read(t, 'security');
  await page.browserContext().overridePermissions(url, ['clipboard-read', 'clipboard-sanitized-write']);
  await holdConfirmations(page);
  await page.click('.prose .email-link');
  await see(page, 'Email address copied to clipboard!');
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'security@example.org');
});

for (const name of ['terms', 'privacy', 'security']) {
  test(`${name} is accessible and fits, at three widths in both themes`, async (t) => audit(await read(t, name)));
}

test('the sign-up leads to what is agreed to in another tab, so that nothing typed is lost', async (t) => {
  const page = await stage.visitor(t);
  await page.goto(`${url}/signup`);
  for (const name of ['terms', 'privacy']) {
    const link = await page.$(`form a[href="/info/${name}"]`);
    assert.equal(await link?.evaluate((one) => (one as HTMLAnchorElement).target), '_blank');
  }
});

test('a page with an example text says so, and is accessible', async (t) => {
  const page = await sample.visitor(t);
  await page.goto(sample.server.url);
  await pressAndGo(page, 'Terms', 'link');
  await see(page, 'This is an example text that came with the software.');
  await audit(page);
});
