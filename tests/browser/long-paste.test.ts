import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import type { Cleanup } from '../support/temp.ts';
import { contentOf, fill, open, textOf } from './screens.ts';
import { openStage } from './stage.ts';

const stage = await openStage();
const { url } = stage.server;
const LIMIT = 10_000;

async function openForm(t: Cleanup): Promise<Page> {
  const page = await stage.visitor(t);
  const context = page.browserContext();
  await context.overridePermissions(url, ['clipboard-read', 'clipboard-write', 'clipboard-sanitized-write']);
  await open(page, url);
  await page.bringToFront();
  return page;
}

/** Pastes over what is selected; how many units the browser has laid out before anything was cut. */
async function paste(page: Page, text: string): Promise<number> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.focus('#secret');
  await page.evaluate(() => {
    const note = ({ target }: Event) => {
      document.body.dataset.laidOut = String((target as HTMLTextAreaElement).value.length);
    };
    addEventListener('input', note, { capture: true, once: true });
  });
  await page.keyboard.down('Control');
  await page.keyboard.press('v', { commands: ['Paste'] });
  await page.keyboard.up('Control');
  return page.$eval('body', ({ dataset }) => Number(dataset.laidOut));
}

test('of a pasted megabyte no more is laid out than can stay, and it is cut and counted as always [CRE-07]', async (t) => {
  const page = await openForm(t);
  assert.equal(await paste(page, 'word '.repeat(200_000)), LIMIT + 1);
  assert.equal(await contentOf(page, '#secret'), 'word '.repeat(LIMIT / 5));
  assert.equal(await textOf(page, '.counter'), '10,000 / 10,000');
  assert.match(await textOf(page, '.sheet__write .alert--warn'), /the end was cut off/);
  const unseen = await page.$eval('#secret', (area) => area.scrollHeight - area.scrollTop - area.clientHeight);
  assert.ok(unseen < 1, 'the end is in sight');
});

test('a long text takes the place of what is selected, to its last character and with its lines [CRE-07]', async (t) => {
  const page = await openForm(t);
  await fill(page, '#secret', 'before, within, after');
  await page.$eval('#secret', (area) => (area as HTMLTextAreaElement).setSelectionRange(8, 14));
  await paste(page, '🔑\n'.repeat(LIMIT));
  assert.equal(await contentOf(page, '#secret'), `before, ${'🔑\n'.repeat((LIMIT - 8) / 2)}`);
});

test('a text that may stay whole is pasted by the browser itself, so that it can be taken back', async (t) => {
  const page = await openForm(t);
  const text = '🔑'.repeat(LIMIT);
  assert.equal(await paste(page, text), text.length);
  assert.equal(await contentOf(page, '#secret'), text);
  assert.equal(await page.$('.sheet__write .alert--warn'), null);
  await page.keyboard.down('Control');
  await page.keyboard.press('z', { commands: ['Undo'] });
  await page.keyboard.up('Control');
  assert.equal(await contentOf(page, '#secret'), '');
});
