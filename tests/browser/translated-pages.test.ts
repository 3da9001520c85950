import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { CLUSTER, openDomainStage } from './domain-stage.ts';
import { contentOf, linkOn, open, press, see, textOf } from './screens.ts';
import { TRANSLATED, translated, translatePages } from './translators.ts';

const stage = await openDomainStage();

/** The page that is open, as it is once the browser has translated it. */
async function openTranslated(page: Page): Promise<void> {
  await translatePages(page);
  await open(page, page.url());
  await translated(page);
}

test('a page that the browser translates shows what a new check of the domain has found', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/dashboard');
  const name = 'translated.example.net';
  await stage.add(page, name);
  stage.letHalfAMinutePass();
  await open(page, page.url());
  await press(page, 'Verify');
  await see(page, 'Domain Status');
  stage.letHalfAMinutePass();
  await openTranslated(page);
  stage.records.push({ name, type: 'CNAME', data: CLUSTER.host });
  await press(page, `${TRANSLATED}Verify`);
  await page.waitForFunction(
    (host) => document.querySelector('.kv bdi.mono')?.textContent?.endsWith(host),
    {},
    CLUSTER.host,
  );
});

test('a page that the browser translates can be put into a language of the site, and what was typed stays', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/account/domains/add');
  await openTranslated(page);
  await page.type('#domain', 'typed.example.net');
  await page.click('[data-settings-open]');
  await page.waitForSelector('dialog[open] #settings-locale');
  await page.select('#settings-locale', 'tr');
  await page.click('dialog[open] form [type=submit]');
  await see(page, 'gibi bir alt alan adı kullanın');
  assert.equal(await contentOf(page, '#domain'), 'typed.example.net');
  assert.doesNotMatch(await textOf(page, 'main'), /Use a subdomain/);
});

test('what has to arrive to the letter is not translated: a link, a message on paper, a key, a record', async (t) => {
  const { url } = stage.server;
  const member = await stage.member();
  const { secretKey, metadataKey } = await member.share('keep this to the letter');
  const page = await stage.enter(t, member, '/account/domains');
  await stage.add(page, 'letters.example.net');
  await openTranslated(page);
  const record = await page.$$eval('.steps dd.mono', (values) => values.map(({ textContent }) => textContent));
  assert.deepEqual([record[0], record[3], record[4]], ['TXT', 'CNAME', 'letters']);
  await open(page, `${url}/account`);
  await press(page, `${TRANSLATED}Generate`);
  await page.waitForSelector('output.copy__value');
  assert.doesNotMatch(await textOf(page, 'output.copy__value'), new RegExp(TRANSLATED));
  await open(page, `${url}/private/${metadataKey}`);
  await translated(page);
  assert.equal(await linkOn(page), `${url}/secret/${secretKey}`);
  await open(page, `${url}/secret/${secretKey}`);
  await press(page, `${TRANSLATED}Click to continue`);
  await page.waitForSelector('.on-paper');
  assert.equal(await page.$eval('.on-paper', ({ textContent }) => textContent), 'keep this to the letter');
});
