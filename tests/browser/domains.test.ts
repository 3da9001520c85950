import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { confirmationAfter, holdConfirmations } from './confirmations.ts';
import { openDomainStage } from './domain-stage.ts';
import { intercept } from './interception.ts';
import { fill, find, islandsReady, keyboardAt, open, press, pressAndGo, see, textOf } from './screens.ts';

const stage = await openDomainStage();
const { url } = stage.server;

async function follow(page: Page, name: string): Promise<void> {
  await (await find(page, 'link', name)).click();
}

const openMenu = (page: Page, name: string) => page.click(`summary[aria-label="Actions for ${name}"]`);

const pathOf = (page: Page) => new URL(page.url()).pathname;

/** What answers of the API this page gets instead of the server's. */
async function answerWith(page: Page, path: RegExp, status: number, body: unknown): Promise<void> {
  await intercept(page, path, (request) =>
    request.respond({ status, contentType: 'application/json', body: JSON.stringify(body) }),
  );
}

test('a domain is added, shows its steps, and is active once its records are there and checked [DOM-03 DOM-09 DOM-10 DOM-14 DOM-24 DOM-26 DOM-31]', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/account/domains');
  await see(page, 'No domains yet');
  await follow(page, 'Add Domain');
  await page.waitForSelector('#domain:focus');
  await page.keyboard.type('one.example.net');
  await page.keyboard.press('Enter');
  await see(page, 'Domain added successfully.');
  assert.equal(pathOf(page), '/account/domains/one.example.net/verify');
  await see(page, 'Before we can activate links for one.example.net');
  await see(page, 'You can ask for a check here 30 seconds after the last change.');
  await stage.pointHere(page, 'one.example.net');
  stage.letHalfAMinutePass();
  await open(page, page.url());
  await press(page, 'Verify');
  await see(page, 'Domain verification initiated successfully.');
  await see(page, 'Domain Status');
  assert.match(
    await textOf(page, '[aria-labelledby="domain-status"]'),
    /Status\s+Active[\s\S]*edge\.hush\.example\.org/,
  );
  await page.waitForFunction(() => document.querySelector('.steps button[type=submit]') === null);
  // The tabs know nothing of the domain yet: this way loads the page.
  await follow(page, 'Custom Domains');
  await page.waitForFunction(() => document.querySelector('.tabs [aria-current] .badge')?.textContent === '1');
  assert.match(await textOf(page, 'tbody'), /one\.example\.net\s+Active/);
});

test('the steps take the place of the form: Back does not lead to it [DOM-09]', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/account/domains');
  await follow(page, 'Add Domain');
  await page.waitForSelector('#domain');
  await fill(page, '#domain', 'back.example.net');
  await press(page, 'Continue');
  await see(page, 'Domain added successfully.');
  await page.goBack();
  await see(page, 'Custom Domains');
  assert.equal(pathOf(page), '/account/domains');
});

test("until the answer is there the form says 'Adding...', then where it is going [DOM-08 DOM-09]", async (t) => {
  const page = await stage.enter(t, await stage.member(), '/account/domains/add');
  const said: string[] = [];
  await page.exposeFunction('note', (text: string) => void said.push(text));
  await page.evaluate(() => {
    const { note } = window as unknown as { note: (text: string) => void };
    const form = document.querySelector('form[action="/account/domains/add"]') as HTMLFormElement;
    new MutationObserver(() => note(form.innerText)).observe(form, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  await fill(page, '#domain', 'slow.example.net');
  await press(page, 'Continue');
  await see(page, 'Domain Verification Steps');
  assert.match(said.join('\n'), /Adding\.\.\.[\s\S]*Navigating to verification page\.\.\./);
});

test('what is no domain is refused by the server, in the banner, and stays in the field [DOM-12 ERR-18]', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/account/domains/add');
  await fill(page, '#domain', 'not a domain');
  await press(page, 'Continue');
  await page.waitForSelector('.main [role=alert]');
  assert.equal(await textOf(page, '.main [role=alert]'), 'Not a valid domain address.');
  assert.equal(await page.$eval('#domain', (field) => (field as HTMLInputElement).value), 'not a domain');
  await find(page, 'button', 'Continue');
});

test("an answer that names no domain leads nowhere: 'Domain is undefined or empty' [ERR-17]", async (t) => {
  const page = await stage.enter(t, await stage.member(), '/account/domains/add');
  await answerWith(page, /\/domains\/add$/, 200, { success: true, record: { display_domain: '' } });
  await fill(page, '#domain', 'empty.example.net');
  await press(page, 'Continue');
  await see(page, 'Domain is undefined or empty');
  assert.equal(pathOf(page), '/account/domains/add');
});

test('the feedback link is hidden on the form alone, however it was reached [DOM-06]', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/account/domains/add');
  const isShown = () => page.$eval('[data-feedback-open]', (link) => link.checkVisibility());
  assert.equal(await isShown(), false);
  await follow(page, 'Custom Domains');
  await see(page, 'No domains yet');
  assert.equal(await isShown(), true);
  await follow(page, 'Add Domain');
  await page.waitForSelector('#domain');
  assert.equal(await isShown(), false);
});

test('a domain that cannot be fetched stays loading, and only the console says why [DOM-17 ERR-16]', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/dashboard', {
    expects: /Failed to fetch domain information|status of 500/,
  });
  await stage.add(page, 'lost.example.net');
  await open(page, `${url}/account/domains`);
  await answerWith(page, /\/api\/v2\/account\/domains\/lost/, 500, {});
  const logged = new Promise<string>((resolve) => {
    page.on('console', (message) => /domain information/.test(message.text()) && resolve(message.text()));
  });
  await openMenu(page, 'lost.example.net');
  await follow(page, 'Review verification steps');
  await see(page, 'Loading domain information...');
  assert.match(await logged, /^Failed to fetch domain information/);
  assert.match(await textOf(page, 'main'), /Loading domain information\.\.\./);
  assert.equal(await page.$('main [role=alert]'), null);
});

