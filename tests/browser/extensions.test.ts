import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { openPeopleStage } from './people-stage.ts';
import { contentOf, islandsReady } from './screens.ts';

const stage = await openPeopleStage();
const { url } = stage.server;
/** React says that the document was not as the server has drawn it, and draws it anew. */
const expects = /Minified React error #418/;

/** Before the islands take over somebody types, and an extension puts an element of its own beside the field. */
async function typeBesideExtension(page: Page, path: string): Promise<void> {
  await page.evaluateOnNewDocument(() => {
    document.addEventListener('readystatechange', () => {
      const [text, passphrase] = document.querySelectorAll<HTMLTextAreaElement>('#secret, #passphrase');
      if (document.readyState !== 'interactive' || !text || !passphrase) return;
      [text.value, passphrase.value] = ['typed early', 'open sesame'];
      text.after(document.createElement('grammar-checker'));
    });
  });
  await page.goto(url + path);
  await islandsReady(page);
  assert.equal(await page.$('grammar-checker'), null);
}

for (const [path, where] of [
  ['/', 'home'],
  ['/dashboard', 'the dashboard'],
] as const) {
  test(`a text and its passphrase that were typed on ${where} before the script came stay, whatever an extension has put beside them`, async (t) => {
    const page = await stage.enter(t, await stage.member(), '/feedback', { expects });
    if (path === '/') await page.browserContext().deleteCookie(...(await page.browserContext().cookies()));
    await typeBesideExtension(page, path);
    assert.equal(new URL(page.url()).pathname, path);
    assert.deepEqual(
      [await contentOf(page, '#secret'), await contentOf(page, '#passphrase')],
      ['typed early', 'open sesame'],
    );
    assert.ok(await page.$eval('#passphrase', (field) => field.checkVisibility()));
  });
}
