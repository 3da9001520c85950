import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { openBrandStage } from './brand-stage.ts';
import { captchaIn, EASY, pressCaptcha } from './feedback-screens.ts';
import { accessibleNodes, heardOn, heardSoFar, listen, liveRegions } from './heard.ts';
import { intercept } from './interception.ts';
import { PASSWORD } from './people-stage.ts';
import { fill, find, keyboardAt, messageOn, open, press, pressAndGo, see } from './screens.ts';

const stage = await openBrandStage(EASY);
const { url } = stage.server;

/** A page of the stage that is listened to. */
async function openHeard(page: Page, path: string): Promise<Page> {
  await open(page, url + path);
  await listen(page);
  return page;
}

test('copying is said once, in a region that was there before [WCAG 4.1.3]', async (t) => {
  const { metadataKey } = await stage.share('x');
  const visitor = await stage.visitor(t);
  await visitor.browserContext().overridePermissions(url, ['clipboard-read', 'clipboard-sanitized-write']);
  await visitor.bringToFront();
  const page = await openHeard(visitor, `/private/${metadataKey}`);
  await press(page, 'Copy');
  assert.deepEqual(await heardOn(page, 'Copied!'), ['status: Copied!']);
  assert.ok((await liveRegions(page)).includes('status: polite'));
});

test('an opened message is come to by its heading and not read out by itself; sending is said [WCAG 4.1.3 2.4.3]', async (t) => {
  const { secretKey } = await stage.share('for one reader');
  const page = await openHeard(await stage.visitor(t), `/secret/${secretKey}`);
  await press(page, 'Click to continue');
  assert.equal(await messageOn(page), 'for one reader');
  await keyboardAt(page, 'This message is for you');
  assert.deepEqual(await heardSoFar(page), ['status: Submitting']);
});

test('a message that is gone is said at once, and its heading has the keyboard [WCAG 4.1.3]', async (t) => {
  const { secretKey } = await stage.share('x');
  const page = await openHeard(await stage.visitor(t), `/secret/${secretKey}`);
  await stage.post(`/secret/${secretKey}`, { continue: true });
  await press(page, 'Click to continue');
  await see(page, 'That information is no longer available');
  await keyboardAt(page, 'That information is no longer available');
  assert.equal((await heardSoFar(page)).filter((line) => line.startsWith('new alert: ')).length, 1);
});

test('burning leads to a page whose title and heading say that it is done [WCAG 4.1.3 2.4.2]', async (t) => {
  const { metadataKey } = await stage.share('x');
  const page = await openHeard(await stage.visitor(t), `/private/${metadataKey}/burn`);
  await pressAndGo(page, 'Burn this secret');
  assert.equal(await page.title(), 'Burned · Hushlink');
  assert.ok(await find(page, 'heading', 'Burned'));
});

test('a wrong passphrase is an alert [WCAG 4.1.3 3.3.1]', async (t) => {
  const { secretKey } = await stage.share('x', { passphrase: 'open sesame' });
  const page = await openHeard(await stage.visitor(t), `/secret/${secretKey}`);
  await page.type('#passphrase', 'wrong');
  await press(page, 'Click to continue');
  const heard = await heardOn(page, 'Double check that passphrase');
  assert.equal(heard.filter((line) => line === 'new alert: Double check that passphrase').length, 1);
  assert.ok((await liveRegions(page)).includes('alert: assertive'));
});

test('a waiting time is said when it begins, and not with every second [WCAG 4.1.3 2.2.1]', async (t) => {
  const { secretKey } = await stage.share('x', { passphrase: 'open sesame' });
  const page = await openHeard(await stage.visitor(t), `/secret/${secretKey}`);
  await intercept(page, `/api/v2/secret/${secretKey}`, (request) => {
    const body = { message: 'Too soon', field: 'passphrase', retry_after: 30 };
    return request.respond({ status: 429, contentType: 'application/json', body: JSON.stringify(body) });
  });
  await page.type('#passphrase', 'wrong');
  await press(page, 'Click to continue');
  // At least two seconds have been counted down; nobody may look in each of them.
  await page.waitForFunction(() => {
    const [, left] = /You can try again in (\d+) seconds\./.exec(document.body.innerText) ?? [];
    return left !== undefined && Number(left) <= 28;
  });
  const waits = (await heardSoFar(page)).filter((line) => line.includes('try again'));
  assert.deepEqual(waits, ['status: You can try again in 30 seconds.']);
});

