import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import type { Cleanup } from '../support/temp.ts';
import { captchaIn, EASY } from './feedback-screens.ts';
import { signIn } from './members.ts';
import { carrySession, type Member, openMailbox, openPeopleStage } from './people-stage.ts';
import { contentOf, fill, open, press, pressAndGo, see } from './screens.ts';

const { env } = await openMailbox();
const stage = await openPeopleStage({
  ...{ ...env, ...EASY },
  ...{ HUSHLINK_INCOMING_RECIPIENT: 'support@example.org', HUSHLINK_INCOMING_PER_HOUR: '1000' },
});
const { url } = stage.server;
const TEXT = 'written while the sign-in ended';
const SIGNED_OUT = 'You are not signed in any more.';
const expects = /The feedback was not sent|status of 422/;

/** A page on which somebody has signed in by the form, which leaves one cookie: that of the sign-in. */
async function enterByForm(t: Cleanup, path: string): Promise<{ page: Page; member: Member }> {
  const member = await stage.member();
  const page = await stage.visitor(t, { expects });
  await signIn(page, url, member);
  await open(page, url + path);
  assert.deepEqual(
    (await page.cookies()).map(({ name }) => name),
    ['sess'],
  );
  return { page, member };
}

test('feedback written in the dialog while the sign-in ended goes as a visitor’s; what is half written below it goes to nobody', async (t) => {
  const { page } = await enterByForm(t, '/dashboard');
  await fill(page, '#secret', 'half written');
  await page.click('[data-feedback-open]');
  await page.waitForSelector('dialog[open] #feedback-modal-msg');
  await page.type('#feedback-modal-msg', TEXT);
  stage.revokeSessions();
  await press(page, 'Send feedback');
  await captchaIn(page, 'unverified');
  await press(page, 'Send feedback');
  await see(page, 'Feedback received.');
  await press(page, 'Close');
  await press(page, 'Create a secret link');
  await see(page, SIGNED_OUT);
  assert.equal(await contentOf(page, '#secret'), 'half written');
});

test('feedback that one customer wrote while the sign-in ended does not go in the name of another who signs in then', async (t) => {
  const { page } = await enterByForm(t, '/feedback');
  await page.type('#feedback-msg', TEXT);
  stage.revokeSessions();
  await carrySession(page, await (await stage.member()).signIn());
  await press(page, 'Send feedback');
  await see(page, 'Your form was too old.');
  assert.equal(await contentOf(page, '#feedback-msg'), TEXT);
});

test('a secret typed while the sign-in ended is shared once the same customer has signed in again by the form', async (t) => {
  const { page, member } = await enterByForm(t, '/dashboard');
  await fill(page, '#secret', TEXT);
  stage.revokeSessions();
  await press(page, 'Create a secret link');
  await see(page, SIGNED_OUT);
  const other = await stage.visitor(t, { sameAs: page });
  await signIn(other, url, member);
  await page.bringToFront();
  await pressAndGo(page, 'Create a secret link');
  await see(page, 'Your link is ready');
});

test('details for support that were typed while the sign-in ended go with the second press', async (t) => {
  const { page } = await enterByForm(t, '/incoming');
  await fill(page, '#secret', TEXT);
  await fill(page, '#ticketno', '1');
  stage.revokeSessions();
  await pressAndGo(page, 'Send to support');
  await see(page, 'Your form was too old.');
  assert.equal(await contentOf(page, '#secret'), TEXT);
  await pressAndGo(page, 'Send to support');
  await see(page, 'Your email has been sent');
});
