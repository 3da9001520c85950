import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { openBrandStage } from './brand-stage.ts';
import { carrySession, type Member } from './people-stage.ts';
import { contentOf, fill, islandsReady, press, see, textOf } from './screens.ts';

const stage = await openBrandStage();
const SAVED = { before_reveal: 'Call us first.\nOr write.', after_reveal: 'Thank you.' };
const TYPED = 'written while the sign-in ended';
let domains = 0;

/** The appearance of a domain whose words were saved before. */
async function enter(t: Parameters<typeof stage.visitor>[0], member: Member, expects?: RegExp): Promise<Page> {
  domains += 1;
  const name = `words${domains}.example.net`;
  await stage.furnish(member, name, SAVED);
  const page = await stage.enter(t, member, `/account/domains/${name}/brand`, expects && { expects });
  assert.equal(await contentOf(page, '#before_reveal'), SAVED.before_reveal);
  return page;
}

async function leadsOut(page: Page, act: () => Promise<unknown>): Promise<void> {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await Promise.all([page.waitForNavigation(), act()]);
  await see(page, 'Say it once.');
  assert.ok(asked.includes('/logout'), asked.join(' '));
}

test('saved words keep no page there once the sign-in is over, whether they came with it or were saved on it', async (t) => {
  const page = await enter(t, await stage.member());
  await fill(page, '#after_reveal', TYPED);
  await press(page, 'Save');
  await see(page, 'The appearance is saved.');
  stage.revokeSessions();
  await leadsOut(page, () => press(page, 'Save'));
});

test('nor do they where another customer has signed in in another tab', async (t) => {
  const [ada, bo] = [await stage.member(), await stage.member()];
  const page = await enter(t, ada, /status of (422|404)/);
  await carrySession(page, await bo.signIn());
  await Promise.all([page.waitForNavigation(), press(page, 'Save')]);
  await islandsReady(page);
  const text = await textOf(page);
  assert.deepEqual([text.includes(ada.address), text.includes(bo.address)], [false, true]);
});

test('words that were typed and not saved stay when the sign-in is over', async (t) => {
  const page = await enter(t, await stage.member());
  await fill(page, '#after_reveal', TYPED);
  stage.revokeSessions();
  await press(page, 'Save');
  await see(page, 'Not authorized');
  assert.deepEqual(await Promise.all(['#before_reveal', '#after_reveal'].map((field) => contentOf(page, field))), [
    SAVED.before_reveal,
    TYPED,
  ]);
});
