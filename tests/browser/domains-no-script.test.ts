import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { openDomainStage, sendDomain } from './domain-stage.ts';
import { fill, linkOn, pressAndGo, textOf } from './screens.ts';

const stage = await openDomainStage();
const { url } = stage.server;

const withoutScript = { hasScript: false } as const;
const main = (page: Page) => textOf(page, 'main');

test('without script a domain is added, checked and removed by forms [DOM-05 DOM-09 DOM-10 DOM-18 DOM-29 DOM-31]', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/account/domains', withoutScript);
  await pressAndGo(page, 'Add Domain', 'link');
  assert.equal(await page.$eval('[data-feedback-open]', (link) => link.checkVisibility()), false);
  await fill(page, '#domain', 'plain.example.net');
  await pressAndGo(page, 'Continue');
  assert.equal(new URL(page.url()).pathname, '/account/domains/plain.example.net/verify');
  assert.match(await main(page), /Domain added successfully\.[\s\S]*Domain Verification Steps/);
  assert.equal(await page.$('.steps button[type=submit]'), null);
  await stage.pointHere(page, 'plain.example.net');
  stage.letHalfAMinutePass();
  await page.reload();
  await pressAndGo(page, 'Verify');
  assert.match(await main(page), /Domain verification initiated successfully\.[\s\S]*Domain Status[\s\S]*Active/);

  await pressAndGo(page, 'Custom Domains', 'link');
  await page.click('summary[aria-label="Actions for plain.example.net"]');
  const removing = 'details.menu details.without-script';
  assert.equal(await page.$eval(`${removing} button`, (button) => button.checkVisibility()), false);
  await page.click(`${removing} summary`);
  await pressAndGo(page, 'Remove domain');
  assert.match(await main(page), /Domain removed successfully[\s\S]*No domains yet/);
});

test('a menu that is open makes no page wider than its window, down to where the table becomes a list', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/account/domains/add', withoutScript);
  const name = `${'department-of-names.'.repeat(3)}example.net`;
  await sendDomain(page, url, name);
  await pressAndGo(page, 'Custom Domains', 'link');
  await page.click(`summary[aria-label="Actions for ${name}"]`);
  await page.click('details.menu details.without-script summary');
  for (const width of [320, 641, 800, 1280]) {
    await page.setViewport({ width, height: 844 });
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
  }
});

test('a refused name comes back in its field, with the reason in the banner [DOM-12 ERR-18]', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/account/domains/add', withoutScript);
  await sendDomain(page, url, 'not a domain');
  assert.equal(await textOf(page, 'main [role=alert]'), 'Not a valid domain address.');
  assert.equal(await page.$eval('#domain', (field) => (field as HTMLInputElement).value), 'not a domain');
});

test('an apex gets its A record, and the warning that a CNAME will not do [DOM-16 DOM-20]', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/account/domains/add', withoutScript);
  await sendDomain(page, url, 'Example.NET');
  const words = await main(page);
  assert.match(words, /example\.net is an apex domain\. A CNAME is not allowed here; an A record is required\./);
  assert.match(words, /Create an A record[\s\S]*@\.example\.net[\s\S]*192\.0\.2\.44/);
});

test('a name with letters of its own keeps them where people read it [DOM-04 DOM-09]', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/account/domains/add', withoutScript);
  await sendDomain(page, url, 'bücher.example.net');
  assert.match(await main(page), /Before we can activate links for bücher\.example\.net/);
  await pressAndGo(page, 'Custom Domains', 'link');
  assert.match(await textOf(page, 'tbody'), /bücher\.example\.net/);
});

test('the domain of a link is chosen in a plain list [CRE-08 GEN-03]', async (t) => {
  const member = await stage.member();
  const owner = await stage.enter(t, member, '/dashboard');
  await stage.addWorking(owner, 'list.example.net');
  const page = await stage.enter(t, member, '/dashboard', withoutScript);
  await page.click('.disc summary');
  await fill(page, '#secret', 'x');
  await page.select('#share_domain', 'list.example.net');
  await page.click('.disc summary');
  assert.equal((await textOf(page, '.sheet__opts')).trim(), 'Privacy Options');
  await pressAndGo(page, 'Create a secret link');
  assert.match(await linkOn(page), /^http:\/\/list\.example\.net:/);
});
