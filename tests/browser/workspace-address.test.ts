import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HTTPRequest, Page } from 'puppeteer-core';
import { intercept } from './interception.ts';
import { openPeopleStage } from './people-stage.ts';
import { fill, islandsReady, keyboardAt, press, pressAndGo, see, textOf } from './screens.ts';

const stage = await openPeopleStage();
const { url } = stage.server;
const LIST = '/api/v2/private/recent';

const screenOf = (page: Page) =>
  page.evaluate(() => [
    location.pathname,
    document.title.split(' · ')[0],
    String(scrollY),
    document.querySelector('h1')?.textContent,
  ]);

/** Waits for a screen by its heading, which also stands there while it loads. */
const arrive = (page: Page, heading: string) =>
  page.waitForFunction((sought) => document.querySelector('h1')?.textContent === sought, {}, heading);

test('back, forward and reload show the screen of the address, at its top [SHELL-10]', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/dashboard');
  await page.setViewport({ width: 800, height: 300 });
  await page.click('a[href="/recent"]');
  await see(page, 'No recent secrets');
  await page.click('.head__id');
  await see(page, 'Account type');
  const from = await page.evaluate(() => {
    scrollTo(0, 200);
    return scrollY;
  });
  assert.ok(from > 0);
  await page.goBack();
  await arrive(page, 'Recent secrets');
  await see(page, 'No recent secrets');
  assert.deepEqual(await screenOf(page), ['/recent', 'Recent secrets', '0', 'Recent secrets']);
  await page.goBack();
  await arrive(page, 'Dashboard');
  await page.goForward();
  await page.goForward();
  await see(page, 'Account type');
  assert.deepEqual(await screenOf(page), ['/account', 'Your Account', '0', 'Your Account']);
  await page.reload();
  await islandsReady(page);
  assert.deepEqual(await screenOf(page), ['/account', 'Your Account', '0', 'Your Account']);
  await page.goBack();
  await see(page, 'No recent secrets');
});

test('a list on its way says that it is loading, and the keyboard is there already [REC-11]', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/dashboard');
  const asked = Promise.withResolvers<HTTPRequest>();
  await intercept(page, LIST, (request) => asked.resolve(request));
  await page.click('a[href="/recent"]');
  await see(page, 'Loading...');
  await keyboardAt(page, 'Recent secrets');
  await (await asked.promise).continue();
  await see(page, 'No recent secrets');
});

test('of two screens asked for, the last one is shown, however late the first one comes', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/dashboard');
  const asked = Promise.withResolvers<HTTPRequest>();
  await intercept(page, LIST, (request) => asked.resolve(request));
  await page.click('a[href="/recent"]');
  const late = await asked.promise;
  await page.click('.head__id');
  await see(page, 'Account type');
  const come = page.waitForResponse((response) => response.url().endsWith(LIST));
  await late.continue();
  await come;
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  assert.equal((await screenOf(page))[0], '/account');
  await see(page, 'Account type');
});

test('screens and refusals keep to the language of the page, whichever is saved in another tab', async (t) => {
  const member = await stage.member();
  await member.share('x');
  const page = await stage.enter(t, member, '/dashboard', { expects: /status of 422/ });
  const other = await stage.visitor(t, { sameAs: page, hasScript: false });
  await other.goto(`${url}/account/settings`);
  await other.select('select[name=locale]', 'fr');
  await pressAndGo(other, 'Change language');
  await page.bringToFront();
  await page.click('a[href="/recent"]');
  await see(page, 'Not received');
  assert.match(await textOf(page, '.list__meta'), / ago$|^now$/);
  await page.click('.head__id');
  await see(page, 'Account type');
  assert.match(await textOf(page, '.title p'), /^Created one secret since [A-Z][a-z]+ \d+, \d{4}$/);
  await fill(page, '#currentp', 'wrong');
  await fill(page, '#newp', 'another lantern 8');
  await fill(page, '#newp2', 'yet another lantern 8');
  await press(page, 'Update password');
  await see(page, 'The two new passwords are not the same.');
});

test('the tab counts what stands in the list below it, also what was shared after the page came', async (t) => {
  const member = await stage.member();
  await member.share('before');
  const page = await stage.enter(t, member, '/dashboard');
  const counted = () => textOf(page, '.tabs .badge');
  assert.equal(await counted(), '1');
  for (const secret of ['from another tab', 'from a program']) await member.share(secret);
  await page.click('a[href="/recent"]');
  await see(page, 'Not received');
  assert.deepEqual([await counted(), (await page.$$('.list__item')).length], ['3', 3]);
  await page.click('a[href="/dashboard"]');
  await page.waitForSelector('#secret');
  assert.equal(await counted(), '3');
});

test('a list of a wrong shape is called unexpected, and the other screens go on [ERR-08]', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/dashboard');
  const body = JSON.stringify({ records: [], details: { received: 'nothing' } });
  await intercept(page, LIST, (request) => request.respond({ status: 200, contentType: 'application/json', body }));
  await page.click('a[href="/recent"]');
  await page.waitForSelector('main [role=alert]');
  await see(page, 'Unexpected response format');
  await page.click('a[href="/dashboard"]');
  await page.waitForSelector('#secret');
});

test('a list that does not come for want of a connection says so [ERR-07]', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/dashboard', { expects: /ERR_FAILED/ });
  await intercept(page, LIST, (request) => request.abort('failed'));
  await page.click('a[href="/recent"]');
  await see(page, `Failed to fetch data from ${LIST}`);
});
