import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HTTPRequest, Page } from 'puppeteer-core';
import { captchaIn, EASY, withoutHttps } from './feedback-screens.ts';
import { intercept } from './interception.ts';
import { carrySession, openPeopleStage, PASSWORD } from './people-stage.ts';
import { contentOf, fill, islandsReady, open, press, pressAndGo, see, textOf } from './screens.ts';

const stage = await openPeopleStage(EASY);
const { url } = stage.server;
const TEXT = 'written while the sign-in ended';
const SIGNED_OUT = 'You are not signed in any more.';

const pathOf = (page: Page) => new URL(page.url()).pathname;
const requestTo = (page: Page, path: string): Promise<HTTPRequest> =>
  page.waitForRequest((request) => new URL(request.url()).pathname === path);

async function leavesBy(page: Page, act: () => Promise<unknown>): Promise<void> {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await Promise.all([page.waitForNavigation(), act()]);
  await see(page, 'Say it once.');
  assert.ok(asked.includes('/logout'), asked.join(' '));
}

test('a screen asked for after the session has ended on the server leads out by /logout [AUTH-28 AUTH-34]', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/dashboard');
  stage.revokeSessions();
  await leavesBy(page, () => page.click('a[href="/recent"]'));
});

test('a button pressed after the session has ended on the server leads out by /logout [AUTH-28 AUTH-34]', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/account');
  stage.revokeSessions();
  await leavesBy(page, () => press(page, 'Generate'));
});

test('what was typed stays when the session has ended, and is shared under the same name after signing in in another tab [AUTH-28 AUTH-29 AUTH-30]', async (t) => {
  const member = await stage.member();
  const page = await stage.enter(t, member, '/dashboard');
  await fill(page, '#secret', TEXT);
  stage.revokeSessions();
  const [check] = await Promise.all([requestTo(page, '/api/v2/validate-shrimp'), press(page, 'Create a secret link')]);
  await see(page, SIGNED_OUT);
  // The token went with the sign-in: the page asks for another one with none.
  assert.equal(new URLSearchParams(check.postData()).get('shrimp'), '');
  assert.deepEqual([pathOf(page), await contentOf(page, '#secret')], ['/dashboard', TEXT]);
  const left = await page.evaluate(() => [
    JSON.parse(document.getElementById('page')?.textContent ?? '').globals,
    sessionStorage.length,
    document.querySelector('[data-props]'),
  ]);
  assert.deepEqual(left, [{ authenticated: false, customer: null }, 0, null]);
  await press(page, 'Create a secret link');
  await see(page, SIGNED_OUT);
  const other = await stage.visitor(t, { sameAs: page });
  await other.goto(`${url}/signin`);
  await fill(other, '#u', member.address);
  await fill(other, '#p', PASSWORD);
  await pressAndGo(other, 'Sign in');
  await page.bringToFront();
  await pressAndGo(page, 'Create a secret link');
  await see(page, 'Your link is ready');
  await page.goto(`${url}/recent`);
  assert.equal((await page.$$('[aria-labelledby=not-received] li')).length, 1);
});

test('what is pressed on the page of one customer is not done for another who has signed in in another tab', async (t) => {
  const [ada, bo] = [await stage.member(), await stage.member()];
  const page = await stage.enter(t, ada, '/account', { expects: /status of 422/ });
  await carrySession(page, await bo.signIn());
  await Promise.all([page.waitForNavigation(), press(page, 'Generate')]);
  await islandsReady(page);
  assert.deepEqual([pathOf(page), (await textOf(page)).includes(bo.address)], ['/account', true]);
  const hasToken = () => page.evaluate(async () => (await (await fetch('/api/v2/account')).json()).record.has_apitoken);
  assert.equal(await hasToken(), false);
});

test('what was typed stays where another customer has signed in in another tab, and is not shared in their name', async (t) => {
  const [ada, bo] = [await stage.member(), await stage.member()];
  const page = await stage.enter(t, ada, '/dashboard', { expects: /status of 422/ });
  await fill(page, '#secret', TEXT);
  await carrySession(page, await bo.signIn());
  await press(page, 'Create a secret link');
  await see(page, 'Your form was too old.');
  assert.deepEqual([pathOf(page), await contentOf(page, '#secret')], ['/dashboard', TEXT]);
});

for (const [how, act] of [
  ['', async () => {}],
  [
    ', also where the form for feedback came for them',
    async (page: Page) => {
      await page.click('[data-feedback-open]');
      await page.waitForSelector('dialog[open] :is(textarea, [role=alert])');
      await press(page, 'Close');
    },
  ],
] as const) {
  test(`what was typed when the sign-in ended is not shared in the name of another customer who signs in then${how}`, async (t) => {
    const [ada, bo] = [await stage.member(), await stage.member()];
    const page = await stage.enter(t, ada, '/dashboard', { expects: /status of 422|form did not come/ });
    await fill(page, '#secret', TEXT);
    stage.revokeSessions();
    await press(page, 'Create a secret link');
    await see(page, SIGNED_OUT);
    await carrySession(page, await bo.signIn());
    await act(page);
    await press(page, 'Create a secret link');
    await see(page, 'Your form was too old.');
    assert.deepEqual([pathOf(page), await contentOf(page, '#secret')], ['/dashboard', TEXT]);
  });
}

test('the feedback form of another customer who has signed in in another tab brings the page no token of theirs', async (t) => {
  const [ada, bo] = [await stage.member(), await stage.member()];
  const page = await stage.enter(t, ada, '/dashboard', { expects: /status of 422|form did not come/ });
  await fill(page, '#secret', TEXT);
  await carrySession(page, await bo.signIn());
  await page.click('[data-feedback-open]');
  await page.waitForSelector('dialog[open] :is(textarea, [role=alert])');
  await press(page, 'Close');
  await press(page, 'Create a secret link');
  await see(page, 'Your form was too old.');
  assert.deepEqual([pathOf(page), await contentOf(page, '#secret')], ['/dashboard', TEXT]);
});

