import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { PLANS_ON } from '../support/plans.ts';
import { audit } from './audit.ts';
import { enterAndGo, tabTo } from './by-keyboard.ts';
import { openDomainStage } from './domain-stage.ts';
import { find, keyboardAt, open, pressAndGo, textOf } from './screens.ts';

const stage = await openDomainStage({
  ...PLANS_ON,
  HUSHLINK_SITE_SELF_HOSTING_URL: 'https://code.example.org/hushlink',
  HUSHLINK_LEGAL_CONTACT_ADDRESS: 'office@example.org',
});
const { url } = stage.server;

/** What the cards say now, each in one line. */
const cards = async (page: Page) => {
  const texts = await page.$$eval('.plan', (plans) => plans.map((plan) => (plan as HTMLElement).innerText));
  return texts.map((text) => text.replaceAll(/\s+/g, ' '));
};
const pathOf = (page: Page) => new URL(page.url()).pathname;
const MONTHLY = [
  /Identity Plus .*\$35 ?\/month.*Choose Identity Plus$/,
  /Global Elite .*\$245 ?\/month.*Choose Global Elite$/,
];
const YEARLY = [
  /Identity Plus .*\$365 ?\/year.*Choose Identity Plus$/,
  /Global Elite .*\$2545 ?\/year.*Choose Global Elite$/,
];

async function shows(page: Page, prices: readonly RegExp[]): Promise<void> {
  const texts = await cards(page);
  prices.forEach((price, at) => void assert.match(texts[at] ?? '', price));
  assert.equal(texts.join(' ').match(/\$/g)?.length, 2, 'one price on each card');
}

for (const hasScript of [true, false]) {
  test(`${hasScript ? 'with' : 'without'} script the choice swaps the prices, and the button leads to the plan in that period [PLAN-02 PLAN-09]`, async (t) => {
    const page = await stage.visitor(t, { hasScript });
    await page.goto(`${url}/pricing`);
    await shows(page, MONTHLY);
    await (await find(page, 'radio', 'Yearly')).click();
    await shows(page, YEARLY);
    await pressAndGo(page, 'Choose Identity Plus');
    assert.equal(pathOf(page), '/plans/identity/year');
    assert.match(await textOf(page, 'main'), /\$365\s*\/year/);
    await pressAndGo(page, 'Pay $35 monthly instead', 'link');
    assert.equal(pathOf(page), '/plans/identity/month');
    await pressAndGo(page, 'See all plans', 'link');
    await pressAndGo(page, 'Choose Global Elite');
    assert.equal(pathOf(page), '/plans/dedicated/month');
  });
}

test('the keyboard alone chooses a period and a plan, and meets no button of the other period [PLAN-02 PLAN-09]', async (t) => {
  const page = await stage.visitor(t);
  await open(page, `${url}/pricing`);
  await tabTo(page, 'INPUT');
  await page.keyboard.press('ArrowRight');
  await shows(page, YEARLY);
  const stops = await tabTo(page, 'Get Started for Free');
  assert.deepEqual(stops, ['Choose Identity Plus', 'Choose Global Elite', 'Get Started for Free']);
  await page.keyboard.down('Shift');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.up('Shift');
  await keyboardAt(page, 'Choose Identity Plus');
  await enterAndGo(page);
  assert.equal(pathOf(page), '/plans/identity/year');
});

test('the prices have more room from side to side than other pages [SHELL-14]', async (t) => {
  const page = await stage.visitor(t);
  await page.setViewport({ width: 1600, height: 900 });
  const widthOn = async (path: string) => {
    await page.goto(url + path);
    return page.$eval('main', (main) => main.getBoundingClientRect().width);
  };
  assert.ok((await widthOn('/pricing')) > (await widthOn('/')) + 100);
});

test('an address can begin with yearly, and where no price can be hidden both buttons say what they are for [PLAN-02 PLAN-10]', async (t) => {
  const page = await stage.visitor(t);
  await open(page, `${url}/pricing?frequency=annually`);
  await shows(page, YEARLY);
  // As in a browser that cannot tell what is chosen.
  await page.$$eval('.segment input', (inputs) => {
    for (const input of inputs) (input as HTMLInputElement).checked = false;
  });
  const [identity = ''] = await cards(page);
  assert.match(identity, /\$35 ?\/month \$365 ?\/year .*Choose Identity Plus ?Monthly Choose Identity Plus ?Yearly$/);
});

test('starting free leads to the sign-up [PLAN-05]', async (t) => {
  const page = await stage.visitor(t, { hasScript: false });
  await page.goto(`${url}/pricing`);
  await pressAndGo(page, 'Get Started for Free', 'link');
  assert.equal(pathOf(page), '/signup/basic');
  assert.match(await textOf(page, 'main'), /Your plan: Basic, free of charge\./);
});

for (const path of ['/pricing', '/plans/identity/year', '/plans/dedicated/month', '/signup/identity']) {
  test(`${path} is accessible and fits, at three widths in both themes`, async (t) => {
    const page = await stage.visitor(t);
    await open(page, url + path);
    await audit(page);
  });
}

test('a plan that cannot be paid for is accessible and fits, at three widths in both themes', async (t) => {
  await audit(await stage.enter(t, await stage.member(), '/plans/identity/month'));
});

test('the two free ways have their buttons on one line, however long the texts above them are', async (t) => {
  const page = await stage.visitor(t);
  await page.setViewport({ width: 1280, height: 900 });
  await open(page, `${url}/pricing`);
  const tops = await page.$$eval('.free .btn', (buttons) => buttons.map((one) => one.getBoundingClientRect().top));
  assert.equal(tops.length, 2);
  assert.equal(tops[0], tops[1]);
});
