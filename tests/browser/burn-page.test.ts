import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HTTPRequest, Page } from 'puppeteer-core';
import type { Shared } from '../support/site.ts';
import { untilSo } from '../support/until-so.ts';
import { intercept } from './interception.ts';
import { fill, find, focusOf, keyboardAt, open, press, pressAndGo, pressTwice, see, textOf } from './screens.ts';
import { openStage } from './stage.ts';

const stage = await openStage();
const { server } = stage;

const show = (page: Page, { metadataKey }: Shared) => open(page, `${server.url}/private/${metadataKey}/burn`);

test('the burn page names the secret, warns that this is permanent, and asks for no passphrase where there is none [BURN-02 BURN-03 BURN-04 BURN-06]', async (t) => {
  const shared = await stage.share('x');
  const page = await stage.visitor(t);
  await show(page, shared);
  await see(page, shared.secretKey.slice(0, 6));
  await see(page, 'Burning is permanent.');
  assert.ok(await find(page, 'button', 'Burn this secret'));
  assert.equal(await page.$('[name="passphrase"]'), null);
});

test('cancelling leads back to the private page and burns nothing [BURN-05]', async (t) => {
  const shared = await stage.share('x');
  const page = await stage.visitor(t);
  await show(page, shared);
  await pressAndGo(page, 'Cancel', 'link');
  assert.equal(page.url(), `${server.url}/private/${shared.metadataKey}`);
  assert.equal(await stage.stateOf(shared), 'new');
});

test('a wrong passphrase burns nothing and takes the reader back to the field; the right one burns [BURN-03 BURN-07 BURN-11]', async (t) => {
  const shared = await stage.share('x', { passphrase: 'open sesame' });
  const page = await stage.visitor(t);
  await show(page, shared);
  await (await find(page, 'textbox', 'Passphrase')).type('wrong');
  await press(page, 'Burn this secret');
  await see(page, 'Double check that passphrase');
  await keyboardAt(page, 'passphrase');
  assert.equal(await stage.stateOf(shared), 'new');
  await fill(page, '#passphrase', 'open sesame');
  await pressAndGo(page, 'Burn this secret');
  assert.equal(page.url(), `${server.url}/private/${shared.metadataKey}`);
  assert.equal(await stage.stateOf(shared), 'burned');
});

test('while a secret is burned the keyboard stays at the button, and a second press burns nothing more [BURN-11]', async (t) => {
  const shared = await stage.share('x');
  const page = await stage.visitor(t);
  await show(page, shared);
  const held: HTTPRequest[] = [];
  await intercept(page, `/api/v2/private/${shared.metadataKey}/burn`, (request) => held.push(request));
  await page.focus('main [type=submit]');
  await page.keyboard.press('Enter');
  await page.waitForSelector('main [type=submit][aria-busy="true"]');
  // The page shows it before the browser tells of its request.
  await untilSo('it is asked to burn', async () => held.length > 0);
  await page.keyboard.press('Enter');
  assert.equal(await focusOf(page), 'Burn this secret');
  assert.equal(held.length, 1);
  await Promise.all([page.waitForNavigation(), held[0]?.continue()]);
  assert.equal(await stage.stateOf(shared), 'burned');
});

for (const [ending, path, words] of [
  ['viewed', 'secret', /^The secret has already been viewed \(.*\d{4}.*\)\.$/],
  ['burned', 'private', /^The secret has already been burned \(.*\d{4}.*\)\.$/],
] as const) {
  test(`a secret that was already ${ending} cannot be burned: the page says when it was, and leads back [BURN-08 BURN-09 BURN-10]`, async (t) => {
    const shared = await stage.share('x');
    if (path === 'secret') await stage.post(`/secret/${shared.secretKey}`, { continue: true });
    else await stage.post(`/private/${shared.metadataKey}/burn`, { continue: true });
    const page = await stage.visitor(t);
    await show(page, shared);
    assert.equal(await textOf(page, 'h1'), 'Cannot burn!');
    assert.match(await textOf(page, 'h1 + p'), words);
    await pressAndGo(page, 'Back', 'link');
    assert.equal(page.url(), `${server.url}/private/${shared.metadataKey}`);
  });
}

for (const [ending, path, passphrase] of [
  ['viewed', 'secret', undefined],
  ['burned', 'private', 'open sesame'],
] as const) {
  test(`a secret that was ${ending} while its burn page stood open cannot be burned there: the page says when it was [BURN-08 BURN-09 BURN-10]`, async (t) => {
    const shared = await stage.share('x', { passphrase });
    const page = await stage.visitor(t, { expects: /status of 409/ });
    await show(page, shared);
    const key = path === 'secret' ? shared.secretKey : shared.metadataKey;
    await stage.post(path === 'secret' ? `/secret/${key}` : `/private/${key}/burn`, { continue: true, passphrase });
    if (passphrase !== undefined) await fill(page, '#passphrase', passphrase);
    await pressAndGo(page, 'Burn this secret');
    assert.equal(await textOf(page, 'h1'), 'Cannot burn!');
    assert.match(
      await textOf(page, 'h1 + p'),
      new RegExp(`^The secret has already been ${ending} \\(.*\\d{4}.*\\)\\.$`),
    );
    await pressAndGo(page, 'Back', 'link');
    assert.equal(page.url(), `${server.url}/private/${shared.metadataKey}`);
  });
}

test('a recipient who presses twice reads that it was burned, not that there is nothing', async (t) => {
  const shared = await stage.share('x');
  const page = await stage.visitor(t);
  await open(page, `${server.url}/secret/${shared.secretKey}/burn`);
  await Promise.all([page.waitForNavigation(), pressTwice(page)]);
  assert.equal(await textOf(page, 'h1'), 'Burned unread');
  assert.equal(await stage.stateOf(shared), 'burned');
});
