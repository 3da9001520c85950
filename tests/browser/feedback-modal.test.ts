import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { HTTPRequest, Page } from 'puppeteer-core';
import { audit } from './audit.ts';
import { captchaIn, countSent, EASY, pressCaptcha, sentCount, withoutHttps } from './feedback-screens.ts';
import { intercept } from './interception.ts';
import {
  contentOf,
  fill,
  find,
  islandsReady,
  keyboardAt,
  open,
  press,
  pressAndGo,
  see,
  textOf,
  wordEdges,
} from './screens.ts';
import { openStage, PATIENCE_MS } from './stage.ts';

const stage = await openStage(EASY);
const { server } = stage;
const patience = { timeout: PATIENCE_MS };
const message = '#feedback-modal-msg';
const manifest = JSON.parse(readFileSync(new URL('../../static/build/manifest.json', import.meta.url), 'utf8'));

/** Presses the button in the footer and waits for the form. */
async function openModal(page: Page): Promise<void> {
  await (await find(page, 'link', 'Feedback')).click();
  await page.waitForSelector(`dialog[open] ${message}`);
}

const isOpen = (page: Page) => page.$eval('dialog', (dialog) => (dialog as HTMLDialogElement).open);

test('the button in the footer opens the feedback form over the page, with four rows and a required message [FB-02 FB-05 FB-08 FB-12 SHELL-27]', async (t) => {
  const page = await stage.visitor(t);
  await open(page, server.url);
  await fill(page, '#secret', 'half written');
  await openModal(page);
  assert.equal(await textOf(page, 'dialog h2'), 'Feedback');
  await keyboardAt(page, message.slice(1));
  const rules = await page.$eval(message, (area) => {
    const { rows, required, clientHeight } = area as HTMLTextAreaElement;
    const { lineHeight, paddingBlock } = getComputedStyle(area);
    const shown = (clientHeight - 2 * Number.parseFloat(paddingBlock)) / Number.parseFloat(lineHeight);
    return { rows, required, shown: Math.floor(shown) };
  });
  assert.deepEqual(rules, { rows: 4, required: true, shown: 4 });
  assert.ok(await page.$('dialog .captcha'));
  assert.equal(page.url(), `${server.url}/`);
  assert.equal(await contentOf(page, '#secret'), 'half written');
});

test('the title of the dialog begins where its content does, from right to left too', async (t) => {
  for (const [locale, side] of [
    ['en', 'left'],
    ['he', 'right'],
  ] as const) {
    const page = await stage.visitor(t);
    await page.browserContext().setCookie({ name: 'locale', value: locale, domain: 'localhost' });
    await open(page, server.url);
    await page.click('[data-feedback-open]');
    await page.waitForSelector(`dialog[open] ${message}`);
    const [title, content] = await wordEdges(page, 'dialog h2, dialog .label', side);
    assert.equal(title, content, locale);
  }
});

test('an empty message does not leave the dialog; a written one is received, and the page is told once [FB-07 FB-12 FB-14]', async (t) => {
  const page = await stage.visitor(t);
  await open(page, server.url);
  await countSent(page);
  await openModal(page);
  await press(page, 'Send feedback');
  assert.equal(await page.$eval(message, (area) => area.matches(':user-invalid')), true);
  assert.equal(await page.$eval('.captcha', (captcha) => (captcha as HTMLElement).dataset.state), 'unverified');
  await page.type(message, 'Well done');
  await page.keyboard.down('Control');
  await page.keyboard.press('Enter');
  await page.keyboard.up('Control');
  await see(page, 'Feedback received.');
  assert.equal(await contentOf(page, message), '');
  assert.equal(await sentCount(page), 1);
});

test('the close button and Escape close it, and it opens again with a fresh form [FB-03]', async (t) => {
  const page = await stage.visitor(t);
  await open(page, server.url);
  await openModal(page);
  await page.type(message, 'never mind');
  await press(page, 'Close');
  assert.equal(await isOpen(page), false);
  await openModal(page);
  assert.equal(await contentOf(page, message), '');
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('dialog')?.open);
  await keyboardAt(page, 'Feedback');
});

