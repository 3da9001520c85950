import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentOf, pressAndGo, textOf } from './screens.ts';
import { openStage } from './stage.ts';

const stage = await openStage();
const { server } = stage;
const hasScript = false;

test('without JavaScript feedback is sent by the form, without a captcha [FB-01 FB-13]', async (t) => {
  const page = await stage.visitor(t, { hasScript });
  await page.goto(`${server.url}/feedback`);
  assert.equal(await page.$eval('.captcha', (captcha) => captcha.checkVisibility()), false);
  assert.equal(await page.$eval('[name="skill"]', (trap) => trap.checkVisibility()), false);
  await page.type('#feedback-msg', 'No script\nhas ever seen this');
  await page.type('#feedback-email', 'robin@example.com');
  await pressAndGo(page, 'Send feedback');
  assert.equal(page.url(), `${server.url}/feedback?sent=1`);
  assert.match(await textOf(page), /Feedback received\./);
  assert.equal(await contentOf(page, '#feedback-msg'), '');
});

test('without JavaScript an empty message comes back with the reason, and the address that was typed [FB-15]', async (t) => {
  const page = await stage.visitor(t, { hasScript });
  await page.goto(`${server.url}/feedback`);
  await page.type('#feedback-email', 'robin@example.com');
  await pressAndGo(page, 'Send feedback');
  assert.match(await textOf(page), /Please write a message\./);
  assert.equal(await contentOf(page, '#feedback-email'), 'robin@example.com');
});
