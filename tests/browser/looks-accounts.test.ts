import assert from 'node:assert/strict';
import { test } from 'node:test';
import { audit } from './audit.ts';
import { fill, find, open, press, pressAndGo, see, textOf } from './screens.ts';
import { openStage } from './stage.ts';

const stage = await openStage();
const { server } = stage;

for (const path of ['/signin', '/signup', '/signup/basic', '/forgot', '/account/settings']) {
  test(`${path} is accessible and fits, at three widths in both themes [SET-05]`, async (t) => {
    const page = await stage.visitor(t);
    await open(page, server.url + path);
    await audit(page);
  });
}

test('a refused sign-in is accessible and fits, at three widths in both themes', async (t) => {
  const page = await stage.visitor(t);
  await open(page, `${server.url}/signin`);
  await fill(page, '#u', 'nobody@example.com');
  await fill(page, '#p', 'not the password');
  await pressAndGo(page, 'Sign in');
  await page.waitForSelector('#form-error[role=alert]');
  assert.equal(await page.$eval('#u', (field) => (field as HTMLInputElement).value), 'nobody@example.com');
  await audit(page);
});

test('a password can be shown and hidden, by keyboard too, and stays as it was typed; the button keeps its name and says its state [WCAG 4.1.2]', async (t) => {
  const page = await stage.visitor(t);
  await open(page, `${server.url}/signin`);
  const typeOf = () => page.$eval('#p', (field) => (field as HTMLInputElement).type);
  const toggle = await find(page, 'button', 'Show password');
  const isPressed = () => toggle.evaluate((button) => button.ariaPressed);
  assert.equal(await isPressed(), 'false');
  await page.type('#p', 'lantern');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  assert.deepEqual([await typeOf(), await isPressed()], ['text', 'true']);
  await press(page, 'Show password');
  assert.deepEqual([await typeOf(), await isPressed()], ['password', 'false']);
  assert.equal(await page.$eval('#p', (field) => (field as HTMLInputElement).value), 'lantern');
});

test('the browser itself asks for address, password and agreement before it sends [AUTH-07 AUTH-10]', async (t) => {
  const page = await stage.visitor(t);
  await open(page, `${server.url}/signup`);
  const isFine = () => page.$eval('main form', (form) => (form as HTMLFormElement).checkValidity());
  assert.equal(await isFine(), false);
  await fill(page, '#u', 'robin@example.com');
  await fill(page, '#p', 'lantern 7 harbour!');
  assert.equal(await isFine(), false);
  await page.click('[name=agree]');
  assert.equal(await isFine(), true);
  await fill(page, '#u', 'robin');
  assert.equal(await isFine(), false);
});

test('the two other ways to sign up are in the page, and nobody sees them [AUTH-12]', async (t) => {
  const page = await stage.visitor(t);
  await open(page, `${server.url}/signup`);
  const areShown = await page.$$eval('button[disabled]', (buttons) =>
    buttons.map((button) => button.checkVisibility()),
  );
  assert.deepEqual(areShown, [false, false]);
  assert.doesNotMatch(await textOf(page), /Coming Soon/);
});

test('the keyboard never comes to the field that only programs fill [AUTH-09]', async (t) => {
  const page = await stage.visitor(t);
  await open(page, `${server.url}/signup`);
  await page.focus('#u');
  for (let tabs = 0; tabs < 12; tabs += 1) {
    await page.keyboard.press('Tab');
    assert.notEqual(await page.evaluate(() => document.activeElement?.id), 'skill');
  }
  assert.equal(await page.$('::-p-aria([name="Leave this empty"])'), null);
  await see(page, 'Create your account');
  assert.ok(await find(page, 'link', 'Create account'));
});
