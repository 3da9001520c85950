import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { goHomeAndType, holdPost, isUndisturbed, pressAndGoHome } from './held-posts.ts';
import { carrySession, openPeopleStage, PASSWORD } from './people-stage.ts';
import { dialogLeft, fill, press, see, textOf } from './screens.ts';

const stage = await openPeopleStage();
const hidden = 'It was shown when it was generated and cannot be shown again.';

/** By the link in the header, and not by loading a page. */
async function backToAccount(page: Page): Promise<void> {
  await page.click('.head a[href="/account"]');
  await page.waitForSelector('#api-key');
}

/** What the browser keeps for this site, as one text. */
const storedIn = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state]));

test('a key that is made when somebody has gone home is shown when they come back, and never again', async (t) => {
  const member = await stage.member();
  const page = await stage.enter(t, member, '/account');
  const post = await pressAndGoHome(page, 'Generate', '/api/v2/account/apitoken');
  await post.letGo();
  await isUndisturbed(page);
  await backToAccount(page);
  await see(page, 'Token generated.');
  const key = await textOf(page, 'output.copy__value');
  const headers = { authorization: `Basic ${btoa(`${member.address}:${key}`)}` };
  assert.equal((await fetch(`${stage.server.url}/api/v2/authcheck`, { headers })).status, 200);
  assert.equal((await storedIn(page)).includes(key), false);
  await page.click('.head .brand');
  await page.waitForSelector('#secret');
  await backToAccount(page);
  await see(page, hidden);
  assert.equal((await page.content()).includes(key), false);
});

test('who comes back before the key is made sees it being made, cannot ask twice, and is shown it', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/account');
  const post = await pressAndGoHome(page, 'Generate', '/api/v2/account/apitoken');
  await backToAccount(page);
  await page.waitForSelector('form[action="/account/apitoken"] [aria-busy=true]');
  await post.letGo();
  await see(page, 'Token generated.');
});

test('a key that nobody has seen yet is forgotten with the sign-in, also on a page that stays for its text', async (t) => {
  const member = await stage.member();
  const page = await stage.enter(t, member, '/account');
  const post = await pressAndGoHome(page, 'Generate', '/api/v2/account/apitoken');
  await post.letGo();
  stage.revokeSessions();
  await press(page, 'Create a secret link');
  await see(page, 'You are not signed in any more.');
  await carrySession(page, await member.signIn());
  await backToAccount(page);
  await see(page, hidden);
  assert.equal(await page.$('output.copy__value'), null);
});

for (const [how, current, told] of [
  ['changed', PASSWORD, 'Password updated successfully.'],
  ['refused', 'not the password', 'That is not your current password.'],
] as const) {
  test(`that a password was ${how} when somebody had gone home is said where they come back to it`, async (t) => {
    const page = await stage.enter(t, await stage.member(), '/account');
    await fill(page, '#currentp', current);
    for (const field of ['#newp', '#newp2']) await fill(page, field, 'another 9 lantern!');
    const post = await pressAndGoHome(page, 'Update password', '/api/v2/account/change-password');
    await post.letGo();
    await isUndisturbed(page);
    await backToAccount(page);
    await see(page, told);
    for (const field of ['#currentp', '#newp', '#newp2']) {
      assert.equal(await page.$eval(field, (input) => (input as HTMLInputElement).value), '');
    }
  });
}

test('why an account was not deleted when somebody had gone home is said where they come back to it', async (t) => {
  const { page, letGo } = await askToDelete(t, 'wrong');
  await letGo();
  await isUndisturbed(page);
  await backToAccount(page);
  await page.waitForSelector('dialog[open] .error[role=alert]');
});

test('an account that is deleted when somebody has gone home takes nothing with it that they have typed there', async (t) => {
  const { page, letGo } = await askToDelete(t, PASSWORD);
  await letGo();
  await page.waitForFunction(() => !document.getElementById('page')?.textContent?.includes('robin'));
  await isUndisturbed(page);
});

/** Confirms that the account is to go, closes the dialog and goes home; the answer waits. */
async function askToDelete(t: Parameters<typeof stage.enter>[0], password: string) {
  const page = await stage.enter(t, await stage.member(), '/account');
  const post = await holdPost(page, '/api/v2/account/destroy');
  await press(page, 'Delete account');
  await page.waitForSelector('dialog[open] form');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await post.sent;
  await press(page, 'Cancel');
  await dialogLeft(page);
  await goHomeAndType(page);
  return { page, letGo: post.letGo };
}
