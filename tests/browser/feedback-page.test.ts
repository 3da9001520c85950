import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { audit } from './audit.ts';
import { captchaIn, EASY, openFeedback, payloadOn, pressCaptcha, sentCount } from './feedback-screens.ts';
import { intercept } from './interception.ts';
import { contentOf, fill, find, focusOf, press, see } from './screens.ts';
import { openStage } from './stage.ts';

const stage = await openStage(EASY);
const { server } = stage;
const message = '#feedback-msg';

test('a visitor proves not to be a robot, in workers, and sends feedback [FB-01 FB-08 FB-14 FB-18 FB-19 FB-20 FB-24 FB-26]', async (t) => {
  const page = await stage.visitor(t);
  const workers: string[] = [];
  page.on('workercreated', (worker) => workers.push(new URL(worker.url()).pathname));
  await openFeedback(page, server.url);
  await countWorkers(page);
  assert.equal(await payloadOn(page), '');
  await pressCaptcha(page);
  await captchaIn(page, 'verified');
  await see(page, 'Verified');
  assert.match(await payloadOn(page), /^[\w+/=]{100,}$/);
  assert.ok(workers.length > 0);
  const started = await page.evaluate(() => Number(document.documentElement.dataset.workers));
  assert.equal(started, Math.min(16, await page.evaluate(() => navigator.hardwareConcurrency)));
  assert.ok(
    workers.every((url) => /^\/static\/build\/captcha-worker-[0-9A-Z]{8}\.js$/.test(url)),
    workers.join(),
  );
  await page.type(message, 'Well done');
  await press(page, 'Send feedback');
  await see(page, 'Feedback received.');
  assert.equal(await contentOf(page, message), '');
  assert.equal(await sentCount(page), 1);
  await captchaIn(page, 'unverified');
});

for (const key of ['Control', 'Meta'] as const) {
  test(`${key}+Enter sends, and whoever has not pressed the box has it solved by that [FB-07]`, async (t) => {
    const page = await stage.visitor(t);
    await openFeedback(page, server.url);
    await page.type(message, 'First line\nsecond');
    assert.equal(await sentCount(page), 0);
    await page.keyboard.down(key);
    await page.keyboard.press('Enter');
    await page.keyboard.up(key);
    await see(page, 'Feedback received.');
    assert.equal(await sentCount(page), 1);
  });
}

test('the button that sends keeps the keyboard, and sends once however often it is pressed [FB-06 FB-07]', async (t) => {
  const page = await stage.visitor(t);
  await openFeedback(page, server.url);
  const held = Promise.withResolvers<void>();
  await intercept(page, '/api/v2/feedback', async (request) => {
    await held.promise;
    await request.continue();
  });
  await page.type(message, 'Well done');
  await page.focus('main form [type="submit"]');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  held.resolve();
  await see(page, 'Feedback received.');
  assert.equal(await focusOf(page), 'Send feedback');
  assert.equal(await sentCount(page), 1);
});

test('while it is sent the button says so and cannot be pressed again; the time zone goes along by itself [FB-06 FB-13]', async (t) => {
  const page = await stage.visitor(t);
  await openFeedback(page, server.url);
  const held = Promise.withResolvers<void>();
  let sent = new URLSearchParams();
  await page.emulateTimezone('Asia/Tokyo');
  await intercept(page, '/api/v2/feedback', async (request) => {
    sent = new URLSearchParams(request.postData());
    await held.promise;
    await request.continue();
  });
  await page.type(message, 'Well done');
  await press(page, 'Send feedback');
  await see(page, 'Sending...');
  const button = await page.$eval('main form [type="submit"]', ({ textContent, ariaDisabled }) => [
    textContent,
    ariaDisabled,
  ]);
  assert.deepEqual(button, ['Sending...', 'true']);
  held.resolve();
  await see(page, 'Feedback received.');
  assert.deepEqual([sent.get('msg'), sent.get('tz'), sent.get('utf8')], ['Well done', 'Asia/Tokyo', '✓']);
  for (const name of ['version', 'shrimp']) assert.match(sent.get(name) ?? '', /\S/, name);
  assert.ok(await find(page, 'button', 'Send feedback'));
});

