import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { wordEdges } from '../browser/screens.ts';
import { openTour, screenNamed } from './every-screen.ts';
import { linesOf } from './lines.ts';
import { openWorld } from './world.ts';

const world = await openWorld();
const tour = await openTour(world, 'en');
const german = await openTour(world, 'de');
const [PHONE, TABLET] = [390, 768];

async function show(name: string, width = PHONE, where = tour): Promise<Page> {
  const page = await where.visit(screenNamed(name));
  await page.setViewport({ width, height: 844 });
  return page;
}

/** Pixels from the lower edge of the one to the upper edge of the other. */
function between(page: Page, upper: string, lower: string): Promise<number> {
  return page.evaluate(
    (above, below) => {
      const [one, other] = [above, below].map((selector) => document.querySelector(selector)!.getBoundingClientRect());
      return Math.round(other!.top - one!.bottom);
    },
    upper,
    lower,
  );
}

test('the button that closes a message stands beside its first line, as its sign does', async () => {
  const page = await show('secret: seen by its owner');
  const [sign, button] = await page.$$eval('.alert > .icon, .alert > .btn--icon', (both) =>
    both.map((one) => one.getBoundingClientRect().top + one.getBoundingClientRect().height / 2),
  );
  assert.equal(button, sign);
});

test('what to do about mails that failed keeps its distance from their list', async () => {
  const page = await show('private page: mails failed');
  assert.equal(await between(page, '.kv .list--bare', '.kv .list--bare + p'), 8);
});

test('news is as far from what it stands above as from the title', async () => {
  for (const [name, next] of [
    ['domain: just added', '.gap + .stack--lg'],
    ['account: paid', '.gap + .section'],
  ] as const) {
    const page = await show(name);
    assert.equal(await between(page, '.gap', next), await between(page, '.title', '.gap'), name);
  }
});

test('a note in the head of a page keeps its distance from what stands above and below it', async () => {
  const page = await show('API reference: API switched off');
  assert.equal(await between(page, '.title > p', '.title > .alert'), 20);
  assert.equal(await between(page, '.title > .alert', '.title > .alert + *'), 20);
});

test('the widest pages begin and end where the head of the page does', async () => {
  const page = await show('API reference', 1280);
  const edges = await page.$eval('.with-toc', (one) => [
    one.getBoundingClientRect().left,
    one.getBoundingClientRect().right,
  ]);
  assert.deepEqual(edges, [...(await wordEdges(page, '.head', 'left')), ...(await wordEdges(page, '.head', 'right'))]);
});

test('on a telephone a button alone in the footer shares the line of its words', async () => {
  for (const name of ['branded: home', 'forgotten password: no mail']) {
    const page = await show(name);
    const [words, button] = await page.$$eval('.foot__in > p, .foot__tools', (both) =>
      both.map((one) => one.getBoundingClientRect().top + one.getBoundingClientRect().height / 2),
    );
    assert.equal(button, words, name);
  }
});

test('on a telephone the links to other languages end where the lines below them end', async () => {
  const page = await show('translations');
  const edges = await wordEdges(page, 'tr:has(.by) :is(.btn, .faint)', 'right');
  assert.deepEqual(edges, [edges[1], edges[1]]);
});

test('on a telephone the words of the footer begin in one line', async () => {
  for (const name of ['home: empty', 'private page: just made']) {
    const page = await show(name);
    const edges = await wordEdges(page, '.foot__in > :first-child, .foot [data-feedback-open]', 'left');
    assert.deepEqual(edges, [16, 16], name);
  }
});

test('a button without an edge puts its sign where the words above it begin', async () => {
  const page = await show('private page: just made');
  const [label, sign] = await page.$$eval('.kv dt, .btn--edge .icon', (all) =>
    [all[0]!, all.at(-1)!].map((one) => one.getBoundingClientRect().left),
  );
  assert.equal(sign, label);
});

test('on a tablet the addresses of customers stay in one piece', async () => {
  for (const where of [tour, german]) {
    const page = await show('colonel #customers', TABLET, where);
    const short = await page.$$('tbody th');
    const lines = await Promise.all(short.map((one) => linesOf(page, one)));
    const broken = lines.filter((address) => address.length > 1 && address.join('').length < 24);
    assert.deepEqual(broken, []);
  }
});

