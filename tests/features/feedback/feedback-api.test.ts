import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import supertest from 'supertest';
import { createTestApp } from '../../support/app.ts';
import { EASY, HOST, openFeedback, solve } from './anonymous.ts';
import { captchaOf, feedbackOf } from './colonel-view.ts';

const site = createTestApp({ after }, { env: EASY });

test('a visitor who has solved the captcha sends feedback, which is received and kept with all its facts [API-22 FB-13 FB-14 GEN-06]', async (t) => {
  const own = createTestApp(t, { env: EASY });
  const visitor = await openFeedback(own);
  const { body } = await visitor.send({
    msg: 'It is good.\nNearly.',
    email: ' robin@example.com ',
    authenticity_payload: await visitor.solved(),
  });
  assert.equal(body.success, true);
  assert.equal(body.message, 'Feedback received.');
  assert.ok(body.shrimp);
  const view = await feedbackOf(own).colonelView(own.clock.now());
  assert.deepEqual(view.today_feedback, [
    {
      msg: 'It is good.\nNearly.',
      stamp: '2030-01-15@12:00:00 UTC',
      created: own.clock.now() / 1000,
      from: 'robin@example.com',
      signed_in: false,
      unchecked: false,
      tz: 'Europe/Ljubljana',
      version: '1.2.3',
    },
  ]);
});

test('one solution sends one message: used again it is refused with a fresh token, also by fifty at once', async () => {
  const visitor = await openFeedback(site);
  const payload = await visitor.solved();
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) => visitor.send({ msg: `Number ${at}`, authenticity_payload: payload })),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  const refused = await visitor.send({ authenticity_payload: payload }).expect(422);
  assert.equal(refused.body.error_type, 'BadCaptcha');
  assert.equal(refused.body.field, 'authenticity_payload');
  await visitor.send({ shrimp: refused.body.shrimp, authenticity_payload: await visitor.solved() }).expect(200);
});

test('a solution that was used is used for as long as it would have held', async (t) => {
  const site = createTestApp(t, { env: EASY });
  const visitor = await openFeedback(site);
  const authenticity_payload = await visitor.solved();
  assert.equal((await visitor.send({ authenticity_payload })).status, 200);
  site.clock.advance(10 * 60_000 - 1);
  const again = await visitor.send({ authenticity_payload });
  assert.deepEqual([again.status, again.body.field], [422, 'authenticity_payload']);
});

test('of two who send one solution in its last moment one is taken', async (t) => {
  const own = createTestApp(t);
  const captcha = captchaOf(own);
  const { wire, expiresAtMs } = await captcha.challenge(HOST);
  own.clock.advance(expiresAtMs - 1 - own.clock.now());
  const bothJudged = Promise.withResolvers<void>();
  let judged = 0;
  const verify: typeof captcha.verify = async (...args) => {
    const solution = await captcha.verify(...args);
    judged += 1;
    if (judged === 2) {
      own.clock.advance(1);
      bothJudged.resolve();
    }
    await bothJudged.promise;
    return solution;
  };
  const { send } = feedbackOf(own, { ...captcha, verify });
  const input = {
    ...{ message: 'Well done', timeZone: 'UTC', version: '1.2.3', address: null, isTrapped: false },
    captcha: await solve(wire),
  };
  const visitor = { kind: 'visitor', host: HOST } as const;
  const sent = await Promise.all([send(input, visitor), send(input, visitor)]);
  assert.deepEqual(sent.map(({ ok }) => ok).sort(), [false, true]);
});

test('the same solution written in another way is the same solution', async () => {
  const visitor = await openFeedback(site);
  const payload = await visitor.solved();
  await visitor.send({ authenticity_payload: payload }).expect(200);
  const { took: _, ...parts } = JSON.parse(atob(payload));
  for (const variant of [
    { ...parts, more: 1 },
    { ...parts, salt: parts.salt.slice(0, -1) },
  ]) {
    const again = await visitor.send({ authenticity_payload: btoa(JSON.stringify(variant)) }).expect(422);
    assert.equal(again.body.error_type, 'BadCaptcha');
  }
});

test('without a solution, with an expired or with a foreign one nothing is taken', async () => {
  const visitor = await openFeedback(site);
  const expired = await visitor.solved();
  site.clock.advance(10 * 60_000);
  const foreign = await (await openFeedback(site, '127.0.0.1:3000')).solved();
  for (const payload of ['', 'nonsense', expired, foreign]) {
    const { body } = await visitor.send({ authenticity_payload: payload }).expect(422);
    assert.equal(body.error_type, 'BadCaptcha');
  }
  const { body } = await visitor.send({ authenticity_payload: undefined }).expect(422);
  assert.equal(body.error_type, 'BadCaptcha');
});

