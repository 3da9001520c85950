import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { audit } from './audit.ts';
import { openDomainStage } from './domain-stage.ts';
import { fill, open, press } from './screens.ts';

const stage = await openDomainStage();
const { url } = stage.server;
const member = await stage.member();

test('no domains, and the form for one, are accessible and fit, at three widths in both themes', async (t) => {
  const page = await stage.enter(t, member, '/account/domains');
  await audit(page);
  await open(page, `${url}/account/domains/add`);
  await audit(page);
  await fill(page, '#domain', 'localhost');
  await press(page, 'Continue');
  await page.waitForSelector('#domain[aria-invalid]');
  await audit(page);
});

test('the steps of a subdomain and of an apex are accessible and fit, with a very long name too', async (t) => {
  const page = await stage.enter(t, member, '/account/domains');
  const long = `${'a-very-long-label-of-a-name'.repeat(2)}.${'and-another-one-below-it'.repeat(2)}`;
  // A line can break at a hyphen, but not at a dot.
  const unbroken = `${'averylonglabelofaname'.repeat(3)}.${'andanotheronebelowit'.repeat(3)}.example.net`;
  for (const name of ['vault.example.net', 'example.org', `${long}.example.net`, unbroken]) {
    await stage.add(page, name);
    await audit(page);
  }
  await open(page, `${url}/account/domains/${unbroken}/brand`);
  await audit(page);
});

test('the status, the list and what opens on it are accessible and fit', async (t) => {
  const page = await stage.enter(t, member, '/account/domains');
  await stage.addWorking(page, 'secrets.example.net');
  await audit(page);
  stage.records.push({ name: 'wrong.example.net', type: 'A', data: '198.51.100.7' });
  await stage.add(page, 'wrong.example.net');
  stage.letHalfAMinutePass();
  await open(page, page.url());
  await press(page, 'Verify');
  await page.waitForSelector('#domain-status');
  await open(page, `${url}/account/domains`);
  await audit(page);
  await page.click('.menu > summary');
  await audit(page);
  await press(page, 'Remove');
  await page.waitForSelector('dialog[open] form');
  await audit(page);
});

test('the age of a domain stays on one line, however long its name', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/account/domains');
  const added = `${'a-long-label'.repeat(5)}.${'and-another'.repeat(5)}.${'one-more'.repeat(7)}.example.net`;
  await stage.add(page, added);
  stage.alter('UPDATE domain SET created_at_ms = created_at_ms - 20 * 86400000');
  for (const width of [1280, 768]) {
    await page.setViewport({ width, height: 900 });
    await open(page, `${url}/account/domains`);
    const lines = await page.$eval('td:nth-of-type(2)', (cell) => {
      const words = document.createRange();
      words.selectNodeContents(cell);
      return new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size;
    });
    assert.deepEqual([width, lines], [width, 1]);
  }
  await audit(page);
});

test('on a telephone the menu of a domain lies over none of its words, in either direction', async (t) => {
  const page = await stage.enter(t, member, '/account/domains');
  await stage.add(page, 'phone.example.net');
  await page.setViewport({ width: 390, height: 844 });
  for (const locale of ['en', 'ar']) {
    await open(page, `${url}/account/domains?locale=${locale}`);
    assert.deepEqual(await wordsUnderMenus(page), []);
  }
});

test('the values of a record begin where their line does, beside their names, in either direction', async (t) => {
  const page = await stage.enter(t, member, '/account/domains');
  await stage.add(page, 'records.example.net');
  const address = page.url();
  for (const [locale, side] of [
    ['en', 'left'],
    ['ar', 'right'],
  ] as const) {
    await open(page, `${address}?locale=${locale}`);
    const beginnings = await page.$$eval(
      '.kv--copy [dir=ltr]',
      (values, at) =>
        values.map((value) => {
          const words = document.createRange();
          words.selectNodeContents(value);
          return Math.round(words.getBoundingClientRect()[at]);
        }),
      side,
    );
    assert.deepEqual([locale, beginnings.length, new Set(beginnings).size], [locale, 6, 1]);
  }
});

test('the frame around news that has the keyboard is as round as the news', async (t) => {
  const page = await stage.enter(t, member, '/account/domains');
  await stage.add(page, 'framed.example.net');
  stage.letHalfAMinutePass();
  await open(page, page.url());
  await page.focus('main form [type=submit]');
  await page.keyboard.press('Enter');
  const news = await page.waitForSelector('main form :focus-visible:has(> .alert)');
  const [frame, framed] = await news!.evaluate((framing) =>
    [framing, framing.firstElementChild!].map((one) => getComputedStyle(one).borderRadius),
  );
  assert.equal(frame, framed);
});

test('the choice of a domain is accessible and fits', async (t) => {
  const page = await stage.enter(t, member, '/dashboard');
  await stage.addWorking(page, 'choice.example.net');
  await open(page, `${url}/dashboard`);
  await page.click('.disc summary');
  await page.waitForFunction(() => document.querySelector('#share_domain')?.checkVisibility());
  await audit(page);
});

/** The texts of rows whose letters share room with the button of the row's menu. */
async function wordsUnderMenus(page: Page): Promise<string[]> {
  return page.$$eval('tr:has(.table__menu summary)', (rows) =>
    rows.flatMap((row) => {
      const menu = row.querySelector('summary')?.getBoundingClientRect();
      const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
      const covered: string[] = [];
      while (menu !== undefined && texts.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(texts.currentNode);
        const isUnder = [...range.getClientRects()].some(
          ({ left, right, top, bottom }) =>
            left < menu.right && right > menu.left && top < menu.bottom && bottom > menu.top,
        );
        const isOfMenu = texts.currentNode.parentElement?.closest('.table__menu');
        if (isUnder && !isOfMenu) covered.push(texts.currentNode.textContent ?? '');
      }
      return covered;
    }),
  );
}