test('while it is sent nothing can be typed that would be gone with it, and after a refusal all of it is there [FB-06]', async (t) => {
  const page = await stage.visitor(t, { expects: /The feedback was not sent/ });
  await openFeedback(page, server.url);
  const held = Promise.withResolvers<void>();
  await intercept(page, '/api/v2/feedback', async (request) => {
    await held.promise;
    await request.respond({ status: 422, contentType: 'application/json', body: '{"message":"Not now."}' });
  });
  await page.type('#feedback-email', 'robin@example.com');
  await page.type(message, 'First');
  await press(page, 'Send feedback');
  await see(page, 'Sending...');
  await page.type(message, ' and second');
  await page.type('#feedback-email', '.au');
  const typed = async () => [await contentOf(page, message), await contentOf(page, '#feedback-email')];
  assert.deepEqual(await typed(), ['First', 'robin@example.com']);
  held.resolve();
  await see(page, 'Not now.');
  await page.type(message, ' and second');
  assert.deepEqual(await typed(), ['First and second', 'robin@example.com']);
});

test('an empty message is sent, refused in red below the form, and the form can be sent again [FB-12 FB-15]', async (t) => {
  const page = await stage.visitor(t, { expects: /The feedback was not sent/ });
  const logged: string[] = [];
  page.on('console', (line) => logged.push(line.text()));
  await openFeedback(page, server.url);
  await press(page, 'Send feedback');
  await see(page, 'Please write a message.');
  assert.ok(logged.some((line) => line.includes('Please write a message.')));
  const [color, danger] = await page.$eval('form > .error', (error) => {
    const probe = document.body.appendChild(document.createElement('span'));
    probe.style.color = 'var(--danger)';
    return [error, probe].map((element) => getComputedStyle(element).color);
  });
  assert.equal(color, danger);
  assert.equal(await page.$eval('form > :last-child', (last) => last.className), 'error');
  await page.type(message, 'Now with words');
  await press(page, 'Send feedback');
  await see(page, 'Feedback received.');
});

test('a solution that was used once is refused the second time', async (t) => {
  const page = await stage.visitor(t);
  await openFeedback(page, server.url);
  await pressCaptcha(page);
  await captchaIn(page, 'verified');
  const payload = await payloadOn(page);
  await page.type(message, 'Well done');
  await press(page, 'Send feedback');
  await see(page, 'Feedback received.');
  const again = await page.evaluate(async (spent) => {
    const shrimp = document.querySelector<HTMLInputElement>('[name="shrimp"]')?.value ?? '';
    const body = new URLSearchParams({ shrimp, msg: 'again', authenticity_payload: spent });
    const answer = await fetch('/api/v2/feedback', { method: 'POST', body });
    return [answer.status, (await answer.json()).error_type];
  }, payload);
  assert.deepEqual(again, [422, 'BadCaptcha']);
});

test('the feedback page is accessible and fits, at three widths in both themes: fresh, verified, refused and sent', async (t) => {
  const page = await stage.visitor(t, { expects: /The feedback was not sent/ });
  await openFeedback(page, server.url);
  await audit(page);
  await press(page, 'Send feedback');
  await see(page, 'Please write a message.');
  await audit(page);
  await fill(page, message, 'Well done');
  await press(page, 'Send feedback');
  await see(page, 'Feedback received.');
  await audit(page);
});

/** From now on counts the workers that the document starts: of one that ends at once the browser need not tell. */
async function countWorkers(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { dataset } = document.documentElement;
    dataset.workers = '0';
    globalThis.Worker = class extends Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        dataset.workers = String(Number(dataset.workers) + 1);
      }
    };
  });
}
