import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { PLANS_ON } from '../support/plans.ts';
import { EASY } from './feedback-screens.ts';
import { intercept } from './interception.ts';
import { openPeopleStage } from './people-stage.ts';
import { dialogLeft, find, islandsReady, open, press, pressAndGo, see } from './screens.ts';

const stage = await openPeopleStage({ ...EASY, ...PLANS_ON });
const { url } = stage.server;
const manifest = new URL('../../static/build/manifest.json', import.meta.url);
const PATHS = ['/translations', '/pricing', '/info/terms'];

/** How often a page was answered 'you have it'. */
const knownAnswers = (path: string) =>
  stage.server
    .output()
    .split('\n')
    .filter((line) => line.includes(`"path":"${path}"`) && line.includes('"status":304')).length;

/** Opens the page again as the browser has kept it. */
async function openKept(page: Page, path: string): Promise<void> {
  const before = knownAnswers(path);
  await open(page, 'about:blank');
  await open(page, url + path);
  while (knownAnswers(path) === before) await new Promise(setImmediate);
}

async function sendFeedback(page: Page): Promise<void> {
  await (await find(page, 'link', 'Feedback')).click();
  await page.waitForSelector('dialog[open] #feedback-modal-msg');
  await page.type('#feedback-modal-msg', 'Well done');
  await press(page, 'Send feedback');
  await see(page, 'Feedback received.');
}

/** Through the dialog that the header of somebody signed in opens. */
async function changeLanguage(page: Page): Promise<number> {
  await islandsReady(page);
  await (await find(page, 'link', 'Settings')).click();
  await page.waitForSelector('dialog[open] select');
  const answered = page.waitForResponse((response) => response.url().endsWith('/update-locale') && response.ok());
  await press(page, 'Change language');
  const response = await answered;
  await see(page, 'This page is in English now.');
  await press(page, 'Close');
  await dialogLeft(page);
  return response.status();
}

/** Who this page was drawn for may have left, or come, in another tab. */
async function inAnotherTab(t: Parameters<typeof stage.visitor>[0], page: Page, path: string): Promise<void> {
  const tab = await stage.visitor(t, { sameAs: page });
  await tab.goto(url + path);
  await tab.close();
}

for (const path of PATHS) {
  test(`feedback can be sent from ${path} as the browser has kept it [SHELL-27]`, async (t) => {
    const page = await stage.visitor(t);
    await open(page, url + path);
    assert.deepEqual(await page.browserContext().cookies(), []);
    await openKept(page, path);
    await sendFeedback(page);
  });

  test(`the language can be changed on ${path} as the browser has kept it, and feedback sent [SHELL-21]`, async (t) => {
    const page = await stage.enter(t, await stage.member(), path);
    await openKept(page, path);
    assert.equal(await changeLanguage(page), 200);
    await sendFeedback(page);
  });

  test(`what is opened on ${path} works for somebody who has signed out in another tab`, async (t) => {
    const page = await stage.enter(t, await stage.member(), path);
    await openKept(page, path);
    await inAnotherTab(t, page, '/logout');
    await sendFeedback(page);
    await press(page, 'Close');
    assert.equal(await changeLanguage(page), 200);
    await page.waitForSelector('a[href="/signin"]');
  });
}

test('where the dialog of a page without islands cannot be loaded its link leads to the form all the same [SHELL-27]', async (t) => {
  const page = await stage.visitor(t, { expects: /ERR_FAILED/ });
  const { mountScript } = JSON.parse(readFileSync(manifest, 'utf8'));
  await intercept(page, mountScript, (request) => request.abort());
  await page.goto(`${url}/info/terms`);
  await pressAndGo(page, 'Feedback', 'link');
  assert.equal(page.url(), `${url}/feedback`);
});
