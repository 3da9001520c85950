import assert from 'node:assert/strict';
import { test } from 'node:test';
import supertest from 'supertest';
import { createTestApp } from '../../support/app.ts';
import { EASY, HOST, openFeedback } from './anonymous.ts';
import { feedbackOf } from './colonel-view.ts';
import { createCustomer, sessionCookie, TOKEN } from './customer.ts';

test('somebody signed in sees the own custid and no captcha, and sends feedback under that name, by form and by script [FB-01 FB-09]', async (t) => {
  const site = createTestApp(t);
  const cookie = await sessionCookie(site, await createCustomer(site));
  const page = await supertest(site.app).get('/feedback').set('Host', HOST).set('Cookie', cookie).expect(200);
  assert.match(page.text, /We will also see: robin@example\.com/);
  assert.doesNotMatch(page.text, /class="captcha"|name="email"/);
  const shrimp = /name="shrimp" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const post = (path: string) =>
    supertest(site.app)
      .post(path)
      .set('Host', HOST)
      .set('Cookie', cookie)
      .type('form')
      .send({ msg: `by ${path}`, shrimp, email: 'someone.else@example.com' });
  await post('/feedback').expect(303);
  await post('/api/v2/feedback').expect(200);
  const { today_feedback: entries } = await feedbackOf(site).colonelView(site.clock.now());
  assert.deepEqual(new Set(entries.map(({ msg }) => msg)), new Set(['by /feedback', 'by /api/v2/feedback']));
  for (const { from, signed_in: isSignedIn, unchecked } of entries) {
    assert.deepEqual([from, isSignedIn, unchecked], ['robin@example.com', true, false]);
  }
});

test('posts of somebody signed in take none of the places for posts without a captcha', async (t) => {
  const site = createTestApp(t, { env: { HUSHLINK_FEEDBACK_UNCHECKED_PER_DAY: '0' } });
  const cookie = await sessionCookie(site, await createCustomer(site));
  const page = await supertest(site.app).get('/feedback').set('Host', HOST).set('Cookie', cookie);
  const shrimp = /name="shrimp" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const fields = { msg: 'Well done', shrimp };
  const form = supertest(site.app).post('/feedback').set('Host', HOST).set('Cookie', cookie).type('form');
  await form.send(fields).expect(303);
});

test('what a visitor has written stays nobody’s, with its address, where somebody has signed in in another tab', async (t) => {
  const site = createTestApp(t, { env: EASY });
  const visitor = await openFeedback(site);
  const solution = await visitor.solved();
  const cookie = await sessionCookie(site, await createCustomer(site));
  const send = (shrimp: string) =>
    supertest(site.app)
      .post('/api/v2/feedback')
      .set('Host', HOST)
      .set('Cookie', cookie)
      .type('form')
      .send({ msg: 'Not by name', email: 'other@example.net', authenticity_payload: solution, shrimp });
  const refused = await send(visitor.shrimp).expect(422);
  assert.equal(refused.body.error_type, 'BadShrimp');
  await send(refused.body.shrimp).expect(200);
  const [entry] = (await feedbackOf(site).colonelView(site.clock.now())).today_feedback;
  assert.deepEqual([entry?.from, entry?.signed_in], ['other@example.net', false]);
});

test('a program with an API token needs neither captcha nor anti-forgery token; with a wrong one nothing is taken', async (t) => {
  const site = createTestApp(t);
  await createCustomer(site);
  const send = (token: string, fields = {}) =>
    supertest(site.app)
      .post('/api/v2/feedback')
      .set('Host', HOST)
      .auth('robin@example.com', token)
      .send({ msg: 'From a program', ...fields });
  await send(TOKEN).expect(200);
  await send(TOKEN, { authenticity_payload: 'none' }).expect(200);
  await send(`${TOKEN}x`).expect(401);
  const { today_feedback: entries } = await feedbackOf(site).colonelView(site.clock.now());
  assert.deepEqual(
    entries.map(({ from }) => from),
    ['robin@example.com', 'robin@example.com'],
  );
});
