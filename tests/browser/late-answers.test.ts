import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { openDomainStage } from './domain-stage.ts';
import { goHomeAndType, type HeldPost, holdPost, isUndisturbed, pressAndGoHome } from './held-posts.ts';
import { dialogLeft, fill, keyboardAt, open, press, see, textOf } from './screens.ts';

const stage = await openDomainStage();
const { url } = stage.server;

test('a domain that is added when somebody has gone home leaves them there, and stands in the list they open next', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/account/domains/add');
  await fill(page, '#domain', 'late.example.net');
  const post = await pressAndGoHome(page, 'Continue', '/api/v2/account/domains/add');
  await post.letGo();
  await isUndisturbed(page);
  await page.click('.tabs a[href="/account/domains"]');
  await see(page, 'late.example.net');
  assert.doesNotMatch(await textOf(page), /Domain added successfully/);
});

test('why a domain was not added when somebody has gone home is said where they come back, with what they typed', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/account/domains/add');
  await fill(page, '#domain', 'no domain');
  const post = await pressAndGoHome(page, 'Continue', '/api/v2/account/domains/add');
  await post.letGo();
  await isUndisturbed(page);
  await goBack(page, '#domain');
  await page.waitForSelector('#domain[aria-invalid=true]');
  assert.equal(await typedIn(page, '#domain'), 'no domain');
});

test('what was wrong with an appearance when somebody has gone home is said where they come back, with what they typed', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/dashboard');
  await stage.add(page, 'faced.example.net');
  await open(page, `${url}/account/domains/faced.example.net/brand`);
  await fill(page, '#name', 'Harbour Bank');
  await fill(page, '#accent', 'reddish');
  const post = await pressAndGoHome(page, 'Save', '/api/v2/account/domains/faced.example.net/brand');
  await post.letGo();
  await isUndisturbed(page);
  await goBack(page, '#accent');
  await see(page, 'That is not a colour.');
  assert.deepEqual([await typedIn(page, '#name'), await typedIn(page, '#accent')], ['Harbour Bank', 'reddish']);
});

/** To the screen before, which has this field. */
async function goBack(page: Page, field: string): Promise<void> {
  await page.evaluate(() => history.back());
  await page.waitForSelector(field);
}

const typedIn = (page: Page, field: string) => page.$eval(field, (input) => (input as HTMLInputElement).value);

for (const hasClosed of [true, false]) {
  const how = hasClosed ? 'has closed the dialog and stays' : 'waits';
  test(`of a domain that is removed the page tells who ${how} [DOM-05]`, async (t) => {
    const page = await stage.enter(t, await stage.member(), '/dashboard');
    const post = await removeHeld(page, `stay-${hasClosed}.example.net`, hasClosed);
    await Promise.all([page.waitForNavigation(), post.letGo()]);
    await see(page, 'Domain removed successfully');
  });
}

test('a domain that is removed when somebody has gone home leaves them there, and is not in the list they open next', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/dashboard');
  const post = await removeHeld(page, 'gone.example.net', true);
  await goHomeAndType(page);
  await post.letGo();
  await isUndisturbed(page);
  await page.click('.tabs a[href="/account/domains"]');
  await see(page, 'No domains yet');
});

test('a domain that is being removed is asked for once, also from a dialog that was closed and opened again', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/dashboard');
  const post = await removeHeld(page, 'once.example.net', true);
  await dialogLeft(page);
  await askToRemove(page, 'once.example.net');
  await page.waitForSelector('dialog[open] [type=submit][aria-busy=true]');
  const posts: string[] = [];
  page.on('request', (request) => void (request.method() === 'POST' && posts.push(request.url())));
  await press(page, 'Remove domain');
  await Promise.all([page.waitForNavigation(), post.letGo()]);
  await see(page, 'Domain removed successfully');
  assert.deepEqual(posts, []);
});

test('why a domain was not removed opens the dialog again that was closed meanwhile', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/dashboard');
  const post = await removeHeld(page, 'kept.example.net', true);
  await dialogLeft(page);
  stage.alter(`DELETE FROM domain WHERE name = 'kept.example.net'`);
  await post.letGo();
  await page.waitForSelector('dialog[open] [role=alert]');
  assert.match(await textOf(page, 'dialog[open]'), /kept\.example\.net.*You have no such domain/s);
});

for (const key of ['Escape', 'Enter'] as const) {
  test(`why a domain was not removed is said when ${key} on Cancel closes the question about another, and Remove opens it again`, async (t) => {
    const page = await stage.enter(t, await stage.member(), '/dashboard');
    await stage.add(page, 'other.example.net');
    const post = await removeHeld(page, 'first.example.net', true);
    await askToRemove(page, 'other.example.net');
    stage.alter(`DELETE FROM domain WHERE name = 'first.example.net'`);
    await post.letGo();
    await keyboardAt(page, 'Cancel');
    await page.keyboard.press(key);
    await page.waitForSelector('dialog[open] [role=alert]');
    assert.match(await textOf(page, 'dialog[open]'), /first\.example\.net.*You have no such domain/s);
    await keyboardAt(page, 'Cancel');
    await page.keyboard.press('Escape');
    await dialogLeft(page);
    await askToRemove(page, 'other.example.net');
    await page.waitForSelector('dialog[open] form');
  });
}

test('why a domain was not removed when somebody has gone home is said over the list they open next', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/dashboard');
  const post = await removeHeld(page, 'unheard.example.net', true);
  await goHomeAndType(page);
  stage.alter(`DELETE FROM domain WHERE name = 'unheard.example.net'`);
  await post.letGo();
  await isUndisturbed(page);
  await page.click('.tabs a[href="/account/domains"]');
  await page.waitForSelector('dialog[open] [role=alert]');
  assert.match(await textOf(page, 'dialog[open]'), /unheard\.example\.net.*You have no such domain/s);
});

/** Confirms that a domain is to go; the answer waits. */
async function removeHeld(page: Page, name: string, hasClosed: boolean): Promise<HeldPost> {
  await stage.add(page, name);
  await open(page, `${url}/account/domains`);
  const post = await holdPost(page, `/api/v2/account/domains/${name}/remove`);
  await askToRemove(page, name);
  await press(page, 'Remove domain');
  await post.sent;
  if (hasClosed) await press(page, 'Cancel');
  return post;
}

async function askToRemove(page: Page, name: string): Promise<void> {
  await page.click(`summary[aria-label="Actions for ${name}"]`);
  await press(page, 'Remove');
}
