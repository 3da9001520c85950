import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { openPeopleStage } from './people-stage.ts';
import { contentOf, focusOf, islandsReady } from './screens.ts';

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

const locked = async () => `/secret/${(await stage.share('x', { passphrase: 'open sesame' })).secretKey}`;
for (const [where, path, ids] of [
  ['the recipient’s page', locked, ['passphrase']],
  ['the page for signing in', () => '/signin', ['u', 'p']],
  ['the account page', () => '/account', ['currentp', 'newp', 'newp2']],
  ['the feedback page', () => '/feedback', ['feedback-email']],
] as const) {
  test(`what was filled in on ${where} before the script came stays, with the keyboard, when an extension puts its sign beside each field`, async (t) => {
    const isMine = where === 'the account page';
    const page = isMine
      ? await stage.enter(t, await stage.member(), '/pricing', { expects })
      : await stage.visitor(t, { expects });
    await page.evaluateOnNewDocument((all) => {
      document.addEventListener('readystatechange', () => {
        if (document.readyState !== 'interactive') return;
        for (const id of all) {
          const field = document.getElementById(id) as HTMLInputElement;
          field.value = `${id}@example.com`;
          field.after(document.createElement('password-sign'));
          field.focus();
        }
      });
    }, ids);
    await page.goto(url + (await path()));
    await islandsReady(page);
    const last = ids.at(-1)!;
    assert.equal(await page.$(`#${last} + password-sign`), null);
    for (const id of ids) assert.equal(await contentOf(page, `#${id}`), `${id}@example.com`, id);
    assert.equal(await focusOf(page), last);
  });
}
