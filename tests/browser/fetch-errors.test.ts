import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HTTPRequest, Page } from 'puppeteer-core';
import { interceptWhere } from './interception.ts';
import { messageOn, open, press, see, textOf } from './screens.ts';
import { openStage } from './stage.ts';

const stage = await openStage();
const { server } = stage;

/** Answers the claim of the secret on this page as told; everything else reaches the server. */
async function claimAnswers(page: Page, answer: (request: HTTPRequest) => Promise<void>): Promise<void> {
  await interceptWhere(
    page,
    (request) => /\/api\/v2\/secret\/\w+$/.test(request.url()) && request.method() === 'POST',
    answer,
  );
}

const cases = [
  {
    promise: 'a failing answer with a message shows that message [ERR-02]',
    answer: { status: 500, contentType: 'application/json', body: '{"message":"The disk is full"}' },
    words: 'The disk is full',
  },
  {
    promise: 'a failing answer without a message says that the secret could not be fetched [ERR-02]',
    answer: { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' },
    words: 'An error occurred while fetching the secret',
  },
  {
    promise: 'an answer that makes no sense is called unexpected [ERR-04]',
    answer: { status: 200, contentType: 'application/json', body: '{}' },
    words: 'An unexpected error occurred',
  },
];
for (const { promise, answer, words } of cases) {
  test(promise, async (t) => {
    const { secretKey } = await stage.share('still there');
    const page = await stage.visitor(t, { expects: /Failed to load resource.* 50\d/ });
    await open(page, `${server.url}/secret/${secretKey}`);
    await claimAnswers(page, (request) => request.respond(answer));
    await press(page, 'Click to continue');
    await see(page, words);
    assert.equal(await textOf(page, '[role="alert"]'), words);
  });
}

test('a secret that somebody else has taken meanwhile is not found [ERR-01 REV-15]', async (t) => {
  const { secretKey } = await stage.share('only one of us');
  const page = await stage.visitor(t);
  await open(page, `${server.url}/secret/${secretKey}`);
  await stage.post(`/secret/${secretKey}`, { continue: true });
  await press(page, 'Click to continue');
  await see(page, 'Secret not found or already viewed');
  await see(page, 'That information is no longer available');
});

test('a connection that breaks is said to have brought no answer, and the same button works once it holds [ERR-03]', async (t) => {
  const { secretKey } = await stage.share('not lost');
  const page = await stage.visitor(t, { expects: /Failed to load resource: net::ERR_FAILED/ });
  await open(page, `${server.url}/secret/${secretKey}`);
  let isBroken = true;
  await claimAnswers(page, (request) => (isBroken ? request.abort('failed') : request.continue()));
  await press(page, 'Click to continue');
  await see(page, 'No response received from server');
  isBroken = false;
  await press(page, 'Click to continue');
  assert.equal(await messageOn(page), 'not lost');
});
