import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { PLANS_ON } from '../support/plans.ts';
import type { Cleanup } from '../support/temp.ts';
import { audit } from './audit.ts';
import { openDomainStage } from './domain-stage.ts';
import type { Member } from './people-stage.ts';
import { find, open, press, see, textOf } from './screens.ts';

const stage = await openDomainStage(PLANS_ON);
const { url } = stage.server;
let domains = 0;

/** Somebody with a domain, an open page of it, and no plan with custom domains any more. */
async function former(t: Cleanup): Promise<{ member: Member; page: Page; name: string }> {
  const [member, name] = [await stage.member(), `former${++domains}.example.net`];
  stage.givePlan(member, 'identity');
  const page = await stage.enter(t, member, '/account/domains');
  await stage.addWorking(page, name);
  stage.givePlan(member, 'basic');
  return { member, page, name };
}

const main = (page: Page) => textOf(page, 'main');
const hrefs = (page: Page) => page.$$eval('main a', (links) => links.map((link) => link.getAttribute('href')));

test('a customer without custom domains has no tab for them, and every page of them says what it takes [SHELL-31 GEN-08]', async (t) => {
  const { page, name } = await former(t);
  await open(page, `${url}/dashboard`);
  assert.doesNotMatch(await textOf(page, '.tabs'), /Custom Domains/);
  assert.ok(!(await page.$('#share_domain')), 'no domain can be chosen');
  for (const path of ['', '/add', `/${name}/verify`, `/${name}/brand`]) {
    await page.goto(`${url}/account/domains${path}`);
    await see(page, 'with a plan that has custom domains.');
    assert.ok((await hrefs(page)).includes('/pricing'), path);
    assert.ok(!(await hrefs(page)).includes('/account/domains/add'), path);
    await audit(page);
  }
});

test('what is left from a better plan is looked at and removed, by way of the screens [GEN-08 DOM-05]', async (t) => {
  const { page, name } = await former(t);
  await open(page, `${url}/account/domains`);
  assert.match(await main(page), new RegExp(`${name}\\s+Active`));
  await page.click(`summary[aria-label="Actions for ${name}"]`);
  assert.doesNotMatch(await textOf(page, '.menu__panel'), /Appearance/);
  await (await find(page, 'link', 'Review verification steps')).click();
  await see(page, 'Domain Verification Steps');
  assert.equal(await page.$('.steps button[type=submit]'), null);
  await page.goBack();
  await see(page, name);
  await page.click(`summary[aria-label="Actions for ${name}"]`);
  await press(page, 'Remove');
  await page.waitForSelector('dialog[open] form');
  await press(page, 'Remove domain');
  await see(page, 'Domain removed successfully');
});

test('a plan that ends while its pages are open is told by what they are answered', async (t) => {
  const [member, name] = [await stage.member(), `open${++domains}.example.net`];
  stage.givePlan(member, 'identity');
  const page = await stage.enter(t, member, '/account/domains', { expects: /status of 422/ });
  await open(page, `${url}/account/domains/add`);
  await page.type('#domain', name);
  stage.givePlan(member, 'basic');
  await press(page, 'Continue');
  await see(page, 'Your plan has no custom domains.');
  assert.equal(await page.$eval('#domain', (field) => (field as HTMLInputElement).value), name);
  stage.givePlan(member, 'identity');
  await open(page, `${url}/account`);
  stage.givePlan(member, 'basic');
  await press(page, 'Generate');
  await see(page, 'Your plan has no API access.');
});

test('the account page of a customer without the API says what it takes, and fits [GEN-08 ACC-02]', async (t) => {
  const member = await stage.member();
  const page = await stage.enter(t, member, '/account');
  assert.match(
    await main(page),
    /Account type\s+Basic[\s\S]*API key\s+Programs can act for you with a plan that has API access/,
  );
  assert.ok((await hrefs(page)).includes('/pricing'));
  await audit(page);
  stage.givePlan(member, 'identity');
  await page.reload();
  assert.match(await main(page), /Account type\s+Identity Plus/);
  await find(page, 'button', 'Generate');
});

test('without script the same is said, and a domain is removed [GEN-08]', async (t) => {
  const { member, name } = await former(t);
  const page = await stage.enter(t, member, '/account/domains', { hasScript: false });
  assert.match(await main(page), /with a plan that has custom domains/);
  await page.click(`summary[aria-label="Actions for ${name}"]`);
  await page.click('details.menu details.without-script summary');
  const gone = page.waitForNavigation();
  await press(page, 'Remove domain');
  await gone;
  assert.match(await main(page), /Domain removed successfully/);
});