test('a wait for an answer that may be lost is said as seldom, and with it what to do then [WCAG 4.1.3 2.2.1]', async (t) => {
  const { secretKey } = await stage.share('x');
  const page = await openHeard(await stage.visitor(t, { expects: /status of 503/ }), `/secret/${secretKey}`);
  await intercept(page, `/api/v2/secret/${secretKey}`, (request) =>
    request.respond({ status: 503, contentType: 'application/json', body: '{"message":"Away","retry_after":30}' }),
  );
  await press(page, 'Click to continue');
  await page.waitForFunction(() => {
    const [, left] =
      /press the button again\. You can try again in (\d+) seconds\./.exec(document.body.innerText) ?? [];
    return left !== undefined && Number(left) <= 28;
  });
  const waits = (await heardSoFar(page)).filter((line) => line.includes('try again'));
  assert.equal(waits.length, 1, waits.join('\n'));
  assert.match(waits.join(), /^status: The answer may have been lost .* You can try again in 30 seconds\.$/);
});

test('when a wait is over its alert goes, and the keyboard that it had is at the button [WCAG 2.4.3 4.1.3]', async (t) => {
  const { secretKey } = await stage.share('x');
  const page = await openHeard(await stage.visitor(t, { expects: /status of 429/ }), `/secret/${secretKey}`);
  await intercept(page, `/api/v2/secret/${secretKey}`, (request) =>
    request.respond({ status: 429, contentType: 'application/json', body: '{"message":"Too many","retry_after":2}' }),
  );
  await press(page, 'Click to continue');
  await page.waitForSelector('main [role=alert]:focus');
  await page.waitForSelector('main [role=alert]', { hidden: true });
  await keyboardAt(page, 'Click to continue');
});

test('the room for a secret is told of at nine tenths, at its end and past it, and not with every key [WCAG 4.1.3]', async (t) => {
  const page = await openHeard(await stage.visitor(t), '/');
  const most = await page.$eval('.counter', (counter) =>
    Number(counter.textContent?.split('/')[1]?.replace(/\D/g, '')),
  );
  const left = (count: number) => `status: ${count.toLocaleString('en')} characters left`;
  await fill(page, '#secret', 'x'.repeat(most * 0.9 - 1));
  await page.type('#secret', 'yz');
  assert.deepEqual(await heardOn(page, 'left'), [left(most / 10)]);
  await fill(page, '#secret', 'x'.repeat(most));
  await fill(page, '#secret', 'x'.repeat(most + 1));
  await fill(page, '#secret', 'x'.repeat(most + 2));
  await fill(page, '#secret', 'short');
  await see(page, '5 /');
  const cut = 'The content was longer than the limit, so the end was cut off.';
  assert.deepEqual(await heardSoFar(page), [left(most / 10), left(0), `status: ${cut}`]);
});

test('sending a secret is said while it lasts, and a refusal as an alert [WCAG 4.1.3]', async (t) => {
  const page = await openHeard(await stage.visitor(t, { expects: /status of 503/ }), '/');
  await intercept(page, '/api/v2/secret/conceal', (request) =>
    request.respond({ status: 503, contentType: 'application/json', body: '{"message":"The store is away"}' }),
  );
  await fill(page, '#secret', 'x');
  await press(page, 'Create a secret link*');
  const heard = await heardOn(page, 'The store is away');
  assert.deepEqual([heard[0], heard.at(-1)], ['status: Submitting', 'new alert: The store is away']);
  await keyboardAt(page, /The store is away/);
});