test('a screen asked for where nobody seems to be signed in is shown once the server has said that somebody is [SHELL-07]', async (t) => {
  const member = await stage.member();
  const page = await stage.enter(t, member, '/dashboard');
  await fill(page, '#secret', TEXT);
  stage.revokeSessions();
  const checked = page.waitForResponse((response) => response.url().endsWith('/validate-shrimp'));
  await Promise.all([checked, press(page, 'Create a secret link')]);
  await see(page, SIGNED_OUT);
  await carrySession(page, await member.signIn());
  await intercept(page, '/api/v2/authcheck', () => {});
  const wanted: string[] = [];
  page.on('request', (request) => wanted.push(new URL(request.url()).pathname));
  const [question] = await Promise.all([requestTo(page, '/api/v2/authcheck'), page.click('.head__id')]);
  await see(page, 'Loading...');
  assert.ok(!wanted.includes('/api/v2/account'), wanted.join(' '));
  await question.continue();
  await see(page, 'Account type');
});

test('without script what was typed comes back with the answer, and is shared under the same name after signing in in another tab', async (t) => {
  const member = await stage.member();
  const page = await stage.enter(t, member, '/dashboard', { hasScript: false });
  await fill(page, '#secret', TEXT);
  stage.revokeSessions();
  await pressAndGo(page, 'Create a secret link');
  await see(page, SIGNED_OUT);
  assert.equal(await contentOf(page, '#secret'), TEXT);
  await carrySession(page, await member.signIn());
  // The token of the page belongs to who was nobody: once more with a new one.
  await pressAndGo(page, 'Create a secret link*');
  await see(page, 'Your form was too old. Please send it again.');
  assert.equal(await contentOf(page, '#secret'), TEXT);
  await pressAndGo(page, 'Create a secret link*');
  await page.goto(`${url}/recent`);
  assert.equal((await page.$$('[aria-labelledby=not-received] li')).length, 1);
});

test('what is shared from a dashboard whose tab does not know of a sign-out is not shared without its name', async (t) => {
  const member = await stage.member();
  const page = await stage.enter(t, member, '/dashboard');
  await fill(page, '#secret', TEXT);
  const other = await stage.visitor(t, { sameAs: page });
  await other.goto(`${url}/logout`);
  await page.bringToFront();
  await press(page, 'Create a secret link');
  await see(page, SIGNED_OUT);
  assert.equal(await contentOf(page, '#secret'), TEXT);
});

test('feedback written while the sign-in ended stays, and goes as a visitor’s once the captcha is solved', async (t) => {
  const member = await stage.member();
  const page = await stage.enter(t, member, '/feedback', { expects: /The feedback was not sent|status of 422/ });
  await page.type('#feedback-msg', TEXT);
  stage.revokeSessions();
  await press(page, 'Send feedback');
  await captchaIn(page, 'unverified');
  assert.equal(await contentOf(page, '#feedback-msg'), TEXT);
  assert.doesNotMatch(await textOf(page, 'main'), new RegExp(member.address));
  await press(page, 'Send feedback');
  await see(page, 'Feedback received.');
});

test('without https, where no browser solves a captcha, it goes with the next press, however soon', async (t) => {
  const member = await stage.member();
  const page = await stage.enter(t, member, '/feedback', { expects: /The feedback was not sent|status of 422/ });
  await withoutHttps(page);
  await open(page, `${url}/feedback`);
  await page.type('#feedback-msg', TEXT);
  stage.revokeSessions();
  await press(page, 'Send feedback');
  await page.waitForSelector('#feedback-email');
  await pressAndGo(page, 'Send feedback');
  await see(page, 'Feedback received.');
});

test('who signs out in one tab is out in the other [AUTH-28 AUTH-34]', async (t) => {
  const member = await stage.member();
  const page = await stage.enter(t, member, '/account');
  const other = await stage.visitor(t, { sameAs: page });
  await other.goto(`${url}/account`);
  await islandsReady(other);
  await pressAndGo(other, 'Sign out', 'link');
  await see(other, 'Say it once.');
  await page.bringToFront();
  await leavesBy(page, () => press(page, 'Generate'));
});

test('a password changed in one tab leaves the other tab signed in, asks its stale token once more, and ends other browsers [ACC-15 CSRF-01]', async (t) => {
  const member = await stage.member();
  const page = await stage.enter(t, member, '/account');
  const elsewhere = await stage.enter(t, member, '/account');
  const other = await stage.visitor(t, { sameAs: page });
  await other.goto(`${url}/account`);
  await islandsReady(other);
  // What a page that has been open for a minute, on a slow machine, would renew its token by.
  await intercept(page, '/api/v2/validate-shrimp', () => {});
  await fill(other, '#currentp', PASSWORD);
  await fill(other, '#newp', 'winter coat 1987');
  await fill(other, '#newp2', 'winter coat 1987');
  await press(other, 'Update password');
  await see(other, 'Password updated successfully.');
  await page.bringToFront();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await press(page, 'Generate');
  await see(page, 'Token generated.');
  const called = asked.filter((path) => path !== '/api/v2/validate-shrimp');
  assert.deepEqual(called, ['/api/v2/account/apitoken', '/api/v2/authcheck', '/api/v2/account/apitoken']);
  assert.match(await textOf(page, 'output.copy__value'), /^\S{32,}$/);
  await elsewhere.bringToFront();
  await leavesBy(elsewhere, () => elsewhere.click('.head__id'));
});
