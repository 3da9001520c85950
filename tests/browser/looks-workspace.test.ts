import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { LOCK_WAIT_MS } from '../support/site.ts';
import { audit } from './audit.ts';
import { becomeMember, signIn } from './members.ts';
import { fill, islandsReady, open, press, pressAndGo, see } from './screens.ts';
import { openStage } from './stage.ts';

const stage = await openStage();
const { server } = stage;
let isColonel = false;

/** A member who administers the site. */
async function enter(t: Parameters<typeof stage.visitor>[0], hasScript = true): Promise<Page> {
  const page = await stage.visitor(t, { hasScript });
  await (isColonel ? signIn(page, server.url) : becomeMember(page, server.url));
  if (!isColonel) {
    using database = new DatabaseSync(join(server.folder, 'data/hushlink.db'), { timeout: LOCK_WAIT_MS });
    database.exec("UPDATE customer SET role = 'colonel'");
  }
  isColonel = true;
  return page;
}

for (const path of ['/dashboard', '/recent', '/account', '/colonel', '/colonel#customers', '/colonel#feedback']) {
  test(`${path} is accessible and fits, at three widths in both themes`, async (t) => {
    const page = await enter(t);
    await open(page, server.url + path);
    await audit(page);
  });
}

test('counts beside each other stand on one line, also where the name of one takes two', async (t) => {
  const page = await enter(t);
  await page.setViewport({ width: 390, height: 844 });
  await open(page, `${server.url}/colonel?locale=de`);
  const stats = await page.$$eval('.stat', (all) =>
    all.map((stat) => {
      const [name, count] = [...stat.children].map((child) => child.getBoundingClientRect());
      return { row: stat.getBoundingClientRect().top, nameHeight: name!.height, at: Math.round(count!.top) };
    }),
  );
  const rows = Map.groupBy(stats, ({ row }) => row);
  const heights = new Set(stats.map(({ nameHeight }) => nameHeight));
  assert.ok(heights.size > 1);
  for (const row of rows.values()) assert.equal(new Set(row.map(({ at }) => at)).size, 1);
});

test('a list with secrets and an account with a new token are accessible and fit', async (t) => {
  const page = await enter(t);
  await islandsReady(page);
  await fill(page, '#secret', 'x');
  await pressAndGo(page, 'Create a secret link');
  await open(page, `${server.url}/recent`);
  await audit(page);
  await open(page, `${server.url}/account`);
  await press(page, 'Generate');
  await see(page, 'Token generated.');
  await press(page, 'Delete account');
  await page.waitForSelector('dialog[open] form');
  await audit(page);
});

test('the frame around the tab or the secret that has the keyboard lies over no words', async (t) => {
  const page = await enter(t);
  await islandsReady(page);
  await fill(page, '#secret', 'x');
  await pressAndGo(page, 'Create a secret link');
  await open(page, `${server.url}/recent`);
  await page.keyboard.press('Tab');
  for (const selector of ['.tabs a', '.list__item a']) {
    await page.focus(selector);
    assert.deepEqual([selector, await wordsUnderFrame(page)], [selector, []]);
  }
});

test('the tabs of the colonel show one panel, and the address and the Back button know which [COL-01 COL-02]', async (t) => {
  const page = await enter(t);
  await open(page, `${server.url}/colonel/`);
  const shown = () =>
    page.$$eval('.panel', (panels) => panels.filter((panel) => panel.checkVisibility()).map(({ id }) => id));
  assert.deepEqual(await shown(), ['stats']);
  await page.click('a[href="#customers"]');
  await page.waitForSelector('#customers.is-shown');
  assert.deepEqual([await shown(), new URL(page.url()).hash], [['customers'], '#customers']);
  await see(page, 'robin@example.com*');
  await page.goBack();
  await page.waitForSelector('#stats.is-shown');
  assert.deepEqual(await shown(), ['stats']);
});

test('without script all panels of the colonel can be read [COL-02]', async (t) => {
  const page = await enter(t, false);
  await page.goto(`${server.url}/colonel`);
  const shown = await page.$$eval('.panel', (panels) => panels.filter((panel) => panel.checkVisibility()).length);
  assert.equal(shown, 4);
});

/** The texts that the outline of what has the keyboard lies over. */
async function wordsUnderFrame(page: Page): Promise<string[]> {
  return page.$eval(':focus-visible', (stop) => {
    const { outlineOffset, outlineWidth } = getComputedStyle(stop);
    const box = stop.getBoundingClientRect();
    const grown = (by: number) => new DOMRect(box.x - by, box.y - by, box.width + 2 * by, box.height + 2 * by);
    const inner = grown(Number.parseFloat(outlineOffset));
    const outer = grown(Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth));
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (texts.nextNode()) {
      const words = document.createRange();
      words.selectNodeContents(texts.currentNode);
      const isCrossed = [...words.getClientRects()].some(({ left, right, top, bottom }) => {
        const isBeside = right <= outer.left || left >= outer.right || bottom <= outer.top || top >= outer.bottom;
        const isInside = left >= inner.left && right <= inner.right && top >= inner.top && bottom <= inner.bottom;
        return !isBeside && !isInside;
      });
      if (isCrossed) found.push(texts.currentNode.textContent ?? '');
    }
    return found;
  });
}
