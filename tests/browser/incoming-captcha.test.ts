import assert from 'node:assert/strict';
import { test } from 'node:test';
import { awaitRoomIn } from '../support/windows.ts';
import { audit } from './audit.ts';
import { captchaIn, EASY, payloadOn, pressCaptcha, withoutHttps } from './feedback-screens.ts';
import { intercept } from './interception.ts';
import { openMailbox } from './people-stage.ts';
import { contentOf, fill, open, press, pressAndGo, see, textOf } from './screens.ts';
import { openStage } from './stage.ts';

const { env } = await openMailbox();
const stage = await openStage({
  ...{ ...env, ...EASY, HUSHLINK_INCOMING_RECIPIENT: 'support@example.org', HUSHLINK_INCOMING_CAPTCHA: 'true' },
  HUSHLINK_INCOMING_PER_HOUR: '1000',
  HUSHLINK_FEEDBACK_UNCHECKED_PER_DAY: '1',
  HUSHLINK_LISTEN_TRUSTED_PROXIES: '127.0.0.1',
});
const DAY_MS = 86_400_000;
const form = `${stage.server.url}/incoming`;

test('with JavaScript the captcha is solved by pressing it, and the details go [INC-08]', async (t) => {
  const page = await stage.visitor(t);
  await open(page, form);
  await pressCaptcha(page);
  await captchaIn(page, 'verified');
  assert.match(await payloadOn(page), /^[\w+/=]{100,}$/);
  await audit(page);
  await fill(page, '#secret', 'x');
  await fill(page, '#ticketno', '1');
  await pressAndGo(page, 'Send to support');
  await see(page, 'Your email has been sent');
});

test('whoever has not pressed it has it solved by sending, as often as the hour allows', async (t) => {
  for (let sent = 0; sent < 2; sent += 1) {
    const page = await stage.visitor(t);
    await open(page, form);
    await fill(page, '#secret', 'x');
    await fill(page, '#ticketno', '1');
    await pressAndGo(page, 'Send to support');
    await see(page, 'Your email has been sent');
  }
});

test('where the captcha fails nothing is sent, what was typed stays, and the next press tries again', async (t) => {
  const page = await stage.visitor(t, { expects: /Failed to load resource.* 503|The captcha failed/ });
  await open(page, form);
  let isAway = true;
  await intercept(page, '/api/v2/altcha/challenge', (request) =>
    isAway ? request.respond({ status: 503, body: '{}' }) : request.continue(),
  );
  await fill(page, '#secret', 'still here');
  await fill(page, '#ticketno', '1');
  await press(page, 'Send to support');
  await see(page, 'Server responded with 503.');
  assert.equal(await contentOf(page, '#secret'), 'still here');
  isAway = false;
  await pressAndGo(page, 'Send to support');
  await see(page, 'Your email has been sent');
});

test('without https, where no browser can solve it, the captcha is not there, and the details go unchecked', async (t) => {
  const page = await stage.visitor(t);
  // From another network: what the day allows to this one is for the test without JavaScript.
  await page.setExtraHTTPHeaders({ 'X-Forwarded-For': '192.0.2.1' });
  await withoutHttps(page);
  await open(page, form);
  assert.equal(await page.$('.captcha'), null);
  await fill(page, '#secret', 'x');
  await fill(page, '#ticketno', '1');
  await pressAndGo(page, 'Send to support');
  await see(page, 'Your email has been sent');
});

test('without JavaScript the captcha is not there, and the form works as often as the day allows', async (t) => {
  const page = await stage.visitor(t, { hasScript: false });
  const send = async () => {
    await page.goto(form);
    assert.equal(await page.$eval('.captcha', (captcha) => captcha.checkVisibility()), false);
    await page.type('#secret', 'by hand');
    await page.type('#ticketno', '1');
    await pressAndGo(page, 'Send to support');
  };
  await awaitRoomIn(DAY_MS);
  await send();
  assert.match(await textOf(page), /Your email has been sent/);
  await send();
  assert.match(await textOf(page), /Without JavaScript one message is taken from your network in a day/);
  assert.equal(await contentOf(page, '#secret'), 'by hand');
});