test('a message that cannot be taken is refused at its field, and leaves the solution for the next try', async () => {
  const visitor = await openFeedback(site);
  const payload = await visitor.solved();
  const refusals: [fields: object, field: string, message: string][] = [
    [{ msg: '' }, 'msg', 'Please write a message.'],
    [{ msg: ' \n\t ' }, 'msg', 'Please write a message.'],
    [{ msg: undefined }, 'msg', 'Please write a message.'],
    [{ msg: '🔑'.repeat(5001) }, 'msg', 'The message may be at most 5,000 characters long.'],
    [{ email: 'nobody' }, 'email', 'Please check the e-mail address.'],
    [{ email: `${'a'.repeat(243)}@example.com` }, 'email', 'Please check the e-mail address.'],
    [{ msg: ['a', 'b'] }, 'msg', 'The value of msg is of the wrong type.'],
  ];
  for (const [fields, field, message] of refusals) {
    const { body } = await visitor.send({ authenticity_payload: payload, ...fields }).expect(422);
    assert.deepEqual([body.field, body.message], [field, message]);
  }
  const longest = { msg: '🔑'.repeat(5000), email: `${'a'.repeat(242)}@example.com` };
  await visitor.send({ authenticity_payload: payload, ...longest }).expect(200);
});

test('half a character is not text', async () => {
  const visitor = await openFeedback(site);
  const whole = { msg: 'whole', shrimp: visitor.shrimp, authenticity_payload: await visitor.solved() };
  for (const [field, half] of [
    ['msg', 'half \ud83d'],
    ['email', 'half\ud83d@example.com'],
  ] as const) {
    const { body } = await supertest(site.app)
      .post('/api/v2/feedback')
      .set('Host', HOST)
      .set('Cookie', visitor.cookie)
      .send({ ...whole, [field]: half })
      .expect(422);
    assert.equal(body.field, field);
  }
});

test('feedback always needs a token of the visitor it was made for', async () => {
  const visitor = await openFeedback(site);
  const payload = await visitor.solved();
  const refused = await visitor.send({ shrimp: 'nonsense', authenticity_payload: payload }).expect(422);
  assert.equal(refused.body.error_type, 'BadShrimp');
  const program = (shrimp: string) =>
    supertest(site.app)
      .post('/api/v2/feedback')
      .set('Host', HOST)
      .send({ msg: 'From a program', shrimp, authenticity_payload: payload });
  for (const shrimp of ['', visitor.shrimp]) {
    const { body } = await program(shrimp).expect(422);
    assert.equal(body.error_type, 'BadShrimp');
  }
  await visitor.send({ shrimp: refused.body.shrimp, authenticity_payload: payload }).expect(200);
});

test('a facts field in another form is left out, whatever stands in it', async (t) => {
  const own = createTestApp(t, { env: EASY });
  const visitor = await openFeedback(own);
  const payload = await visitor.solved();
  await visitor.send({ authenticity_payload: payload, tz: '<b>Mars</b>', version: 'x'.repeat(65) }).expect(200);
  const { today_feedback: entries } = await feedbackOf(own).colonelView(own.clock.now());
  assert.deepEqual([entries[0]?.tz, entries[0]?.version, entries[0]?.from], ['', '', 'anon']);
  const longest = 'x'.repeat(64);
  await visitor.send({ authenticity_payload: await visitor.solved(), tz: longest, version: longest }).expect(200);
  const [newest] = (await feedbackOf(own).colonelView(own.clock.now())).today_feedback;
  assert.deepEqual([newest?.tz, newest?.version], [longest, longest]);
});

for (const [off, variable] of [
  ['feedback', 'HUSHLINK_FEEDBACK_ENABLED'],
  ['authentication', 'HUSHLINK_AUTHENTICATION_ENABLED'],
] as const) {
  test(`where ${off} is switched off, feedback and its captcha are not found, and no page leads there [FB-02 FB-10 SHELL-27]`, async (t) => {
    const { app } = createTestApp(t, { env: { [variable]: 'false' } });
    const ask = (method: 'get' | 'post', path: string) => supertest(app)[method](path).set('Host', HOST);
    await ask('get', '/feedback').expect(404);
    await ask('post', '/feedback').expect(404);
    await ask('post', '/api/v2/feedback').expect(404);
    await ask('get', '/api/v2/altcha/challenge').expect(404);
    await ask('post', '/api/v2/altcha/verify').expect(404);
    assert.doesNotMatch((await ask('get', '/').expect(200)).text, /feedback/i);
  });
}
