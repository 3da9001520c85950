import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTestApp } from '../../support/app.ts';
import { type Visitor, visitorOf } from '../../support/visitor.ts';
import { EASY, openFeedback } from './anonymous.ts';
import { feedbackOf } from './colonel-view.ts';

const HOUR_MS = 3_600_000;

async function send(visitor: Visitor, fields: Record<string, string> = {}) {
  await visitor.open('/feedback');
  return visitor.submit('/feedback', { msg: 'Well done', ...fields });
}

test('the page holds the form and a note of thanks, and is not kept by anybody [FB-01]', async (t) => {
  const { page } = await openFeedback(createTestApp(t));
  assert.match(page.text, /<h1>Share your feedback<\/h1>/);
  assert.match(page.text, /The founder/);
  assert.equal(page.headers['cache-control'], 'no-store');
});

test('its button is red where the operator wants it so [FB-11]', async (t) => {
  const { page: usual } = await openFeedback(createTestApp(t));
  const { page: red } = await openFeedback(createTestApp(t, { env: { HUSHLINK_FEEDBACK_RED_BUTTON: 'true' } }));
  assert.match(usual.text, /<button class="btn btn--primary" type="submit"/);
  assert.match(red.text, /<button class="btn btn--danger" type="submit"/);
});

test('without JavaScript feedback is sent by the form, marked unchecked, and the next page says so [FB-13 CSRF-07]', async (t) => {
  const site = createTestApp(t);
  const visitor = visitorOf(site);
  const sent = await send(visitor, { msg: 'One\r\ntwo', email: 'robin@example.com' });
  assert.deepEqual([sent.status, sent.headers.location], [303, '/feedback?sent=1']);
  const next = await visitor.open('/feedback?sent=1');
  assert.match(next.text, /role="status" tabindex="-1" autofocus="">.*Feedback received\./);
  const [entry] = (await feedbackOf(site).colonelView(site.clock.now())).today_feedback;
  assert.deepEqual([entry?.msg, entry?.from, entry?.unchecked], ['One\ntwo', 'robin@example.com', true]);
});

test('three such posts are taken from a network in a UTC day, and others again the day after', async (t) => {
  const site = createTestApp(t);
  for (let sent = 0; sent < 3; sent += 1) assert.equal((await send(visitorOf(site))).status, 303);
  const visitor = visitorOf(site);
  const refused = await send(visitor, { msg: 'my <typed> text' });
  assert.equal(refused.status, 429);
  assert.equal(refused.headers['retry-after'], String(12 * 3600));
  assert.match(refused.text, /Without JavaScript 3 messages are taken from your network in a day/);
  assert.equal(visitor.textArea(), 'my <typed> text');
  site.clock.advance(12 * HOUR_MS - 1);
  assert.equal((await send(visitor)).status, 429);
  site.clock.advance(1);
  assert.equal((await send(visitor)).status, 303);
  const { counts } = await feedbackOf(site).colonelView(site.clock.now());
  assert.deepEqual([counts.today_feedback_count, counts.yesterday_feedback_count], [1, 3]);
});

test('each network has such posts of its own, for a whole day', async (t) => {
  const site = createTestApp(t);
  const feedback = feedbackOf(site);
  const input = { message: 'x', timeZone: '', version: '', address: null, captcha: '', isTrapped: false };
  const sendFrom = async (network: string) => (await feedback.send(input, { kind: 'scriptless', network })).ok;
  const crowded = '203.0.113.7';
  // An hour after midnight.
  site.clock.advance(13 * HOUR_MS);
  for (let sent = 0; sent < 3; sent += 1) assert.equal(await sendFrom(crowded), true);
  assert.deepEqual([await sendFrom(crowded), await sendFrom('203.0.113.8')], [false, true]);
  site.clock.advance(23 * HOUR_MS - 1);
  assert.equal(await sendFrom(crowded), false);
});

test('the operator may take none of them', async (t) => {
  const site = createTestApp(t, { env: { HUSHLINK_FEEDBACK_UNCHECKED_PER_DAY: '0' } });
  assert.equal((await send(visitorOf(site))).status, 429);
});

test('a form post with a solved captcha is not one of them; a wrong one is refused', async (t) => {
  const site = createTestApp(t, { env: { ...EASY, HUSHLINK_FEEDBACK_UNCHECKED_PER_DAY: '0' } });
  const visitor = visitorOf(site);
  const { solved } = await openFeedback(site);
  const wrong = await send(visitor, { authenticity_payload: 'nonsense' });
  assert.equal(wrong.status, 422);
  assert.match(wrong.text, /The check that you are not a robot did not hold/);
  assert.equal((await send(visitor, { authenticity_payload: await solved() })).status, 303);
  const [entry] = (await feedbackOf(site).colonelView(site.clock.now())).today_feedback;
  assert.equal(entry?.unchecked, false);
});

const site = createTestApp({ after });

test('a refused form comes back with what was typed and says why', async () => {
  const visitor = visitorOf(site);
  const empty = await send(visitor, { msg: ' ', email: 'robin@example.com' });
  assert.equal(empty.status, 422);
  assert.match(empty.text, /Please write a message\./);
  assert.match(empty.text, /name="email"[^>]*value="robin@example\.com"/);
  await visitor.open('/feedback');
  const stale = await visitor.submit('/feedback', { msg: 'my <typed> text', shrimp: 'nonsense' });
  assert.equal(stale.status, 422);
  assert.match(stale.text, /Your form was too old/);
  assert.equal(visitor.textArea(), 'my <typed> text');
});

test('what is refused is not said to be received, whatever the address says', async () => {
  const visitor = visitorOf(site);
  await visitor.open('/feedback?sent=1');
  const hidden = /name="shrimp" value="([^"]+)"/.exec(visitor.html())?.[1] ?? '';
  const refused = await visitor.send('/feedback?sent=1', { shrimp: hidden, msg: '' });
  assert.equal(refused.status, 422);
  assert.match(refused.text, /Please write a message/);
  assert.doesNotMatch(refused.text, /Feedback received/);
});

test('a program that fills in the field nobody sees is thanked, and nothing is kept', async (t) => {
  const own = createTestApp(t);
  const sent = await send(visitorOf(own), { skill: 'SEO' });
  assert.deepEqual([sent.status, sent.headers.location], [303, '/feedback?sent=1']);
  assert.equal((await feedbackOf(own).colonelView(own.clock.now())).counts.feedback_count, 0);
});
