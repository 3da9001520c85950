import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { openDomainStage } from './domain-stage.ts';
import { interceptWhere } from './interception.ts';
import { fill, pressTwice, see } from './screens.ts';

const stage = await openDomainStage();
const { url } = stage.server;
const manifest = JSON.parse(readFileSync(new URL('../../static/build/manifest.json', import.meta.url), 'utf8'));

/** A customer's page on which forms are sent by the browser: the script that takes them over has not come. */
async function enterEarly(t: Parameters<typeof stage.enter>[0], path: string): Promise<Page> {
  const page = await stage.enter(t, await stage.member(), path, { expects: /net::ERR_FAILED/ });
  await page.setCacheEnabled(false);
  await interceptWhere(
    page,
    (request) => new URL(request.url()).pathname === manifest.mountScript,
    (request) => request.abort(),
  );
  return page;
}

async function sendTwice(page: Page, button: string): Promise<void> {
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname));
  await Promise.all([page.waitForNavigation(), pressTwice(page, button)]);
  assert.equal(sent.length, 1, sent.join());
}

test('who presses twice before the scripts have come shares, burns and writes feedback once', async (t) => {
  const page = await enterEarly(t, '/dashboard');
  await page.goto(`${url}/dashboard`);
  await fill(page, '#secret', 'once');
  await sendTwice(page, '.sheet [type=submit]');
  await page.goto(`${page.url()}/burn`);
  await sendTwice(page, '[action$="/burn"] [type=submit]');
  await see(page, 'You destroyed this secret before anyone read it.');
  await page.goto(`${url}/feedback`);
  await fill(page, 'textarea', 'Well done');
  await sendTwice(page, '[action="/feedback"] [type=submit]');
});

test('who presses twice before the scripts have come reads that a domain was checked, and removed', async (t) => {
  const page = await enterEarly(t, '/account/domains/add');
  await fill(page, '#domain', 'twice.example.net');
  await Promise.all([page.waitForNavigation(), page.click('[action="/account/domains/add"] [type=submit]')]);
  await see(page, 'Domain Verification Steps');
  await stage.pointHere(page, 'twice.example.net');
  stage.letHalfAMinutePass();
  await page.reload();
  await sendTwice(page, '[action$="/verify"] [type=submit]');
  await see(page, 'Domain verification initiated successfully.');
  await page.goto(`${url}/account/domains`);
  await page.click('summary[aria-label="Actions for twice.example.net"]');
  await page.click('details.menu details.without-script summary');
  await sendTwice(page, '[action$="/remove"] [type=submit]');
  await see(page, 'Domain removed successfully');
});
