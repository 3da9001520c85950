import assert from 'node:assert/strict';
import { test } from 'node:test';
import { untilSo } from '../support/until-so.ts';
import type { Stage } from './journeys.ts';
import { at, open, paste, press, see } from './screens.ts';
import type { Visitor } from './visitor.ts';

const address = 'robin@example.com';
const password = 'lantern 7 harbour!';

/** What a visitor does besides sharing. */
export function people({ engine, visitor }: Stage): void {
  test(`${engine}: somebody signs up and in, shares, finds it among the recent secrets, and signs out`, async (t) => {
    const page = await visitor(t);
    await open(page, `${page.home}/signup`);
    await paste(page, '#u', address);
    await paste(page, '#p', password);
    await page.press('//input[@name="agree"]');
    await press(page, 'Create account');
    await at(page, /^\/signin$/);
    await paste(page, '#u', address);
    await paste(page, '#p', password);
    await press(page, 'Sign in');
    await at(page, /^\/dashboard$/);
    await paste(page, '#secret', 'for the list');
    await press(page, 'Create a secret link');
    await see(page, 'Your link is ready');
    await open(page, `${page.home}/dashboard`);
    await press(page, 'Recent secrets', 'a');
    await at(page, /^\/recent$/);
    await see(page, 'Not received');
    await open(page, `${page.home}/account`);
    await press(page, 'Sign out', 'a');
    await at(page, /^\/$/);
    await page.goto(`${page.home}/dashboard`);
    await at(page, /^\/signin$/);
  });

  test(`${engine}: the theme is turned, drawn, and there again on the next page`, async (t) => {
    const page = await visitor(t);
    await open(page, page.home);
    const before = await lightness(page);
    await press(page, 'Dark mode');
    await untilSo('the theme has turned', async () => Math.abs((await lightness(page)) - before) > 128);
    const after = await lightness(page);
    await open(page, `${page.home}/signin`);
    assert.equal(await lightness(page), after);
  });

  test(`${engine}: a visitor changes the language of the open page`, async (t) => {
    const page = await visitor(t);
    await open(page, `${page.home}/translations`);
    await page.press('//*[@data-switch-locale="he"]');
    await untilSo('the page is turned around', () => page.evaluate(() => document.documentElement.dir === 'rtl'));
    await page.press('//*[@data-switch-locale="en"]');
    await see(page, 'Help us translate!');
  });

  test(`${engine}: a visitor proves not to be a robot, and sends feedback`, async (t) => {
    const page = await visitor(t);
    await open(page, `${page.home}/feedback`);
    await press(page, "I'm not a robot", 'label');
    await see(page, 'Verified');
    await paste(page, '#feedback-msg', 'Well done');
    await press(page, 'Send feedback');
    await see(page, 'Feedback received.');
  });
}

/** Of what is drawn behind everything, from 0 to 255. */
function lightness(page: Visitor): Promise<number> {
  return page.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
    canvas.fillStyle = getComputedStyle(document.body).backgroundColor;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return (red + green + blue) / 3;
  });
}