test('a record keeps its height while its button says that a value was copied', async () => {
  for (const width of [PHONE, TABLET]) {
    const page = await show('domain: steps', width);
    const heights = () => page.$$eval('.kv--copy > div', (rows) => rows.map((row) => row.clientHeight));
    const before = await heights();
    await page.$$eval('.kv--copy .btn', (buttons) => {
      for (const button of buttons) (button as HTMLElement).click();
    });
    await page.waitForFunction(() => document.querySelectorAll('.kv--copy .is-copied').length > 0);
    assert.deepEqual(await heights(), before, `${width} px`);
  }
});

test('the state of a domain stands in the middle of its row, as the name does', async () => {
  const page = await show('domains', 1280);
  const off = await page.$$eval('tbody tr', (rows) =>
    rows.flatMap((row) => {
      const { top, height } = row.getBoundingClientRect();
      const state = row.querySelector('.status')!.getBoundingClientRect();
      const away = state.top + state.height / 2 - top - height / 2;
      return Math.abs(away) > 1 ? [`${row.querySelector('.status')!.textContent}: ${away} px`] : [];
    }),
  );
  assert.deepEqual(off, []);
});

test('nothing moves where somebody chooses how often to pay', async () => {
  for (const name of ['pricing', 'upgrade: dialog']) {
    const page = await show(name);
    const places = () =>
      page.$$eval(':is(main, dialog[open]) .segment label', (labels) =>
        labels.map((label) => [label.getBoundingClientRect().left, label.getBoundingClientRect().width]),
      );
    const before = await places();
    await page.$eval(':is(main, dialog[open]) [value=annually]', (choice) => (choice as HTMLElement).click());
    assert.deepEqual(await places(), before, name);
  }
});

test('on a telephone every line of a value in a table ends where the values above it end', async () => {
  for (const width of [320, PHONE]) {
    const page = await show('colonel #customers', width);
    const off = await page.$$eval('td[data-label]', (cells) =>
      cells.flatMap((cell) => {
        const value = document.createRange();
        value.selectNodeContents(cell);
        const ends = [...value.getClientRects()].map(({ right }) => Math.round(right));
        const edge = Math.round(cell.getBoundingClientRect().right);
        return ends.some((end) => Math.abs(end - edge) > 1) ? [`${cell.textContent}: ${ends}, not ${edge}`] : [];
      }),
    );
    assert.deepEqual(off, [], `${width} px`);
  }
});

test('the words of the footer stand equally far from each other, short ones as well', async () => {
  const page = await show('home: empty', 1280);
  const [lefts, rights] = [
    await wordEdges(page, '.foot__links a', 'left'),
    await wordEdges(page, '.foot__links a', 'right'),
  ];
  const uneven = lefts.slice(1).filter((left, index) => Math.abs(left - rights[index]! - 16) > 1);
  assert.deepEqual(uneven, []);
});

test('the frame around what is read after a press has round corners, as those of fields and buttons have', async () => {
  for (const name of ['secret: read', 'sign in: refused', 'secret: gone when it was opened']) {
    const page = await show(name);
    const [element, radius] = await page.evaluate(() => {
      const read = document.activeElement!;
      return [read.localName, getComputedStyle(read).borderRadius];
    });
    assert.notEqual(radius, '0px', `${element} of ${name}`);
  }
});

test('without script what is asked before an account is deleted begins where the words above it begin', async () => {
  const page = await show('account without script', 1280);
  const words = await wordEdges(page, '.disc > summary, .disc .muted, .disc .label', 'left');
  const [button] = await page.$$eval('.disc .btn--danger', (all) => all.map((one) => one.getBoundingClientRect().left));
  assert.deepEqual([...words, Math.round(button!)], Array(4).fill(words[0]));
});

test('a button without an edge at the end of a row ends where the words above it end', async () => {
  for (const width of [PHONE, 1280]) {
    const page = await show('domain: appearance', width);
    const edges = await wordEdges(page, '.counter, .row--between > .btn', 'right');
    assert.deepEqual(new Set(edges).size, 1, `${width} px: ${edges}`);
  }
});

test('on a telephone the frame of a button without an edge stays in the window', async () => {
  const page = await show('account', 320);
  const frame = await page.$eval('.btn--edge', (button) => {
    (button as HTMLElement).focus({ focusVisible: true } as FocusOptions);
    const { outlineOffset, outlineWidth } = getComputedStyle(button);
    return button.getBoundingClientRect().left - Number.parseFloat(outlineOffset) - Number.parseFloat(outlineWidth);
  });
  assert.ok(frame >= 0, `it begins at ${frame} px`);
});

test('no screen met an error, a breach of the policy or another host on the way', async () => {
  await tour.end();
  await german.end();
});
