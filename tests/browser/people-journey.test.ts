import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { linkMailedTo, openMailbox, openPeopleStage, PASSWORD } from './people-stage.ts';
import { contentOf, fill, islandsReady, open, press, pressAndGo, see, textOf } from './screens.ts';

const { mailbox, env } = await openMailbox();
const stage = await openPeopleStage({ ...env, HUSHLINK_AUTHENTICATION_AUTOVERIFY: 'false' });
const { url } = stage.server;

const OTHER_PASSWORD = 'winter coat 1987';

interface Way {
  readonly name: string;
  readonly hasScript: boolean;
  /** Presses a button whose work the island does in the page, or else the server on a new one. */
  act(page: Page, name: string): Promise<void>;
  destroy(page: Page, password: string): Promise<void>;
}

const ways: readonly Way[] = [
  {
    name: 'with JavaScript',
    hasScript: true,
    act: press,
    destroy: async (page, password) => {
      await press(page, 'Delete account');
      await page.waitForSelector('dialog[open] form');
      await fill(page, '#destroy-now', password);
      await Promise.all([page.waitForNavigation(), page.click('dialog[open] [type=submit]')]);
    },
  },
  {
    name: 'without JavaScript',
    hasScript: false,
    act: pressAndGo,
    destroy: async (page, password) => {
      await page.click('details.without-script summary');
      await fill(page, '#destroy', password);
      await Promise.all([page.waitForNavigation(), page.click('details [type=submit]')]);
    },
  },
];

/** As `open`, for either way: without script there is nothing to wait for. */
async function show(page: Page, { hasScript }: Way, path: string): Promise<void> {
  const address = new URL(path, url).href;
  await (hasScript ? open(page, address) : page.goto(address));
}

async function signUp(page: Page, way: Way, address: string): Promise<void> {
  await show(page, way, '/signup');
  await fill(page, '#u', address);
  await fill(page, '#p', PASSWORD);
  await page.click('[name=agree]');
  await pressAndGo(page, 'Create account');
}

async function signIn(page: Page, way: Way, address: string, password = PASSWORD): Promise<void> {
  if (new URL(page.url()).pathname !== '/signin') await show(page, way, '/signin');
  await fill(page, '#u', address);
  await fill(page, '#p', password);
  await page.click('[name=remember-me]');
  await pressAndGo(page, 'Sign in');
  if (way.hasScript) await islandsReady(page);
}

const pathOf = (page: Page) => new URL(page.url()).pathname;

for (const [at, way] of ways.entries()) {
  const { name, hasScript, act } = way;
  const address = `journey${at}@example.com`;
  const recipient = `moss${at}@example.com`;

  test(`${name} somebody signs up, proves the address, and is signed in for long [AUTH-02 AUTH-04 AUTH-08 AUTH-10 REV-07 REV-10]`, async (t) => {
    const page = await stage.visitor(t, { hasScript });
    await signUp(page, way, address);
    await see(page, 'we have sent a message to the address you gave');
    await signIn(page, way, address);
    await see(page, 'or the address is not verified yet.');
    await show(page, way, await linkMailedTo(mailbox, address, /^\/secret\//));
    await see(page, 'Continue to verify your account');
    await (hasScript ? press(page, 'Click to continue') : pressAndGo(page, 'Click to continue'));
    await page.waitForSelector('::-p-aria([name="Sign in"][role="link"])');
    await pressAndGo(page, 'Sign in', 'link');
    await signIn(page, way, address);
    assert.equal(pathOf(page), '/dashboard');
    const session = (await page.browserContext().cookies()).find(({ name }) => name === 'sess');
    assert.ok((session?.expires ?? 0) > Date.now() / 1000 + 20 * 86_400, String(session?.expires));
  });

  test(`${name} a first secret is mailed, stands in the recent ones, and is burned from there [SHELL-05 CRE-02 CRE-17 META-04 REC-01 REC-02 REC-03 REC-04 REC-05 REC-06 REC-07]`, async (t) => {
    const page = await stage.visitor(t, { hasScript });
    await signIn(page, way, address);
    await fill(page, '#secret', 'for Moss alone');
    await page.click('summary');
    await fill(page, '#recipient', recipient);
    await pressAndGo(page, 'Create a secret link');
    await see(page, 'Sent to');
    const link = await linkMailedTo(mailbox, recipient, /^\/secret\//);
    await show(page, way, '/recent');
    const item = await textOf(page, '[aria-labelledby=not-received] li');
    assert.match(item, /\(sent to mo\*+@e\*+\.com\)/);
    assert.equal(await page.$eval('.list__item a', (key) => key.title), 'NOT RECEIVED');
    const shortkey = await textOf(page, '.list__item a.mono');
    await pressAndGo(page, `Burn ${shortkey}`, 'link');
    await pressAndGo(page, 'Burn this secret');
    await show(page, way, '/recent');
    assert.match(await textOf(page, '[aria-labelledby=received]'), /burned/);
    assert.equal(await textOf(page, '[aria-labelledby=received] a s'), shortkey);
    assert.equal(await page.$('.list__item a[aria-label^=Burn]'), null);
    await show(page, way, link);
    await see(page, 'That information is no longer available');
  });

  test(`${name} the password is changed and a token is made, which is shown once [ACC-01 ACC-02 ACC-03 ACC-04 ACC-05 ACC-07 ACC-13 ACC-15]`, async (t) => {
    const page = await stage.visitor(t, { hasScript });
    await signIn(page, way, address);
    await show(page, way, '/account');
    await see(page, 'Created one secret since');
    await see(page, 'Basic');
    await fill(page, '#currentp', PASSWORD);
    await fill(page, '#newp', OTHER_PASSWORD);
    await fill(page, '#newp2', OTHER_PASSWORD);
    await act(page, 'Update password');
    await see(page, 'Password updated successfully.');
    await act(page, 'Generate');
    await page.waitForSelector('output.copy__value');
    const token = await textOf(page, 'output.copy__value');
    const credentials = Buffer.from(`${address}:${token}`).toString('base64');
    const list = await fetch(`${url}/api/v2/private/recent`, { headers: { authorization: `Basic ${credentials}` } });
    assert.equal(list.status, 200);
    await show(page, way, '/account');
    await see(page, 'cannot be shown again');
    assert.equal((await page.content()).includes(token), false);
  });

  test(`${name} a feedback knows who wrote it, the account is deleted, and nobody can sign in with it [ACC-16 ACC-17 ACC-21]`, async (t) => {
    const page = await stage.visitor(t, { hasScript });
    await signIn(page, way, address, OTHER_PASSWORD);
    await show(page, way, '/feedback');
    await see(page, `We will also see: ${address}`);
    await fill(page, 'textarea', 'From somebody who is about to leave.');
    await act(page, 'Send feedback');
    await see(page, 'Feedback received.');
    await show(page, way, '/account');
    await way.destroy(page, OTHER_PASSWORD);
    await see(page, 'Say it once.');
    await signIn(page, way, address, OTHER_PASSWORD);
    await see(page, 'The e-mail address or the password is not right');
    assert.equal(await contentOf(page, '#u'), address);
  });
}
