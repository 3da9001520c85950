import { test } from 'node:test';
import { EASY, openFeedback } from './feedback-screens.ts';
import { press, see } from './screens.ts';
import { openStage } from './stage.ts';

const stage = await openStage(EASY);
const { server } = stage;

test('a token that another tab has made void costs nobody the captcha [FB-20]', async (t) => {
  const page = await stage.visitor(t);
  await openFeedback(page, server.url);
  await page.deleteCookie(...(await page.cookies()));
  const beside = await page.browserContext().newPage();
  await beside.goto(server.url);
  await beside.close();
  await page.type('#feedback-msg', 'Well done');
  await press(page, 'Send feedback');
  await see(page, 'Feedback received.');
});

test('a cookie that is deleted while the form is open costs nobody the captcha either', async (t) => {
  const page = await stage.visitor(t, { expects: /status of 422/ });
  await openFeedback(page, server.url);
  await page.type('#feedback-msg', 'Well done');
  await page.deleteCookie(...(await page.cookies()));
  await press(page, 'Send feedback');
  await see(page, 'Feedback received.');
});
