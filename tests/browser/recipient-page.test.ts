import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import type { Shared } from '../support/site.ts';
import { intercept } from './interception.ts';
import { find, keyboardAt, messageOn, open, press, see, textOf } from './screens.ts';
import { openStage } from './stage.ts';

const stage = await openStage({ HUSHLINK_PLANS_ANONYMOUS_SIZE: '40' });
const { server } = stage;

const show = (page: Page, { secretKey }: Shared) => open(page, `${server.url}/secret/${secretKey}`);

test('before the click a stranger reads who hosts this, until when it waits, and that it can be seen once [REV-03 REV-04]', async (t) => {
  const page = await stage.visitor(t);
  await show(page, await stage.share('nobody reads this yet'));
  await see(page, 'Careful, only see once.');
  await see(page, `localhost:${server.port}`);
  assert.match(await textOf(page), /Expires \w+/);
  assert.equal(await page.$('[name="passphrase"]'), null);
  assert.doesNotMatch(await page.content(), /nobody reads this yet/);
});

test('the button says that it is submitting until the answer is there [REV-02]', async (t) => {
  const page = await stage.visitor(t);
  await show(page, await stage.share('worth the wait'));
  const asked = Promise.withResolvers<() => Promise<void>>();
  await intercept(page, /\/api\/v2\/secret\/(?!.*\/seen$)/, (request) => asked.resolve(() => request.continue()));
  await press(page, 'Click to continue');
  const letGo = await asked.promise;
  await find(page, 'button', 'Submitting');
  await letGo();
  assert.equal(await messageOn(page), 'worth the wait');
});

test('the message stands in an area that cannot be changed, below its heading [REV-08]', async (t) => {
  const page = await stage.visitor(t);
  await show(page, await stage.share('for your eyes'));
  await press(page, 'Click to continue');
  assert.equal(await messageOn(page), 'for your eyes');
  assert.equal(await textOf(page, 'h1'), 'This message is for you');
  assert.equal(await page.$eval('#message', (area) => (area as HTMLTextAreaElement).readOnly), true);
  assert.ok(await find(page, 'button', 'Copy'));
});

test('the notice to navigate away can be put away: the message stays, and the keyboard is at its heading [REV-11]', async (t) => {
  const page = await stage.visitor(t);
  await show(page, await stage.share('for your eyes'));
  await press(page, 'Click to continue');
  await see(page, 'Navigate away when done.');
  await press(page, 'Dismiss');
  assert.doesNotMatch(await textOf(page), /Navigate away when done/);
  await keyboardAt(page, 'This message is for you');
  assert.equal(await messageOn(page), 'for your eyes');
});

test('the recipient is told that the end is missing, and how long the whole was [REV-09]', async (t) => {
  const page = await stage.visitor(t);
  await show(page, await stage.share('x'.repeat(1234), { truncate: true }));
  await press(page, 'Click to continue');
  assert.equal((await messageOn(page)).length, 40);
  await see(page, 'The end was cut off. The original was 1,234 characters long.');
});

test('used, burned and never there look the same to a recipient [REV-15]', async (t) => {
  const used = await stage.share('x');
  await stage.post(`/secret/${used.secretKey}`, { continue: true });
  const burned = await stage.share('x');
  await stage.post(`/private/${burned.metadataKey}/burn`, { continue: true });
  const never = { secretKey: '0'.repeat(31), metadataKey: '' };
  const page = await stage.visitor(t);
  const texts: string[] = [];
  for (const shared of [used, burned, never]) {
    await show(page, shared);
    assert.equal(await textOf(page, 'h1'), 'That information is no longer available');
    texts.push(await textOf(page));
  }
  assert.equal(new Set(texts).size, 1);
});

test('a secret that somebody else opened meanwhile is gone for the title, too, as on the page that says so', async (t) => {
  const shared = await stage.share('x', { passphrase: 'open sesame' });
  const page = await stage.visitor(t);
  await show(page, shared);
  assert.equal(await page.title(), 'A message for you · Hushlink');
  const passphrase = await find(page, 'textbox', 'Passphrase');
  await passphrase.type('open, please');
  await press(page, 'Click to continue');
  await see(page, 'Double check that passphrase');
  await stage.post(`/secret/${shared.secretKey}`, { continue: true, passphrase: 'open sesame' });
  await press(page, 'Click to continue');
  await see(page, 'That information is no longer available');
  const title = await page.title();
  await show(page, shared);
  assert.deepEqual([title, await page.title()], ['No longer available · Hushlink', 'No longer available · Hushlink']);
});

test('the only link out of the layout is to the host of the site; nothing else stands around the slip [REV-16 SHELL-13]', async (t) => {
  const page = await stage.visitor(t);
  const shared = await stage.share('x');
  for (const path of [`/secret/${shared.secretKey}`, `/private/${shared.metadataKey}/burn`]) {
    await open(page, server.url + path);
    const links = await page.$$eval('footer a', (all) => all.map((link) => [link.innerText.trim(), link.href]));
    assert.deepEqual(links, [[`Powered by localhost:${server.port}`, `${server.url}/`]]);
    assert.equal(await page.$('header.head, nav, [data-theme-toggle]'), null);
  }
});

test('the try that locks says that the link is locked, and that no try is left', async (t) => {
  const shared = await stage.share('x', { passphrase: 'open sesame' });
  stage.alterWaiting('failures = ?', 9);
  const page = await stage.visitor(t);
  await show(page, shared);
  await see(page, 'One try is left before it is locked for a while.');
  await (await find(page, 'textbox', 'Passphrase')).type('open, please');
  await press(page, 'Click to continue');
  await see(page, 'The link is locked for now.');
  await see(page, 'You can try again in 60 minutes.');
  assert.doesNotMatch(await textOf(page), /One try is left/);
});

test('a locked secret says when the next try is possible, and opens nothing before', async (t) => {
  const shared = await stage.share('x', { passphrase: 'open sesame' });
  stage.alterWaiting('failures = 10, locked_until_ms = ?', Date.now() + 600_000);
  const page = await stage.visitor(t);
  await show(page, shared);
  await see(page, 'You can try again in 10 minutes.');
  await (await find(page, 'textbox', 'Passphrase')).type('open sesame');
  const sent = postsOf(page, shared);
  await press(page, 'Click to continue');
  // Whatever the press has sent, this comes after it.
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await fetch('/robots.txt');
  });
  assert.deepEqual(sent, []);
  const right = { continue: true, passphrase: 'open sesame' };
  assert.equal((await stage.post(`/secret/${shared.secretKey}`, right)).status, 429);
  assert.equal(await page.$('#message'), null);
  assert.notEqual(await stage.stateOf(shared), 'received');
});

/** What the page posts about the secret from now on, but for the note that somebody looks at it. */
function postsOf(page: Page, { secretKey }: Shared): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'POST' || !pathname.includes(secretKey) || pathname.endsWith('/seen')) return;
    sent.push(pathname);
  });
  return sent;
}