test('every field of the steps is copied by its own button, which says so for two seconds [DOM-23 SHELL-33]', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/dashboard');
  await page.browserContext().overridePermissions(url, ['clipboard-read', 'clipboard-sanitized-write']);
  await stage.add(page, 'copy.example.net');
  await page.bringToFront();
  const buttons = await page.$$('.steps button[aria-label^="Copy "]');
  assert.equal(buttons.length, 6);
  for (const button of buttons) {
    const letGo = await holdConfirmations(page);
    await button.click();
    await find(page, 'button', 'Copied!');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    const shown = await page.$eval(
      'button.is-copied',
      (button) => button.closest('div')?.querySelector('dd')?.innerText,
    );
    assert.equal(copied, shown);
    await letGo();
    await page.waitForFunction(() => document.querySelector('button.is-copied') === null);
  }
  assert.ok((await confirmationAfter(page, 'button.is-copied', () => buttons[5]!.click())).forMs >= 1990);
});

test('a domain is removed only when that is confirmed, by a form with its token, and the page comes anew without it [DOM-04 DOM-05 CSRF-07]', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/dashboard');
  await stage.add(page, 'gone.example.net');
  await open(page, `${url}/account/domains`);
  const ask = async () => {
    await openMenu(page, 'gone.example.net');
    await press(page, 'Remove');
    await page.waitForSelector('dialog[open] form');
  };
  await ask();
  assert.match(await textOf(page, 'dialog[open]'), /Remove gone\.example\.net\?/);
  const token = 'dialog[open] form[method="post"] > input[type="hidden"][name="shrimp"]';
  assert.match(await page.$eval(token, (field) => (field as HTMLInputElement).value), /^\S{20,}$/);
  await press(page, 'Cancel');
  await page.waitForFunction(() => document.querySelector('dialog[open]') === null);
  await keyboardAt(page, 'Actions for gone.example.net');
  await ask();
  await pressAndGo(page, 'Remove domain');
  await see(page, 'Domain removed successfully');
  await see(page, 'No domains yet');
  assert.equal(await textOf(page, '.tabs [aria-current] .badge'), '0');
});

test('a domain of somebody else looks like one that is not there [DOM-13]', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/dashboard');
  await stage.add(page, 'mine.example.net');
  const other = await stage.enter(t, await stage.member(), '/dashboard');
  const answers = [];
  for (const name of ['mine.example.net', 'nobodys.example.net']) {
    const answer = await other.goto(`${url}/account/domains/${name}/verify`);
    answers.push([answer?.status(), await textOf(other, 'main')]);
  }
  assert.equal(answers[0]?.[0], 404);
  assert.deepEqual(answers[0], answers[1]);
});

test('the link is made for the chosen domain, which is previewed, remembered and named on the private page [CRE-09 CRE-10 CRE-11]', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/dashboard', {
    expects: /^another host: http:\/\/share\.|Cross-Origin-Opener-Policy header has been ignored/,
  });
  await stage.addWorking(page, 'share.example.net');
  await open(page, `${url}/dashboard`);
  const { port } = stage.server;
  const preview = () => page.$eval('.sheet .code', (code) => code.textContent);
  assert.match((await preview()) ?? '', new RegExp(`^http://localhost:${port}/secret/`));
  const names = await page.$$eval('#share_domain option', (options) => options.map(({ textContent }) => textContent));
  assert.deepEqual(names, [`localhost:${port}`, `share.example.net:${port}`]);
  await page.select('#share_domain', 'share.example.net');
  assert.match((await preview()) ?? '', new RegExp(`^http://share\\.example\\.net:${port}/secret/`));
  assert.equal(await page.evaluate(() => localStorage.getItem('selectedDomain')), 'share.example.net');
  await open(page, `${url}/dashboard`);
  assert.equal(await page.$eval('#share_domain', (field) => (field as HTMLSelectElement).value), 'share.example.net');
  await fill(page, '#secret', 'under my own name');
  await pressAndGo(page, 'Create a secret link');
  const link = await textOf(page, 'output.copy__value');
  assert.ok(link.startsWith(`http://share.example.net:${port}/secret/`), link);
  assert.match(await textOf(page, '.slip__stub'), new RegExp(`share\\.example\\.net:${port}`));
  await page.goto(link);
  await islandsReady(page);
  await press(page, 'Click to continue');
  await page.waitForSelector('#message');
});

test('a remembered domain that is gone is forgotten: the link is for the site itself [CRE-11]', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/dashboard');
  await stage.addWorking(page, 'still.example.net');
  await page.evaluate(() => localStorage.setItem('selectedDomain', 'gone.example.net'));
  await open(page, `${url}/dashboard`);
  const value = () => page.$eval('#share_domain', (field) => (field as HTMLSelectElement).value);
  assert.equal(await value(), `localhost:${stage.server.port}`);
});
