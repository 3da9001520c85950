import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { openDomainStage } from './domain-stage.ts';
import { goHomeAndType, holdPost, isUndisturbed } from './held-posts.ts';
import { contentOf, fill, press, see } from './screens.ts';

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
  const post = await holdPost(page, '/api/v2/secret/conceal');
  await fill(page, '#secret', 'not lost');
  await page.select('#ttl', '3600');
  await page.$eval('[name=share_domain]', (field) => {
    (field as HTMLInputElement).value = 'foreign.example.net';
  });
  await press(page, 'Create a secret link');
  await post.sent;
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

async function openRecent(page: Page): Promise<void> {
  await page.click('.tabs a[href="/recent"]');
  await see(page, 'No recent secrets');
}

async function goHome(page: Page): Promise<void> {
  await page.click('.head .brand');
  await page.waitForSelector('#secret');
}
