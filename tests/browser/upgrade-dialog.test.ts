import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { flattenPack } from '#src/i18n/packs.ts';
import type { PageAssets } from '#views/page-assets.ts';
import { releasePacks } from '../support/packs.ts';
import { PLANS_ON } from '../support/plans.ts';
import { audit } from './audit.ts';
import { enterAndGo, tabTo } from './by-keyboard.ts';
import { openDomainStage } from './domain-stage.ts';
import { find, keyboardAt, press, pressAndGo, see, textOf } from './screens.ts';

const stage = await openDomainStage(PLANS_ON);
const { url } = stage.server;
const manifest = new URL('../../static/build/manifest.json', import.meta.url);
const assets: PageAssets = JSON.parse(readFileSync(manifest, 'utf8'));
const german = flattenPack(releasePacks.read('de'));
const BOLT = 'Upgrade to Identity Plus';

type Test = Parameters<typeof stage.visitor>[0];

/** Somebody on the free plan, on the dashboard, with the dialog open. */
async function openUpgrade(t: Test): Promise<Page> {
  const page = await stage.enter(t, await stage.member(), '/dashboard');
  await reopen(page);
  return page;
}

async function reopen(page: Page): Promise<void> {
  await page.click('[data-upgrade-open]');
  await page.waitForSelector('dialog[open] .quote');
}

async function left(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('dialog[open], dialog .quote') === null);
}

const dialogText = async (page: Page) => (await textOf(page, 'dialog[open]')).replaceAll(/\s+/g, ' ');
const hrefOf = (page: Page) => page.$eval('dialog[open] .btn--primary', (link) => link.getAttribute('href'));

test('the bolt opens Identity Plus over the page: choice, price, benefits, a made-up testimonial that says so, and two ways on [PLAN-14 PLAN-03 PLAN-06]', async (t) => {
  const page = await openUpgrade(t);
  assert.match(
    await dialogText(page),
    /^Identity Plus .*Monthly Yearly \$35 ?\/month Unlimited custom domains Full API access .*Sample reviewer, sample .*AI-generated, not from a real person\. Maybe Later Upgrade to Identity Plus$/,
  );
  assert.equal(new URL(page.url()).pathname, '/dashboard');
});

test('Escape, a press outside, Maybe Later and the button close it, and the keyboard is back on the bolt [PLAN-15]', async (t) => {
  const page = await openUpgrade(t);
  const ways = [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(5, 5),
    () => press(page, 'Maybe Later'),
    () => press(page, 'Close'),
  ];
  for (const close of ways) {
    await close();
    await left(page);
    await keyboardAt(page, BOLT);
    await reopen(page);
  }
});

test('the keyboard opens it, stays in it, chooses yearly and goes to that page [PLAN-14 PLAN-15 PLAN-17]', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/dashboard');
  await tabTo(page, BOLT);
  await page.keyboard.press('Enter');
  await page.waitForSelector('dialog[open] .quote');
  const seen = new Set<string>();
  for (let tabs = 0; tabs < 12; tabs += 1) {
    await page.keyboard.press('Tab');
    seen.add(await page.evaluate(() => document.activeElement?.closest('dialog, main, header, footer')?.tagName ?? ''));
  }
  assert.deepEqual(
    [...seen].filter((place) => place !== 'DIALOG' && place !== ''),
    [],
  );
  await tabTo(page, 'INPUT');
  await page.keyboard.press('ArrowRight');
  await see(page, '$365');
  await tabTo(page, BOLT);
  await enterAndGo(page);
  assert.equal(page.url(), `${url}/plans/identity/year`);
});

test('price and way follow the choice, which is still there when it opens again [PLAN-14 PLAN-17]', async (t) => {
  const page = await openUpgrade(t);
  assert.equal(await hrefOf(page), '/plans/identity/month');
  await (await find(page, 'radio', 'Yearly')).click();
  await see(page, '$365');
  assert.equal(await hrefOf(page), '/plans/identity/year');
  assert.doesNotMatch(await dialogText(page), /\$35 ?\/month/);
  await press(page, 'Maybe Later');
  await left(page);
  await reopen(page);
  assert.equal(await page.$eval('dialog [value=annually]', (input) => (input as HTMLInputElement).checked), true);
  assert.match(await dialogText(page), /\$365/);
  await pressAndGo(page, BOLT, 'link');
  assert.equal(page.url(), `${url}/plans/identity/year`);
});

test('another opening may show another testimonial [PLAN-16]', async (t) => {
  const page = await openUpgrade(t);
  const seen = new Set<string>();
  for (let openings = 0; openings < 40 && seen.size < 2; openings += 1) {
    seen.add(await textOf(page, 'dialog .quote blockquote'));
    await page.keyboard.press('Escape');
    await left(page);
    await reopen(page);
  }
  assert.equal(seen.size, 2);
});

test('once the language was changed on the page the testimonial speaks it too [PLAN-03 PLAN-16]', async (t) => {
  const page = await openUpgrade(t);
  await press(page, 'Maybe Later');
  await left(page);
  await (await find(page, 'link', 'Settings')).click();
  await page.waitForSelector('dialog[open] select');
  await page.select('dialog[open] select', 'de');
  await press(page, 'Change language');
  await find(page, 'button', german['settings.language.change'] ?? '');
  await page.keyboard.press('Escape');
  await left(page);
  await reopen(page);
  const quote = await textOf(page, 'dialog[open] .quote blockquote');
  assert.ok(Object.values(german).includes(quote), quote);
});

test('whoever has custom domains already, or has not signed in, is asked nothing and loads nothing of it [PLAN-18]', async (t) => {
  const lucky = await stage.member();
  stage.givePlan(lucky, 'identity');
  const own = [...(assets.islandScripts.upgrade ?? []).slice(0, 1), assets.islandPacks.upgrade?.en ?? ''];
  assert.equal(own.filter(Boolean).length, 2);
  const loadedOn = (page: Page) =>
    page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname));
  const stranger = await stage.visitor(t);
  await stranger.goto(url, { waitUntil: 'networkidle0' });
  for (const page of [await stage.enter(t, lucky, '/dashboard'), stranger]) {
    assert.equal(await page.$('[data-upgrade-open]'), null);
    assert.deepEqual(
      (await loadedOn(page)).filter((path) => own.includes(path)),
      [],
    );
  }
  const lacking = await stage.enter(t, await stage.member(), '/dashboard');
  assert.deepEqual((await loadedOn(lacking)).filter((path) => own.includes(path)).sort(), own.sort());
});

test('without script the bolt leads to the prices [PLAN-18]', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/dashboard', { hasScript: false });
  await pressAndGo(page, BOLT, 'link');
  assert.equal(new URL(page.url()).pathname, '/pricing');
});

test('the dialog is accessible and fits, at three widths in both themes', async (t) => {
  await audit(await openUpgrade(t));
});
