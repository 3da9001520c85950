import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import type { Shared } from '../support/site.ts';
import { find, open, pressAndGo, see, textOf } from './screens.ts';
import { openStage } from './stage.ts';

const stage = await openStage({ HUSHLINK_PLANS_ANONYMOUS_SIZE: '40' });
const without = await openStage({ HUSHLINK_SECRETS_SENDER_COPY: '0' });
const { server } = stage;
const UTC = /\w+ \d+, \d{4} at \d+:\d\d\s[AP]M\sUTC/;

const show = (page: Page, { metadataKey }: Shared, on = stage) => open(page, `${on.server.url}/private/${metadataKey}`);

test('the sender sees the content in an area of its height that cannot be changed [META-05]', async (t) => {
  const page = await stage.visitor(t);
  await show(page, await stage.share('one\ntwo\nthree\nfour\nfive'));
  const area = await page.$eval('#own', (own) => {
    const { readOnly, rows, value } = own as HTMLTextAreaElement;
    return { readOnly, rows, value };
  });
  assert.deepEqual(
    { ...area, rows: area.rows >= 5 },
    { readOnly: true, rows: true, value: 'one\ntwo\nthree\nfour\nfive' },
  );
});

test('with a passphrase the content is never shown, only that it is encrypted [META-03 META-06]', async (t) => {
  const page = await stage.visitor(t);
  await show(page, await stage.share('behind a passphrase', { passphrase: 'open sesame' }));
  assert.match(await textOf(page), /Required to open it/);
  assert.match(await textOf(page), /encrypted/);
  assert.doesNotMatch(await page.content(), /behind a passphrase/);
});

test('later the content is a row of asterisks [META-07]', async (t) => {
  const page = await without.visitor(t);
  await show(page, await without.share('too late to see'), without);
  assert.match(await textOf(page), /\*{5,}/);
  assert.doesNotMatch(await page.content(), /too late to see/);
});

for (const event of ['visibilitychange', 'pageshow', null]) {
  test(`the copy leaves an open page when its time is over, as ${event ?? 'a clock'} tells [META-07]`, async (t) => {
    const page = await stage.visitor(t);
    await show(page, await stage.share('not for long'));
    await page.evaluate((name) => {
      const before = Date.now();
      const own = document.querySelector<HTMLTextAreaElement>('#own')!;
      Date.now = () => before + 300_000;
      if (name === 'visibilitychange') document.dispatchEvent(new Event(name));
      if (name === 'pageshow') dispatchEvent(new Event(name));
      if (name !== null && own.isConnected) throw new Error('still there');
      Object.assign(globalThis, { own });
    }, event);
    await page.waitForFunction(() => document.querySelector('#own') === null);
    // What still holds the area, as an extension may, holds nothing of the content.
    assert.equal(await page.evaluate(() => (globalThis as unknown as { own: HTMLTextAreaElement }).own.value), '');
    assert.match(await textOf(page), /\*{5,}/);
    assert.doesNotMatch(await textOf(page), /Shown here for/);
    assert.doesNotMatch(await page.content(), /not for long/);
  });
}

test('a clock that is set back keeps the copy on an open page no longer [META-07]', async (t) => {
  const page = await stage.visitor(t);
  await show(page, await stage.share('no longer than was said'));
  await page.evaluate(() => {
    const before = Date.now();
    for (const passedMs of [-7_200_000, -6_900_000]) {
      Date.now = () => before + passedMs;
      document.dispatchEvent(new Event('visibilitychange'));
    }
  });
  assert.equal(await page.$('#own'), null);
});

test('the sender is told when the end was cut off [META-08]', async (t) => {
  const page = await stage.visitor(t);
  await show(page, await stage.share('x'.repeat(41), { truncate: true }));
  await see(page, 'The content was longer than the limit, so the end was cut off.');
});

test('a waiting secret says when it expires and when it was created, in UTC, and how to burn it [META-10 META-11]', async (t) => {
  const page = await stage.visitor(t);
  await show(page, await stage.share('x', { ttl: 3600 }));
  await see(page, 'Expires in 1 hour');
  const created = await page.$$eval('dd', (facts) =>
    facts.map((fact) => fact.innerText).find((fact) => /Created/.test(fact)),
  );
  assert.match(created ?? '', UTC);
  assert.ok(await find(page, 'link', 'Burn this secret'));
});

test('a received secret says when, also in UTC, and can no longer be burned [META-09 META-11 META-14]', async (t) => {
  const shared = await stage.share('x');
  await stage.post(`/secret/${shared.secretKey}`, { continue: true });
  const page = await stage.visitor(t);
  await show(page, shared);
  await see(page, 'Received');
  assert.match(await textOf(page, 'dl'), UTC);
  assert.equal(await page.$('a[href$="/burn"]'), null);
});

