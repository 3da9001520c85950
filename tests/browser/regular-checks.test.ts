import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HTTPRequest, Page } from 'puppeteer-core';
import { openPeopleStage, PASSWORD } from './people-stage.ts';
import { fill, islandsReady, open, pressAndGo, see } from './screens.ts';

const stage = await openPeopleStage();
const { url } = stage.server;
const MINUTE_MS = 60_000;

interface Held {
  readonly run: () => void;
  readonly delayMs: number;
  readonly isRepeated: boolean;
}

/** From its next document on the page starts no timer of a minute or more; they wait in `held`, in order. */
async function holdTimers(page: Page): Promise<void> {
  await page.evaluateOnNewDocument((longMs) => {
    const held: Held[] = [];
    const holding =
      (start: typeof setTimeout, isRepeated: boolean) =>
      (run: () => void, delayMs = 0, ...rest: unknown[]) =>
        delayMs < longMs ? start(run, delayMs, ...rest) : held.push({ run, delayMs, isRepeated });
    Object.assign(globalThis, {
      held,
      setTimeout: holding(setTimeout, false),
      setInterval: holding(setInterval as unknown as typeof setTimeout, true),
    });
  }, MINUTE_MS);
}

/** From its next document on the page draws chances of which no two are the same. */
async function neverDrawTheSame(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(() => {
    let draws = 0;
    Math.random = () => {
      draws += 1;
      return (draws % 1000) / 1000;
    };
  });
}

const heldOn = (page: Page) =>
  page.evaluate(() => {
    const { held } = globalThis as unknown as { held: Held[] };
    return held.map(({ delayMs, isRepeated }) => ({ delayMs, isRepeated }));
  });

/** As if the time of that timer had come. */
const fire = (page: Page, at: number) =>
  page.evaluate((index) => (globalThis as unknown as { held: Held[] }).held[index]?.run(), at);

const asked = (page: Page, path: string): Promise<HTTPRequest> =>
  page.waitForRequest((request) => new URL(request.url()).pathname === path);

test('a page checks its token every minute, and where nobody is signed in nothing else [CSRF-04 AUTH-23]', async (t) => {
  const page = await stage.visitor(t);
  await holdTimers(page);
  await open(page, url);
  assert.deepEqual(await heldOn(page), [{ delayMs: MINUTE_MS, isRepeated: true }]);
  const token = await page.$eval('[name="shrimp"]', (field) => (field as HTMLInputElement).value);
  for (let minutes = 0; minutes < 2; minutes += 1) {
    const [check] = await Promise.all([asked(page, '/api/v2/validate-shrimp'), fire(page, 0)]);
    assert.equal(check.method(), 'POST');
    if (minutes === 0) assert.equal(check.headers()['o-shrimp'], token);
  }
});

test('a page that has stood open for longer than its token holds signs in by the one of the last check [CSRF-04]', async (t) => {
  const { address } = await stage.member();
  const page = await stage.visitor(t);
  await holdTimers(page);
  await open(page, `${url}/signin`);
  // Which makes the token void, as twelve hours do.
  await page.browserContext().setCookie({ name: 'visit', value: 'A'.repeat(22), domain: 'localhost' });
  const checked = page.waitForResponse((response) => response.url().endsWith('/api/v2/validate-shrimp'));
  await fire(page, 0);
  assert.equal((await (await checked).json()).isValid, false);
  await fill(page, '#u', address);
  await fill(page, '#p', PASSWORD);
  await pressAndGo(page, 'Sign in');
  assert.equal(new URL(page.url()).pathname, '/dashboard');
});

test('of two pages for signing in the second signs in, too, once somebody has come back to it [CSRF-04]', async (t) => {
  const { address } = await stage.member();
  const first = await stage.visitor(t);
  const second = await stage.visitor(t, { sameAs: first });
  for (const page of [first, second]) await open(page, `${url}/signin`);
  for (const page of [first, second]) {
    const checked = page.waitForResponse((response) => response.url().endsWith('/api/v2/validate-shrimp'));
    await page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));
    await (await checked).json();
    await fill(page, '#u', address);
    await fill(page, '#p', PASSWORD);
    await pressAndGo(page, 'Sign in');
    assert.equal(new URL(page.url()).pathname, '/dashboard');
  }
});

test('the page of somebody signed in checks that about every quarter of an hour, each time after another while, and leaves when it has ended [AUTH-23 AUTH-24 AUTH-34 LIM-01 LIM-02]', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/dashboard');
  await holdTimers(page);
  await neverDrawTheSame(page);
  await page.goto(`${url}/dashboard`);
  await islandsReady(page);
  const expectCheck = async (at: number) => {
    await page.waitForFunction((index) => (globalThis as unknown as { held: Held[] }).held.length > index, {}, at);
    const { delayMs, isRepeated } = (await heldOn(page))[at]!;
    assert.ok(!isRepeated && delayMs >= 13.5 * MINUTE_MS && delayMs <= 16.5 * MINUTE_MS, `${delayMs}`);
    return delayMs;
  };
  const firstMs = await expectCheck(0);
  const [check] = await Promise.all([asked(page, '/api/v2/authcheck'), fire(page, 0)]);
  assert.equal(check.method(), 'GET');
  assert.notEqual(await expectCheck(2), firstMs);
  stage.revokeSessions();
  await Promise.all([asked(page, '/logout'), page.waitForNavigation(), fire(page, 2)]);
  await see(page, 'Say it once.');
});
