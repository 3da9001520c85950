import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { open, press, see } from './screens.ts';
import { openStage } from './stage.ts';

const stage = await openStage();
const { server } = stage;

const isSeen = (url: string) => url.endsWith('/seen');

function countSeen(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (isSeen(request.url())) count += 1;
  });
  return () => count;
}

test('a page that is loaded, and clicked by a script that nobody trusts, opens nothing and tells nothing [REV-05]', async (t) => {
  const shared = await stage.share('x');
  const page = await stage.visitor(t);
  const seen = countSeen(page);
  await open(page, `${server.url}/secret/${shared.secretKey}`);
  await page.evaluate(() => {
    for (const type of ['pointermove', 'pointerdown', 'keydown', 'mousedown', 'click']) {
      document.querySelector('h1')?.dispatchEvent(new Event(type, { bubbles: true }));
      dispatchEvent(new Event(type));
    }
  });
  await page.goto(`${server.url}/secret/${shared.secretKey}`);
  assert.equal(await stage.stateOf(shared), 'new');
  assert.equal(seen(), 0);
});

for (const [how, touch] of [
  ['moves the pointer', (page: Page) => page.mouse.move(40, 40)],
  ['presses a key', (page: Page) => page.keyboard.press('Tab')],
] as const) {
  test(`once somebody ${how} the sender reads that the page was looked at, and it is told only once`, async (t) => {
    const shared = await stage.share('x');
    const page = await stage.visitor(t);
    const seen = countSeen(page);
    await open(page, `${server.url}/secret/${shared.secretKey}`);
    await Promise.all([page.waitForResponse((response) => isSeen(response.url())), touch(page)]);
    assert.equal(await stage.stateOf(shared), 'previewed');
    await page.mouse.move(90, 90);
    await page.keyboard.press('Tab');
    await press(page, 'Click to continue');
    await see(page, 'This message is for you');
    assert.equal(seen(), 1);
  });
}

test('the sender reads that somebody has looked, and that nobody has opened it', async (t) => {
  const shared = await stage.share('x');
  await stage.post(`/secret/${shared.secretKey}/seen`);
  stage.alterWaiting('created_at_ms = ?', Date.now() - 3_600_000);
  const page = await stage.visitor(t);
  await page.goto(`${server.url}/private/${shared.metadataKey}`);
  await see(page, 'Somebody has looked at the page of the link, but has not opened the content.');
});
