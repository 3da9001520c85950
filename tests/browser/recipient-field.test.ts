import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { becomeMember, signIn } from './members.ts';
import { fill, focusOf, islandsReady, press, see } from './screens.ts';
import { openStage } from './stage.ts';

// Nothing is sent in this file, so nobody needs to listen there.
const stage = await openStage({
  HUSHLINK_MAIL_SMTP: 'smtp://127.0.0.1:9',
  HUSHLINK_MAIL_FROM: 'hushlink@example.org',
  HUSHLINK_AUTHENTICATION_AUTOVERIFY: 'true',
});
const { server } = stage;
let isMember = false;

async function enter(t: Parameters<typeof stage.visitor>[0]): Promise<Page> {
  const page = await stage.visitor(t);
  await (isMember ? signIn(page, server.url) : becomeMember(page, server.url));
  isMember = true;
  await islandsReady(page);
  await fill(page, '#secret', 'x');
  return page;
}

const isOpen = (page: Page) => page.$eval('details:has(#recipient)', (section) => (section as HTMLDetailsElement).open);

test('a recipient that the server refuses is said at the field, which can be seen and has the keyboard [CRE-17]', async (t) => {
  const page = await enter(t);
  await fill(page, '#recipient', 'robin..lane@example.com');
  await press(page, 'Create a secret link');
  await page.waitForSelector('#recipient-error[role=alert]');
  assert.deepEqual([await isOpen(page), await focusOf(page)], [true, 'recipient']);
});

test('what the browser itself takes for no address opens the section it stands in [CRE-13 CRE-17]', async (t) => {
  const page = await enter(t);
  await fill(page, '#recipient', 'no address');
  assert.equal(await isOpen(page), false);
  await press(page, 'Create a secret link');
  await page.waitForSelector('details[open] #recipient');
  assert.equal(new URL(page.url()).pathname, '/dashboard');
  await see(page, 'We send the link to this address.');
});
