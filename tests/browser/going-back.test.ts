import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import type { Cleanup } from '../support/temp.ts';
import { intercept } from './interception.ts';
import { openMailbox, openPeopleStage } from './people-stage.ts';
import { contentOf, fill, islandsReady, open, press, pressAndGo, see, textOf } from './screens.ts';

const { env } = await openMailbox();
const stage = await openPeopleStage({ ...env, HUSHLINK_INCOMING_RECIPIENT: 'support@example.org' });
const { url } = stage.server;
const secret = 'not for who presses Back';

type Entry = (t: Cleanup, hasScript: boolean) => Promise<Page>;

const at = (path: string) => async (t: Cleanup, hasScript: boolean) => {
  const page = await stage.visitor(t, { hasScript });
  await (hasScript ? open(page, url + path) : page.goto(url + path));
  return page;
};
const asMember: Entry = async (t, hasScript) => stage.enter(t, await stage.member(), '/dashboard', { hasScript });

async function goBack(page: Page, hasScript: boolean): Promise<void> {
  await page.goBack();
  if (hasScript) await islandsReady(page);
}

const forms: readonly (readonly [string, Entry, string, RegExp])[] = [
  ['the home page', at('/'), 'Create a secret link*', /Your link is ready/],
  ['the dashboard', asMember, 'Create a secret link', /Your link is ready/],
  ['/incoming', at('/incoming'), 'Send to support', /Your email has been sent/],
];

for (const hasScript of [true, false]) {
  const way = hasScript ? 'with JavaScript' : 'without JavaScript';
  for (const [name, enter, button, done] of forms) {
    test(`${way} what was shared on ${name} is not in the form that Back loads again`, async (t) => {
      const page = await enter(t, hasScript);
      const form = page.url();
      await page.type('#secret', secret);
      if (name === '/incoming') await page.type('#ticketno', '123456');
      await pressAndGo(page, button);
      assert.match(await textOf(page), done);
      await goBack(page, hasScript);
      assert.deepEqual([page.url(), await contentOf(page, '#secret')], [form, '']);
    });
  }
}

test('what was shared leaves the form with its passphrase before the page is left; what was refused stays', async (t) => {
  const page = await stage.visitor(t, { expects: /status of 422/ });
  await open(page, url);
  await fill(page, '#secret', secret);
  await fill(page, '#passphrase', 'open sesame');
  const fields = async () => [await contentOf(page, '#secret'), await contentOf(page, '#passphrase')];
  const nameLifetime = (value: string) =>
    page.$eval('#ttl', (list, name) => list.querySelector('option:checked')?.setAttribute('value', name), value);
  await nameLifetime('soon');
  await press(page, 'Create a secret link*');
  await see(page, 'The lifetime must be a whole number');
  assert.deepEqual(await fields(), [secret, 'open sesame']);
  await nameLifetime('3600');
  await page.evaluate(() => {
    const left = () =>
      Array.from(document.querySelectorAll<HTMLInputElement>('#secret, #passphrase'), (field) => field.value);
    addEventListener('pagehide', () => sessionStorage.setItem('left', left().join()));
  });
  await pressAndGo(page, 'Create a secret link*');
  assert.equal(await page.evaluate(() => sessionStorage.getItem('left')), ',');
});

/** The next page at such a path does not come: the browser stays as it is when it puts a page aside. */
async function stayInPlace(page: Page, path = /^\/private\//): Promise<{ readonly left: Promise<unknown> }> {
  const left = Promise.withResolvers<void>();
  let isFirst = true;
  await intercept(page, path, async (request) => {
    if (!isFirst || !request.isNavigationRequest()) return request.continue();
    isFirst = false;
    await request.respond({ status: 204 });
    left.resolve();
  });
  return { left: left.promise };
}

/** What a page hears from a browser that has kept it whole and shows it again. */
const bringBack = (page: Page) =>
  page.evaluate(() => void dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));

test('a form that the browser brings back as it was left can be sent again', async (t) => {
  const page = await stage.visitor(t);
  await open(page, url);
  const { left } = await stayInPlace(page);
  await fill(page, '#secret', secret);
  await press(page, 'Create a secret link*');
  await left;
  const areOff = () =>
    page.$$eval('.sheet__foot button', (buttons) =>
      buttons.map((button) => button.matches(':disabled, [aria-disabled=true]')),
    );
  assert.deepEqual(await areOff(), [true, true]);
  await bringBack(page);
  await page.waitForSelector('button[value=generate]:enabled');
  assert.deepEqual(await areOff(), [true, false]);
  await pressAndGo(page, 'Or generate a random password');
  assert.match(new URL(page.url()).pathname, /^\/private\//);
});

test('a page for burning that the browser brings back as it was left can be used again', async (t) => {
  const { metadataKey } = await stage.share('x');
  const page = await stage.visitor(t);
  await open(page, `${url}/private/${metadataKey}/burn`);
  const { left } = await stayInPlace(page);
  await press(page, 'Burn this secret');
  await left;
  assert.ok(await page.$('main [type=submit][aria-disabled="true"]'));
  await bringBack(page);
  await page.waitForSelector('main [type=submit][aria-disabled="false"]');
});

test('what was sent to support is gone from the page before it is left, and the page can be used again', async (t) => {
  const page = await stage.visitor(t);
  await open(page, `${url}/incoming`);
  const { left } = await stayInPlace(page, /^\/incoming$/);
  const type = async () => {
    await fill(page, '#secret', secret);
    await fill(page, '#ticketno', '123456');
  };
  await type();
  await press(page, 'Send to support');
  await left;
  await bringBack(page);
  await page.waitForSelector('button[value=share][aria-busy=false]');
  await type();
  await page.evaluate(() => {
    const text = () => document.querySelector<HTMLTextAreaElement>('#secret')?.value ?? 'none';
    addEventListener('pagehide', () => sessionStorage.setItem('left', text()));
  });
  await pressAndGo(page, 'Send to support');
  await see(page, 'Your email has been sent');
  assert.equal(await page.evaluate(() => sessionStorage.getItem('left')), '');
});

test('a page that the browser brings back after signing out leads out', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/pricing');
  const other = await stage.visitor(t, { sameAs: page });
  await other.goto(`${url}/logout`);
  await Promise.all([page.waitForNavigation(), bringBack(page)]);
  assert.equal(await page.$('[data-settings-open]'), null);
});

test('one that has led out already is nobody’s when the browser brings it back once more', async (t) => {
  const member = await stage.member();
  const page = await stage.enter(t, member, '/pricing');
  assert.ok((await page.content()).includes(member.address));
  const other = await stage.visitor(t, { sameAs: page });
  await other.goto(`${url}/logout`);
  const { left } = await stayInPlace(page, /^\/logout$/);
  await bringBack(page);
  await left;
  await Promise.all([page.waitForNavigation(), bringBack(page)]);
  assert.equal(new URL(page.url()).pathname, '/pricing');
  assert.ok(!(await page.content()).includes(member.address));
});
