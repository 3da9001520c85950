import assert from 'node:assert/strict';
import { test } from 'node:test';
import { confirmSolution, fetchChallenge } from '#src/islands/captcha/api.ts';
import { type CaptchaDeps, createCaptchaModel } from '#src/islands/captcha/model.ts';
import { createClient } from '#src/islands/client/client.ts';
import { createShrimpStore } from '#src/islands/client/shrimp-store.ts';
import { challenge, createNetwork, createTimers, json, t } from './samples.ts';

const SENT = 'Tue, 15 Jan 2030 12:00:00 GMT';
const EXPIRES = 'Tue, 15 Jan 2030 12:10:00 GMT';

interface Told {
  readonly config?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

function challengeAnswer({ config, headers = {}, body = challenge }: Told = {}): Response {
  const configured = config === undefined ? {} : { 'x-altcha-config': JSON.stringify(config) };
  return new Response(JSON.stringify(body), { headers: { ...configured, ...headers } });
}

function setUp(answers: readonly (Response | Error)[], solve: CaptchaDeps['solve'] = async () => 42) {
  const network = createNetwork(...answers);
  const client = createClient({ fetch: network.fetch, shrimp: createShrimpStore('token') });
  const timers = createTimers();
  const logged: string[] = [];
  const clock = { nowMs: 0 };
  const nowMs = () => clock.nowMs;
  const model = createCaptchaModel({
    ...{ solve, t, nowMs, later: timers.later },
    fetchChallenge: () => fetchChallenge(network.fetch, nowMs),
    confirm: (url, payload) => confirmSolution(client, url, payload),
    log: (message) => void logged.push(message),
  });
  return { ...network, model, timers, logged, clock };
}

test('it begins unverified, verifies when started, and only then has a payload [FB-19 FB-20 FB-24]', async () => {
  const { model } = setUp([challengeAnswer()]);
  assert.deepEqual([model.state.value, model.payload.value], ['unverified', '']);
  const started = model.start();
  assert.deepEqual([model.state.value, model.payload.value], ['verifying', '']);
  await started;
  assert.equal(model.state.value, 'verified');
  const { maxnumber: _, ...parts } = challenge;
  assert.deepEqual(JSON.parse(atob(model.payload.value)), { ...parts, number: 42, took: 0 });
});

test('starting again while it verifies, or when it is verified, begins nothing anew', async () => {
  const { model, sent } = setUp([challengeAnswer(), challengeAnswer()]);
  await Promise.all([model.start(), model.start()]);
  await model.start();
  assert.equal(sent.length, 1);
});

test('where a verify address is set the server confirms the solution first [FB-20 API-24]', async () => {
  const answers = [challengeAnswer({ config: { verifyurl: '/confirm' } }), json({ verified: true })];
  const { model, sent } = setUp(answers);
  await model.start();
  assert.equal(model.state.value, 'verified');
  assert.equal(sent[1]?.url, '/confirm');
  assert.equal(sent[1]?.headers.get('content-type'), 'application/json');
  assert.equal(sent[1]?.headers.get('o-shrimp'), 'token');
  assert.deepEqual(JSON.parse(String(sent[1]?.body)), { payload: model.payload.value });
});

test('a token that is refused with the solution is renewed, and the solution is confirmed all the same [FB-20 CSRF-04]', async () => {
  const answers = [
    challengeAnswer({ config: { verifyurl: '/confirm' } }),
    json({ error_type: 'BadShrimp', shrimp: 'fresh' }, 422),
    json({ verified: true }),
  ];
  const { model, sent } = setUp(answers);
  await model.start();
  assert.equal(model.state.value, 'verified');
  assert.deepEqual([sent[2]?.headers.get('o-shrimp'), sent[2]?.body], ['fresh', sent[1]?.body]);
});

test('what the server gives instead of the solution is what the form sends', async () => {
  const { model } = setUp([
    challengeAnswer({ config: { verifyurl: '/v' } }),
    json({ verified: true, payload: 'signed' }),
  ]);
  await model.start();
  assert.equal(model.payload.value, 'signed');
});

test('any failure is an error with a message, is logged, and leaves no payload [FB-20 FB-21 ERR-20 FB-24]', async () => {
  const config = { verifyurl: '/v' };
  const failing: [name: string, answers: (Response | Error)[], solve?: CaptchaDeps['solve']][] = [
    ['no network', [new Error('offline')]],
    ['no JSON', [new Response('<html>')]],
    ['no solution', [challengeAnswer()], async () => null],
    ['a worker that fails', [challengeAnswer()], () => Promise.reject(new Error('worker'))],
    ['not confirmed', [challengeAnswer({ config }), json({ verified: false })]],
    ['confirmed with an error', [challengeAnswer({ config }), json({ verified: true }, 500)]],
    ['no answer to the solution', [challengeAnswer({ config }), new Error('offline')]],
  ];
  for (const [name, answers, solve] of failing) {
    const { model, logged } = setUp(answers, solve);
    await model.start();
    assert.equal(model.state.value, 'error', name);
    assert.equal(model.message.value, 'Verification failed. Try again later.', name);
    assert.deepEqual([model.payload.value, logged.length], ['', 1], name);
  }
});

test('a challenge that is answered with something else than 200 says with what [ERR-21 FB-21]', async () => {
  for (const status of [503, 404, 429, 201, 206]) {
    const { model } = setUp([json(challenge, status)]);
    await model.start();
    assert.equal(model.state.value, 'error');
    assert.equal(model.message.value, `Server responded with ${status}.`);
  }
});

test('after an error it can be started again [FB-19]', async () => {
  const { model } = setUp([new Error('offline'), challengeAnswer()]);
  await model.start();
  assert.equal(model.state.value, 'error');
  await model.start();
  assert.deepEqual([model.state.value, model.message.value], ['verified', null]);
});

test('an unsound challenge, or one without its parts, is an error and costs no work [FB-17 FB-21]', async () => {
  for (const body of [{ ...challenge, algorithm: 'MD5' }, {}, null, 'text']) {
    let isSolving = false;
    const { model } = setUp([challengeAnswer({ body })], async () => {
      isSolving = true;
      return 1;
    });
    await model.start();
    assert.deepEqual([model.state.value, isSolving], ['error', false]);
  }
});

test('when the time that the server named is over, verified becomes expired and the payload is gone, until it is started again [FB-19 FB-22 ERR-20 FB-24]', async () => {
  const { model, timers } = setUp([challengeAnswer({ headers: { expires: EXPIRES, date: SENT } }), challengeAnswer()]);
  await model.start();
  assert.deepEqual(
    timers.waiting.map(({ delayMs }) => delayMs),
    [600_000],
  );
  timers.fire();
  assert.deepEqual([model.state.value, model.payload.value], ['expired', '']);
  assert.equal(model.message.value, 'Verification expired. Try again.');
  await model.start();
  assert.equal(model.state.value, 'verified');
});

test('the time to live counts from the challenge, not from the solution, and a wrong clock does not matter', async () => {
  const answer = challengeAnswer({ headers: { expires: EXPIRES, date: SENT } });
  const { model, timers, clock } = setUp([answer], async () => {
    clock.nowMs += 30_000;
    return 7;
  });
  await model.start();
  assert.equal(timers.waiting[0]?.delayMs, 570_000);
});

test('where refetching is allowed an expired solution is replaced by a new one [FB-22]', async () => {
  const headers = { expires: EXPIRES, date: SENT };
  const answers = [challengeAnswer({ headers, config: { refetchonexpire: true } }), challengeAnswer({ headers })];
  const { model, timers, sent } = setUp(answers);
  await model.start();
  timers.fire();
  assert.equal(model.state.value, 'verifying');
  await model.start();
  assert.deepEqual([model.state.value, sent.length], ['verified', 2]);
});

test('a challenge without an expiry never expires', async () => {
  const { model, timers } = setUp([challengeAnswer()]);
  await model.start();
  assert.deepEqual(timers.waiting, []);
});

test('a reset leads back to unverified from wherever it stands, and what was under way is dropped [FB-23 FB-24]', async () => {
  const solving = Promise.withResolvers<number>();
  let given: AbortSignal | undefined;
  const { model } = setUp([challengeAnswer()], (_challenge, signal) => {
    given = signal;
    return solving.promise;
  });
  const started = model.start();
  // The challenge arrives a few turns later.
  while (given === undefined) await Promise.resolve();
  model.reset();
  assert.equal(given.aborted, true);
  solving.resolve(7);
  await started;
  assert.deepEqual([model.state.value, model.payload.value], ['unverified', '']);
});

test('a reset before the challenge has come spares the work that would be for nothing', async () => {
  let works = 0;
  const { model, logged } = setUp([challengeAnswer(), challengeAnswer()], async () => {
    works += 1;
    return 42;
  });
  const dropped = model.start();
  model.reset();
  await model.start();
  await dropped;
  assert.deepEqual([works, model.state.value, logged], [1, 'verified', []]);
});

test('a reset leads back to unverified from an end, too [FB-23]', async () => {
  const expiring = challengeAnswer({ headers: { expires: EXPIRES, date: SENT } });
  const ends = { verified: challengeAnswer(), error: new Error('offline'), expired: expiring };
  for (const [state, answer] of Object.entries(ends)) {
    const { model, timers } = setUp([answer]);
    await model.start();
    timers.fire();
    assert.equal(model.state.value, state);
    model.reset();
    assert.deepEqual([model.state.value, model.payload.value, model.message.value], ['unverified', '', null], state);
  }
});

test('the timer of a solution that was reset does nothing to the next one [FB-23]', async () => {
  const headers = { expires: EXPIRES, date: SENT };
  const { model, timers } = setUp([challengeAnswer({ headers }), challengeAnswer({ headers })]);
  await model.start();
  const [first] = timers.waiting.splice(0);
  model.reset();
  await model.start();
  first?.run();
  assert.equal(model.state.value, 'verified');
});

test('a classification of BAD fails where blocking is set, and only there [FB-25]', async () => {
  const verdicts: [config: object, classification: string, state: string][] = [
    [{ verifyurl: '/v', blockspam: true }, 'BAD', 'error'],
    [{ verifyurl: '/v', blockspam: true }, 'NEUTRAL', 'verified'],
    [{ verifyurl: '/v', blockspam: false }, 'BAD', 'verified'],
    [{ verifyurl: '/v' }, 'BAD', 'verified'],
  ];
  for (const [config, classification, state] of verdicts) {
    const { model } = setUp([challengeAnswer({ config }), json({ verified: true, classification })]);
    await model.start();
    assert.equal(model.state.value, state, JSON.stringify([config, classification]));
  }
});
