import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  captchaIn,
  EASY,
  NOT_A_ROBOT,
  openFeedback,
  payloadOn,
  pressCaptcha,
  withoutHttps,
} from './feedback-screens.ts';
import { intercept } from './interception.ts';
import { fill, find, pressAndGo, see, textOf } from './screens.ts';
import { openStage } from './stage.ts';

const stage = await openStage(EASY);
const { server } = stage;
const message = '#feedback-msg';
const CHALLENGE = '/api/v2/altcha/challenge';

test('a form that is reset has its captcha unverified [FB-23]', async (t) => {
  const page = await stage.visitor(t);
  await openFeedback(page, server.url);
  await pressCaptcha(page);
  await captchaIn(page, 'verified');
  await page.$eval('form:has([name="msg"])', (form) => (form as HTMLFormElement).reset());
  await captchaIn(page, 'unverified');
  assert.equal(await payloadOn(page), '');
});

test('the captcha says what it does and what went wrong, and starts again [FB-19 FB-21 FB-26 ERR-20 ERR-21]', async (t) => {
  const page = await stage.visitor(t, { expects: /Failed to load resource.* 503|The captcha failed/ });
  await openFeedback(page, server.url);
  const answers: { status: number; body: string }[] = [
    { status: 503, body: '{}' },
    { status: 200, body: '{"algorithm":"MD5"}' },
  ];
  const held = Promise.withResolvers<void>();
  await intercept(page, CHALLENGE, async (request) => {
    await held.promise;
    const answer = answers.shift();
    await (answer ? request.respond({ ...answer, contentType: 'application/json' }) : request.continue());
  });
  await pressCaptcha(page);
  await see(page, 'Verifying... please wait.');
  await captchaIn(page, 'verifying');
  held.resolve();
  await see(page, 'Server responded with 503.');
  await captchaIn(page, 'error');
  await pressCaptcha(page);
  await see(page, 'Verification failed. Try again later.');
  await pressCaptcha(page);
  await captchaIn(page, 'verified');
  assert.doesNotMatch(await textOf(page), /Verification failed/);
});

test('a solution that has expired says so, and is found anew [FB-22 ERR-20]', async (t) => {
  const page = await stage.visitor(t);
  await openFeedback(page, server.url);
  const challenge = await (await fetch(`${server.url}${CHALLENGE}`)).text();
  let isFirst = true;
  await intercept(page, CHALLENGE, async (request) => {
    if (!isFirst) return request.continue();
    isFirst = false;
    const now = new Date().toUTCString();
    await request.respond({ status: 200, headers: { expires: now, date: now }, body: challenge });
  });
  await pressCaptcha(page);
  await see(page, 'Verification expired. Try again.');
  await captchaIn(page, 'expired');
  assert.equal(await payloadOn(page), '');
  await pressCaptcha(page);
  await captchaIn(page, 'verified');
});

test('the keyboard keeps its place while the captcha works', async (t) => {
  const page = await stage.visitor(t);
  await openFeedback(page, server.url);
  await (await find(page, 'checkbox', NOT_A_ROBOT)).focus();
  await page.keyboard.press('Space');
  await captchaIn(page, 'verified');
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'feedback-captcha');
});

test('without https nobody is asked for what no browser can do there, and feedback goes all the same', async (t) => {
  const page = await stage.visitor(t);
  await withoutHttps(page);
  await openFeedback(page, server.url);
  assert.equal(await page.$('.captcha'), null);
  await fill(page, message, 'From the house network');
  await pressAndGo(page, 'Send feedback');
  await see(page, 'Feedback received.');
});