test('feedback that fails once the dialog is closed comes back with what was written; what is received then is gone', async (t) => {
  const page = await stage.visitor(t, { expects: /ERR_FAILED|was not sent/ });
  await open(page, server.url);
  await countSent(page);
  await openModal(page);
  await page.type(message, 'Well done');
  const asked = Promise.withResolvers<HTTPRequest>();
  let answer = (request: HTTPRequest) => asked.resolve(request);
  await intercept(page, '/api/v2/feedback', (request) => answer(request));
  await press(page, 'Send feedback');
  const failing = await asked.promise;
  await press(page, 'Close');
  assert.equal(await isOpen(page), false);
  await failing.abort();
  await page.waitForSelector('dialog[open] .error[role=alert]');
  assert.equal(await contentOf(page, message), 'Well done');
  await keyboardAt(page, 'feedback-modal-msg');

  const again = Promise.withResolvers<HTTPRequest>();
  answer = (request) => again.resolve(request);
  await press(page, 'Send feedback');
  const received = await again.promise;
  await press(page, 'Close');
  await received.continue();
  await page.waitForFunction((area) => document.querySelector(area) === null, {}, message);
  assert.deepEqual([await isOpen(page), await sentCount(page)], [false, 1]);
});

test('it links to the page of its own [FB-04]', async (t) => {
  const page = await stage.visitor(t);
  await open(page, server.url);
  await openModal(page);
  await pressAndGo(page, 'helps us improve', 'link');
  assert.equal(page.url(), `${server.url}/feedback`);
});

test('the dialog sends what a page of any age may send: its form is fetched when it opens', async (t) => {
  const page = await stage.visitor(t);
  await open(page, server.url);
  await page.deleteCookie(...(await page.cookies()));
  await openModal(page);
  await pressCaptcha(page);
  await captchaIn(page, 'verified');
  await page.type(message, 'From a page that was cached');
  await press(page, 'Send feedback');
  await see(page, 'Feedback received.');
});

test('where the form does not come the page stays, with what was typed, and the next press brings it', async (t) => {
  const page = await stage.visitor(t, { expects: /Failed to load resource: net::ERR_FAILED|form did not come/ });
  await open(page, server.url);
  await fill(page, '#secret', 'half written');
  let isLost = true;
  await intercept(page, '/feedback', async (request) => {
    await (isLost ? request.abort() : request.continue());
    isLost = false;
  });
  await (await find(page, 'link', 'Feedback')).click();
  await see(page, 'An unexpected error occurred');
  assert.equal(page.url(), `${server.url}/`);
  assert.equal(await page.$eval('dialog a', (link) => (link as HTMLAnchorElement).target), '_blank');
  await press(page, 'Close');
  assert.equal(await contentOf(page, '#secret'), 'half written');
  await openModal(page);
  assert.equal(await page.$('dialog [role=alert]'), null);
});

test('where the dialog does not come the page stays, with what was typed, and the next press opens a tab', async (t) => {
  const page = await stage.visitor(t, { expects: /Failed to load resource: net::ERR_FAILED|dialog did not load/ });
  await open(page, server.url);
  await fill(page, '#secret', 'half written');
  await intercept(page, manifest.islandScripts['feedback-modal'][0], (request) => request.abort());
  const link = await find(page, 'link', 'Feedback');
  await link.click();
  await see(page, 'An unexpected error occurred');
  assert.equal(page.url(), `${server.url}/`);
  const opened = page.browserContext().waitForTarget((tab) => tab.url() === `${server.url}/feedback`, patience);
  await link.click();
  await opened;
  assert.equal(await contentOf(page, '#secret'), 'half written');
});

test('without https feedback goes from a tab of its own, and what was typed on the page stays', async (t) => {
  const page = await stage.visitor(t);
  await withoutHttps(page);
  await open(page, server.url);
  await fill(page, '#secret', 'half a thought');
  await openModal(page);
  await fill(page, message, 'From the house network');
  const answered = page.browserContext().waitForTarget((tab) => tab.url().endsWith('/feedback?sent=1'), patience);
  await press(page, 'Send feedback');
  const answer = await (await answered).page();
  assert.ok(answer);
  await see(answer, 'Feedback received.');
  assert.equal(await contentOf(page, '#secret'), 'half a thought');
  await page.waitForSelector('dialog[open]', { hidden: true });
});

test('nothing of the dialog is loaded before it is opened', async (t) => {
  const page = await stage.visitor(t);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(server.url, { waitUntil: 'networkidle0' });
  const own = [manifest.islandScripts['feedback-modal'][0], '/feedback'];
  assert.deepEqual(
    own.filter((path) => asked.includes(path)),
    [],
  );
  await islandsReady(page);
  await openModal(page);
  assert.deepEqual(
    own.filter((path) => asked.includes(path)),
    own,
  );
});

test('without JavaScript the button leads to the page', async (t) => {
  const page = await stage.visitor(t, { hasScript: false });
  await page.goto(server.url);
  await pressAndGo(page, 'Feedback', 'link');
  assert.equal(page.url(), `${server.url}/feedback`);
});

test('the dialog is accessible and fits, at three widths in both themes', async (t) => {
  const page = await stage.visitor(t);
  await open(page, server.url);
  await openModal(page);
  await audit(page);
});
