import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { openTour, screenNamed } from './every-screen.ts';
import { linesOf } from './lines.ts';
import { openWorld } from './world.ts';

const world = await openWorld();
const english = await openTour(world, 'en');
const german = await openTour(world, 'de');
const PHONES = Array.from({ length: 16 }, (_, at) => 360 + 4 * at);

/** What the page says of itself at each width of a telephone. */
async function onPhones<T>(page: Page, ask: () => Promise<T>): Promise<T[]> {
  const answers: T[] = [];
  for (const width of PHONES) {
    await page.setViewport({ width, height: 844 });
    answers.push(await ask());
  }
  return answers;
}

test('a full stop stays in the line of the e-mail address that it follows', async () => {
  const page = await english.visit(screenNamed('privacy'));
  const ends = await onPhones(page, async () => {
    const texts = await Promise.all((await page.$$('p:has(> .email-link)')).map((one) => linesOf(page, one)));
    return texts.map((lines) => lines.at(-1));
  });
  assert.deepEqual(
    ends.flat().filter((line) => line === undefined || line.length < 3),
    [],
  );
});

test('what a message or a state says does not end on a line with one short word', async () => {
  const alone: string[] = [];
  for (const name of ['secret: seen by its owner', 'domains', 'domains: not with this plan']) {
    const page = await english.visit(screenNamed(name));
    await onPhones(page, async () => {
      for (const said of await page.$$('.alert > div, .status__message')) {
        const lines = await linesOf(page, said);
        const last = lines.at(-1) ?? '';
        if (lines.length > 1 && !last.includes(' ') && last.length < 6) alone.push(`${name}: ${last}`);
      }
    });
  }
  assert.deepEqual(alone, []);
});

test('a value to be copied fills its lines, whatever hyphens are in it', async () => {
  const page = await english.visit(screenNamed('domain: steps'));
  const short = await onPhones(page, async () => {
    const values = await Promise.all((await page.$$('.kv--copy .mono')).map((one) => linesOf(page, one)));
    return values.filter((lines) => lines.slice(1, -1).some((line) => line.length !== lines[0]?.length));
  });
  const broken = await page.$eval('.kv--copy .mono', (value) => getComputedStyle(value).wordBreak);
  assert.deepEqual([short.flat(), broken], [[], 'break-all']);
});

test('where the words of a button take two lines they stand beside its sign', async () => {
  for (const name of ['home: empty', 'private page: just made', 'burn it unread: asked']) {
    const page = await german.visit(screenNamed(name));
    await page.setViewport({ width: 320, height: 844 });
    const apart = await page.$$eval('main .btn:has(> .icon)', (buttons) =>
      buttons.flatMap((button) => {
        const [sign] = button.querySelectorAll('.icon');
        const words = document.createRange();
        words.selectNodeContents(button.lastChild!);
        const starts = [...words.getClientRects()].map(({ left }) => left);
        const away = Math.min(...starts) - sign!.getBoundingClientRect().right;
        return away > 8.5 ? [`${button.textContent}: ${away} px`] : [];
      }),
    );
    assert.deepEqual(apart, [], name);
  }
});

test('of the two buttons below a text both keep their words in one line, side by side or below each other', async () => {
  for (const [tour, width] of [
    [english, 1280],
    [german, 1280],
    [german, 768],
  ] as const) {
    const page = await tour.visit(screenNamed('home: empty'));
    await page.setViewport({ width, height: 844 });
    const buttons = await page.$$('.sheet__foot .btn');
    const lines = await Promise.all(buttons.map((button) => linesOf(page, button)));
    assert.deepEqual(
      lines.map(({ length }) => length),
      [1, 1],
    );
  }
});

test('no screen met an error, a breach of the policy or another host on the way', async () => {
  await english.end();
  await german.end();
});
