import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enterAndGo, tabTo } from './by-keyboard.ts';
import { keyboardAt, linkOn, messageOn, open, see } from './screens.ts';
import { openStage } from './stage.ts';

const stage = await openStage();
const { server } = stage;

test('a secret is written, shared, read and burned with the keyboard alone, and the focus is always visible', async (t) => {
  const page = await stage.visitor(t);
  await open(page, server.url);
  const stops = ['Skip to content', 'Hushlink, home', 'Sign in', 'Create account', 'secret'];
  assert.deepEqual(await tabTo(page, 'secret'), stops);
  await page.keyboard.type('typed by hand');
  await tabTo(page, 'Create a secret link*');
  await enterAndGo(page);
  const privatePage = page.url();
  await tabTo(page, 'Burn this secret');
  const link = await linkOn(page);

  await open(page, link);
  await tabTo(page, 'Click to continue');
  await page.keyboard.press('Enter');
  assert.equal(await messageOn(page), 'typed by hand');
  await keyboardAt(page, 'This message is for you');
  await tabTo(page, 'message');
  await tabTo(page, 'Copy');
  assert.notEqual(page.url(), privatePage);
});

test('the lifetime and the passphrase are reached and set with the keyboard alone', async (t) => {
  const page = await stage.visitor(t);
  await open(page, server.url);
  await tabTo(page, 'secret');
  await page.keyboard.type('x');
  await page.keyboard.press('Tab');
  await keyboardAt(page, /^Privacy Options/);
  await page.keyboard.press('Enter');
  await tabTo(page, 'passphrase');
  await page.keyboard.type('open sesame');
  await tabTo(page, 'ttl');
  await page.keyboard.press('ArrowUp');
  await tabTo(page, 'Create a secret link*');
  await enterAndGo(page);
  await see(page, 'Required to open it');
  await see(page, 'Expires in 3 days');
});

test('after a wrong passphrase the focus is back in its field [REV-03]', async (t) => {
  const { secretKey } = await stage.share('x', { passphrase: 'open sesame' });
  const page = await stage.visitor(t);
  await open(page, `${server.url}/secret/${secretKey}`);
  await tabTo(page, 'passphrase');
  await page.keyboard.type('wrong');
  await tabTo(page, 'Click to continue');
  await page.keyboard.press('Enter');
  await see(page, 'Double check that passphrase');
  await keyboardAt(page, 'passphrase');
});

test('a secret that is gone puts the focus on the heading that says so', async (t) => {
  const { secretKey } = await stage.share('x');
  const page = await stage.visitor(t);
  await open(page, `${server.url}/secret/${secretKey}`);
  await stage.post(`/secret/${secretKey}`, { continue: true });
  await tabTo(page, 'Click to continue');
  await page.keyboard.press('Space');
  await see(page, 'That information is no longer available');
  await keyboardAt(page, 'That information is no longer available');
});

test('a secret is burned with the keyboard alone', async (t) => {
  const shared = await stage.share('x');
  const page = await stage.visitor(t);
  await open(page, `${server.url}/private/${shared.metadataKey}`);
  await tabTo(page, 'Burn this secret');
  await enterAndGo(page);
  await tabTo(page, 'Burn this secret');
  await enterAndGo(page);
  assert.equal(await stage.stateOf(shared), 'burned');
});

test('the first stop skips to the content', async (t) => {
  const page = await stage.visitor(t);
  await open(page, server.url);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await keyboardAt(page, 'secret');
});
