import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { openDomainStage } from './domain-stage.ts';
import { goHomeAndType, type HeldPost, holdPost, isUndisturbed } from './held-posts.ts';
import { fill, open, press, see, textOf } from './screens.ts';

const stage = await openDomainStage();
const { url } = stage.server;

test('a domain that is added when somebody has gone home leaves them there, and stands in the list they open next', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/account/domains/add');
  const post = await holdPost(page, '/api/v2/account/domains/add');
  await fill(page, '#domain', 'late.example.net');
  await press(page, 'Continue');
  await post.sent;
  await goHomeAndType(page);
  await post.letGo();
  await isUndisturbed(page);
  await page.click('.tabs a[href="/account/domains"]');
  await see(page, 'late.example.net');
  assert.doesNotMatch(await textOf(page), /Domain added successfully/);
});

for (const hasClosed of [true, false]) {
  const how = hasClosed ? 'has closed the dialog and stays' : 'waits';
  test(`of a domain that is removed the page tells who ${how} [DOM-05]`, async (t) => {
    const page = await stage.enter(t, await stage.member(), '/dashboard');
    const post = await removeHeld(page, `stay-${hasClosed}.example.net`, hasClosed);
    await Promise.all([page.waitForNavigation(), post.letGo()]);
    await see(page, 'Domain removed successfully');
  });
}

test('a domain that is removed when somebody has gone home leaves them there, and is not in the list they open next', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/dashboard');
  const post = await removeHeld(page, 'gone.example.net', true);
  await goHomeAndType(page);
  await post.letGo();
  await isUndisturbed(page);
  await page.click('.tabs a[href="/account/domains"]');
  await see(page, 'No domains yet');
});

test('why a domain was not removed stands above the list for who has closed the dialog', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/dashboard');
  const post = await removeHeld(page, 'kept.example.net', true);
  stage.alter(`DELETE FROM domain WHERE name = 'kept.example.net'`);
  await post.letGo();
  assert.match(await textOf(page, 'main [role=alert]'), /You have no such domain/);
});

/** Confirms that a domain is to go; the answer waits. */
async function removeHeld(page: Page, name: string, hasClosed: boolean): Promise<HeldPost> {
  await stage.add(page, name);
  await open(page, `${url}/account/domains`);
  const post = await holdPost(page, `/api/v2/account/domains/${name}/remove`);
  await page.click(`summary[aria-label="Actions for ${name}"]`);
  await press(page, 'Remove');
  await press(page, 'Remove domain');
  await post.sent;
  if (hasClosed) await press(page, 'Cancel');
  return post;
}

test('a secret that is made when somebody has gone elsewhere leaves them there, and is among the recent ones they open next', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/dashboard');
  const post = await holdPost(page, '/api/v2/secret/conceal');
  await fill(page, '#secret', 'x');
  await press(page, 'Create a secret link');
  await post.sent;
  await page.click('.tabs a[href="/recent"]');
  await see(page, 'No recent secrets');
  await goHomeAndType(page);
  await post.letGo();
  await isUndisturbed(page);
  await page.click('.tabs a[href="/recent"]');
  await page.waitForFunction(() => document.querySelector('.tabs [aria-current] .badge')?.textContent === '1');
});