test('a burned secret says when, also in UTC, and can no longer be burned [META-09 META-11 META-14]', async (t) => {
  const shared = await stage.share('x');
  await stage.post(`/private/${shared.metadataKey}/burn`, { continue: true });
  const page = await stage.visitor(t);
  await show(page, shared);
  await see(page, 'You destroyed this secret before anyone read it.');
  assert.match(await textOf(page, 'dl'), UTC);
  assert.equal(await page.$('a[href$="/burn"]'), null);
});

test('without script a received secret says its moment once, in UTC [META-09]', async (t) => {
  const shared = await stage.share('x');
  await stage.post(`/secret/${shared.secretKey}`, { continue: true });
  const page = await stage.visitor(t, { hasScript: false });
  await page.goto(`${server.url}/private/${shared.metadataKey}`);
  assert.equal((await textOf(page, 'dd:has(time)')).match(/UTC/g)?.length, 1);
});

test('the hour in UTC beside the own one is never broken in two', async (t) => {
  const shared = await stage.share('x');
  await stage.post(`/secret/${shared.secretKey}`, { continue: true });
  const page = await stage.visitor(t);
  await show(page, shared);
  for (const width of [390, 700, 1280]) {
    await page.setViewport({ width, height: 900 });
    const lines = await page.$eval('dd time + span', (utc) => {
      const words = document.createRange();
      words.selectNodeContents(utc);
      return new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size;
    });
    assert.equal(lines, 1, `${width} px`);
  }
});

test('the times of its stops stand beside each other, also where one of them takes two lines', async (t) => {
  const shared = await stage.share('x');
  await stage.post(`/secret/${shared.secretKey}`, { continue: true });
  const page = await stage.visitor(t);
  await show(page, shared);
  await page.setViewport({ width: 320, height: 900 });
  const times = await page.$$eval('.track li', (stops) =>
    stops.map(({ lastChild }) => {
      const words = document.createRange();
      words.selectNodeContents(lastChild as Node);
      return [...words.getClientRects()].map(({ top }) => Math.round(top));
    }),
  );
  assert.equal(times.length, 3);
  assert.ok(times.some((lines) => lines.length > 1));
  assert.equal(new Set(times.map(([first]) => first)).size, 1, JSON.stringify(times));
});

test('an expired secret says that nobody opened it in time', async (t) => {
  const shared = await stage.share('x');
  stage.alterWaiting('expires_at_ms = ?', Date.now() - 1000);
  const page = await stage.visitor(t);
  await show(page, shared);
  await see(page, 'Nobody opened the link in time.');
});

test('its last moments are counted in seconds [CRE-22]', async (t) => {
  const shared = await stage.share('x');
  stage.alterWaiting('expires_at_ms = ?', Date.now() + 50_000);
  const page = await stage.visitor(t);
  await show(page, shared);
  assert.match(await textOf(page), /Expires in \d\d? seconds/);
});

test('from every state of the private page a link leads to another secret [META-12]', async (t) => {
  const page = await stage.visitor(t);
  const shared = await stage.share('x');
  await show(page, shared);
  await pressAndGo(page, 'Create another secret', 'link');
  assert.equal(page.url(), `${server.url}/`);
  await stage.post(`/private/${shared.metadataKey}/burn`, { continue: true });
  await show(page, shared);
  await pressAndGo(page, 'Create another secret', 'link');
  assert.equal(page.url(), `${server.url}/`);
});

test('the questions below fit what has become of the secret [META-13]', async (t) => {
  const page = await stage.visitor(t);
  const shared = await stage.share('x');
  const questions = async () => {
    await show(page, shared);
    return page.$$eval('.accordion summary', (all) => all.map((one) => one.innerText.trim()));
  };
  const waiting = await questions();
  await stage.post(`/secret/${shared.secretKey}`, { continue: true });
  const received = await questions();
  assert.ok(
    waiting.includes('What do I send to the recipient?') && !received.includes('What do I send to the recipient?'),
  );
  assert.ok(received.includes('Who opened it?') && !waiting.includes('Who opened it?'));
});

test('the sender sees that somebody guesses, and lifts the lock', async (t) => {
  const shared = await stage.share('x', { passphrase: 'open sesame' });
  stage.alterWaiting('failures = 10, locked_until_ms = ?', Date.now() + 600_000);
  const page = await stage.visitor(t);
  await show(page, shared);
  await see(page, '10 wrong passphrases were tried.');
  await pressAndGo(page, 'Lift the lock');
  assert.doesNotMatch(await textOf(page), /The link is locked/);
  const answer = await stage.post(`/secret/${shared.secretKey}`, { continue: true, passphrase: 'open sesame' });
  assert.equal(answer.status, 200);
});
