import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import type { Cleanup } from '../support/temp.ts';
import { openDomainStage } from './domain-stage.ts';
import { goHomeAndType, type HeldPost, holdPost, isUndisturbed } from './held-posts.ts';
import { contentOf, fill, press, see, textOf } from './screens.ts';

const stage = await openDomainStage();

test('a secret that is made when somebody has gone elsewhere leaves them there, and is among the recent ones they open next', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/dashboard');
  const post = await holdPost(page, '/api/v2/secret/conceal');
  await fill(page, '#secret', 'x');
  await press(page, 'Create a secret link');
  await post.sent;
  await openRecent(page);
  await goHomeAndType(page);
  await post.letGo();
  await isUndisturbed(page);
  await page.click('.tabs a[href="/recent"]');
  await page.waitForFunction(() => document.querySelector('.tabs [aria-current] .badge')?.textContent === '1');
});

test('a secret that is refused when somebody has gone elsewhere stands on the dashboard they open next, once, with the reason', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/dashboard');
  const post = await shareForeign(page, 'not lost');
  await openRecent(page);
  await post.letGo();
  await goHome(page);
  await page.waitForSelector('form.sheet [role=alert]');
  assert.deepEqual([await contentOf(page, '#secret'), await contentOf(page, '#ttl')], ['not lost', '3600']);
  await openRecent(page);
  await goHome(page);
  assert.equal(await contentOf(page, '#secret'), '');
  assert.equal(await page.$('form.sheet [role=alert]'), null);
});

test('a secret that is refused when somebody is back already stands in the form they have not touched, with the reason', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/dashboard');
  const post = await shareForeign(page, 'not lost');
  await openRecent(page);
  await goHome(page);
  await page.focus('#secret');
  await post.letGo();
  await page.waitForSelector('form.sheet [role=alert]:focus');
  assert.deepEqual([await contentOf(page, '#secret'), await contentOf(page, '#ttl')], ['not lost', '3600']);
  assert.doesNotMatch(await textOf(page), /No link was made/);
});

test('where another is begun by then the reason is said beside it, and the secret stands in the form after that one', async (t) => {
  const page = await enterAndBeginAnother(t);
  await isUndisturbed(page);
  await press(page, 'Create a secret link');
  const link = await page.waitForSelector('main a[href^="/private/"][target=_blank]:focus');
  assert.equal(await contentOf(page, '#secret'), 'not lost');
  assert.ok(await page.$('form.sheet [role=alert]'));
  await page.goto((await link?.evaluate(({ href }) => href)) ?? '');
  await see(page, 'It opens once.');
});

test('where the one that is begun is taken out again the secret that was refused comes into its place', async (t) => {
  const page = await enterAndBeginAnother(t);
  await fill(page, '#secret', '');
  await page.focus('footer a');
  await page.waitForSelector('form.sheet [role=alert]');
  assert.equal(await contentOf(page, '#secret'), 'not lost');
});

test('where the one that is begun is left, too, the secret that was refused stands on the dashboard that is opened next', async (t) => {
  const page = await enterAndBeginAnother(t);
  await openRecent(page);
  await goHome(page);
  await page.waitForSelector('form.sheet [role=alert]');
  assert.equal(await contentOf(page, '#secret'), 'not lost');
  assert.doesNotMatch(await textOf(page), /No link was made/);
});

/** Somebody who is back on the dashboard and writes when the secret before that is refused. */
async function enterAndBeginAnother(t: Cleanup): Promise<Page> {
  const page = await stage.enter(t, await stage.member(), '/dashboard');
  const post = await shareForeign(page, 'not lost');
  await openRecent(page);
  await goHomeAndType(page);
  await post.letGo();
  await see(page, 'No link was made for the secret you sent before.');
  assert.equal(await page.$('form.sheet [role=alert]'), null);
  return page;
}

/** Shares it under a domain that the server will refuse; the answer waits. */
async function shareForeign(page: Page, text: string): Promise<HeldPost> {
  const post = await holdPost(page, '/api/v2/secret/conceal');
  await fill(page, '#secret', text);
  await page.select('#ttl', '3600');
  await page.$eval('[name=share_domain]', (field) => {
    (field as HTMLInputElement).value = 'foreign.example.net';
  });
  await press(page, 'Create a secret link');
  await post.sent;
  return post;
}

async function openRecent(page: Page): Promise<void> {
  await page.click('.tabs a[href="/recent"]');
  await see(page, 'No recent secrets');
}

async function goHome(page: Page): Promise<void> {
  await page.click('.head .brand');
  await page.waitForSelector('#secret');
}