test('the captcha says that it works, that it is done, and what went wrong [WCAG 4.1.3]', async (t) => {
  const page = await openHeard(await stage.visitor(t, { expects: /status of 503|The captcha failed/ }), '/feedback');
  let isAway = true;
  await intercept(page, '/api/v2/altcha/challenge', (request) =>
    isAway ? request.respond({ status: 503, body: '{}' }) : request.continue(),
  );
  await pressCaptcha(page);
  assert.deepEqual((await heardOn(page, 'Server responded with 503.')).toSorted(), [
    'new alert: Server responded with 503.',
    "polite: I'm not a robot",
    'polite: Verifying... please wait.',
  ]);
  isAway = false;
  await pressCaptcha(page);
  await captchaIn(page, 'verified');
  assert.equal((await heardOn(page, 'Verified')).at(-1), 'polite: Verified');
});

test('feedback says that it is on its way, and that it was received [WCAG 4.1.3]', async (t) => {
  const page = await openHeard(await stage.visitor(t), '/feedback');
  await page.type('#feedback-msg', 'Well done');
  await press(page, 'Send feedback');
  const heard = await heardOn(page, 'Feedback received.');
  assert.deepEqual(
    heard.filter((line) => line.startsWith('status')),
    ['status: Sending...', 'status: Feedback received.'],
  );
});

test('a list that is loading says so, and its heading has the keyboard when it is there [WCAG 4.1.3 2.4.3]', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/dashboard');
  await listen(page);
  const tab = await page.waitForSelector('.tabs a[href="/recent"]');
  await tab?.focus();
  await page.keyboard.press('Enter');
  await see(page, 'No recent secrets');
  assert.deepEqual(await heardOn(page, 'Loading...'), ['status: Loading...']);
  await keyboardAt(page, 'Recent secrets');
});

test('what was saved, made or changed is said where the keyboard stays [WCAG 4.1.3]', async (t) => {
  const member = await stage.member();
  await stage.furnish(member, 'said.example.net');
  const page = await stage.enter(t, member, '/account/domains/said.example.net/brand');
  await listen(page);
  await press(page, 'Save');
  assert.deepEqual(await heardOn(page, 'The appearance is saved.'), ['status: The appearance is saved.']);
  await openHeard(page, '/account');
  await press(page, 'Generate');
  assert.ok((await heardOn(page, 'Token generated.')).includes('status: Token generated.'));
  await page.type('#currentp', PASSWORD);
  await page.type('#newp', 'winter coat 1987');
  await page.type('#newp2', 'winter coat 1987');
  await press(page, 'Update password');
  const updated = 'Password updated successfully.';
  assert.ok((await heardOn(page, updated)).includes(`status: ${updated}`));
});

test('a domain that was added is said once, on the screen that follows [WCAG 4.1.3]', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/account/domains/add');
  await listen(page);
  await page.type('#domain', 'heard.example.net');
  await press(page, 'Continue');
  const heard = await heardOn(page, 'Domain added successfully.');
  assert.ok(heard.includes('status: Adding...') && heard.includes('status: Domain added successfully.'), heard.join());
  await page.waitForSelector('main .alert--ok');
  const said = (await heardSoFar(page)).filter((line) => line.endsWith('Domain added successfully.'));
  assert.deepEqual(said, ['status: Domain added successfully.']);
});

test('a dialog that asks before something goes reads out with its title what it is about [WCAG 4.1.2 3.3.4]', async (t) => {
  const member = await stage.member();
  await stage.furnish(member, 'asked.example.net');
  const page = await stage.enter(t, member, '/account/domains');
  await page.click('.table .menu summary');
  await press(page, 'Remove');
  await keyboardAt(page, 'Cancel');
  assert.match(await dialogWords(page), /^Remove domain: Remove asked\.example\.net\? .*stop working at once/);
  await open(page, `${url}/account`);
  await press(page, 'Delete account');
  await page.waitForSelector('dialog[open] input:focus');
  assert.match(await dialogWords(page), /^Delete account: This cannot be undone\./);
});

/** What is read out of the dialog that is open, whatever in it has the keyboard. */
async function dialogWords(page: Page): Promise<string> {
  const dialog = (await accessibleNodes(page)).find(({ role }) => role?.value === 'dialog');
  return `${dialog?.name?.value}: ${dialog?.description?.value}`;
}
