import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { confirmationAfter, holdConfirmations } from './confirmations.ts';
import { find, linkOn, open, press } from './screens.ts';
import { openStage } from './stage.ts';

const stage = await openStage();
const { server } = stage;

async function allowClipboard(page: Page): Promise<void> {
  const allowed = ['clipboard-read', 'clipboard-sanitized-write'] as const;
  await page.browserContext().overridePermissions(server.url, [...allowed]);
  await page.bringToFront();
}

test('Copy on the private page puts the link on the clipboard and says so for two seconds [META-02 SHELL-33]', async (t) => {
  const { metadataKey, secretKey } = await stage.share('x');
  const page = await stage.visitor(t);
  await allowClipboard(page);
  await open(page, `${server.url}/private/${metadataKey}`);
  const letGo = await holdConfirmations(page);
  await press(page, 'Copy');
  await find(page, 'button', 'Copied!');
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), `${server.url}/secret/${secretKey}`);
  assert.equal(await linkOn(page), `${server.url}/secret/${secretKey}`);
  await letGo();
  await find(page, 'button', 'Copy');
  // Never less than promised; how much more is up to the machine.
  assert.ok((await confirmationAfter(page, 'button.is-copied', () => press(page, 'Copy'))).forMs >= 1990);
});

test('Copy on the recipient page puts the message on the clipboard, and says so for two seconds [REV-08 SHELL-33]', async (t) => {
  const { secretKey } = await stage.share('two\nlines 🔑');
  const page = await stage.visitor(t);
  await allowClipboard(page);
  await open(page, `${server.url}/secret/${secretKey}`);
  await press(page, 'Click to continue');
  const letGo = await holdConfirmations(page);
  await press(page, 'Copy');
  await find(page, 'button', 'Copied!');
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'two\nlines 🔑');
  await letGo();
  await find(page, 'button', 'Copy');
  assert.ok((await confirmationAfter(page, 'button.is-copied', () => press(page, 'Copy'))).forMs >= 1990);
});

test('where a page has no clipboard of its own, as without https, Copy copies all the same [META-02 SHELL-33]', async (t) => {
  const page = await stage.visitor(t);
  await page.evaluateOnNewDocument(() => Reflect.deleteProperty(Navigator.prototype, 'clipboard'));
  await copiesLink(t, page);
});

test('where the clipboard is refused to a page, as in the browser inside another program, Copy copies all the same [META-02 SHELL-33]', async (t) => {
  const page = await stage.visitor(t);
  const refused = { permission: { name: 'clipboard-write' }, state: 'denied' } as const;
  await page.browserContext().setPermission(server.url, refused);
  await copiesLink(t, page);
});

test('a browser that refuses to copy is logged and nothing is claimed [ERR-11]', async (t) => {
  const { metadataKey } = await stage.share('x');
  const page = await stage.visitor(t, { expects: /The clipboard refused/ });
  await page.evaluateOnNewDocument(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    document.execCommand = () => false;
  });
  await open(page, `${server.url}/private/${metadataKey}`);
  const before = await page.evaluate(() => document.body.innerText);
  const logged = new Promise((resolve) => page.once('console', resolve));
  await press(page, 'Copy');
  await logged;
  assert.equal(await page.evaluate(() => document.body.innerText), before);
});

/** Without a clipboard of its own a page cannot tell what stands on it: another one does. */
async function copiesLink(t: Parameters<typeof stage.visitor>[0], page: Awaited<ReturnType<typeof stage.visitor>>) {
  const { metadataKey, secretKey } = await stage.share('x');
  const reader = await stage.visitor(t);
  await page.bringToFront();
  await open(page, `${server.url}/private/${metadataKey}`);
  await press(page, 'Copy');
  await find(page, 'button', 'Copied!');
  await open(reader, server.url);
  await allowClipboard(reader);
  assert.equal(await reader.evaluate(() => navigator.clipboard.readText()), `${server.url}/secret/${secretKey}`);
}
