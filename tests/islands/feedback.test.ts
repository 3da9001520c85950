import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signal } from '@preact/signals-react';
import type { CaptchaModel } from '#src/islands/captcha/model.ts';
import { createClient, type Fields } from '#src/islands/client/client.ts';
import { createShrimpStore } from '#src/islands/client/shrimp-store.ts';
import { sendFeedback } from '#src/islands/feedback/api.ts';
import { createFeedbackModel } from '#src/islands/feedback/model.ts';
import { createNetwork, json, t } from './samples.ts';

const fields: Fields = [
  ['utf8', '✓'],
  ['shrimp', 'old'],
  ['tz', ''],
  ['authenticity_payload', 'old'],
  ['version', '1.2.3'],
  ['msg', 'Well done'],
];
const received = () => json({ success: true, message: 'Feedback received.', shrimp: 'next' });

/** A captcha that is solved by the first start, or never. */
function createCaptcha(payload: string) {
  const own = { state: signal('unverified' as const), message: signal(null), payload: signal('') };
  const calls: string[] = [];
  const captcha: CaptchaModel = {
    ...own,
    start: async () => {
      calls.push('start');
      own.payload.value = payload;
    },
    reset: () => {
      calls.push('reset');
      own.payload.value = '';
    },
  };
  return { captcha, calls };
}

interface Setting {
  /** Of a visitor; without it somebody is signed in. */
  readonly captcha?: CaptchaModel;
  /** Whether the page of the form brings a token. */
  readonly isRenewed?: boolean;
}

function setUp(answers: readonly (Response | Error)[], { captcha, isRenewed = false }: Setting = {}) {
  const network = createNetwork(...answers);
  const shrimp = createShrimpStore('token');
  const client = createClient({ fetch: network.fetch, shrimp });
  const renewShrimp = async () => {
    if (isRenewed) shrimp.replace('of the page');
    return isRenewed;
  };
  const [emitted, logged]: [string[], unknown[]] = [[], []];
  const model = createFeedbackModel(
    { custid: captcha === undefined ? 'robin@example.com' : null, isSent: false, error: null },
    {
      ...{
        captcha: captcha ?? createCaptcha('solved').captcha,
        timeZone: () => 'Asia/Tokyo',
        log: (_message, cause) => void logged.push(cause),
      },
      send: (sent) => sendFeedback({ client, renewShrimp, t }, sent),
      onSent: () => void emitted.push('sent'),
    },
  );
  return { ...network, model, emitted, logged };
}

test('feedback goes from idle over submitting to success, with all its fields, and is told once [FB-06 FB-13 FB-14]', async () => {
  const { model, sent, emitted } = setUp([received()]);
  assert.equal(model.state.value, 'idle');
  const submitted = model.submit(fields);
  assert.equal(model.state.value, 'submitting');
  await submitted;
  assert.equal(model.state.value, 'success');
  assert.equal(sent[0]?.url, '/api/v2/feedback');
  const expected = { utf8: '✓', tz: 'Asia/Tokyo', version: '1.2.3', msg: 'Well done', shrimp: 'token' };
  assert.deepEqual(sent[0]?.fields, expected);
  assert.deepEqual(emitted, ['sent']);
});

test('a second submit while the first is under way is dropped [FB-06]', async () => {
  const { model, sent } = setUp([received(), received()]);
  await Promise.all([model.submit(fields), model.submit(fields)]);
  assert.equal(sent.length, 1);
});

test('a refusal is shown and logged, nothing is told, and it can be tried again [FB-06 FB-15]', async () => {
  const refusal = { success: false, message: 'Please write a message.', field: 'msg', error_type: 'FormError' };
  const { model, emitted, logged } = setUp([json(refusal, 422), received()]);
  await model.submit(fields);
  assert.equal(model.state.value, 'error');
  assert.deepEqual(model.failure.value, { field: 'msg', message: 'Please write a message.' });
  assert.deepEqual([emitted, logged], [[], ['Please write a message.']]);
  await model.submit(fields);
  assert.deepEqual([model.state.value, model.failure.value], ['success', null]);
});

test('no network is an error too [FB-15]', async () => {
  const { model } = setUp([new Error('offline')]);
  await model.submit(fields);
  assert.deepEqual([model.state.value, model.failure.value?.message], ['error', 'An unexpected error occurred']);
});

test('a visitor sends the solved captcha along; who did not press the box has it solved now [FB-08 FB-16]', async () => {
  const { captcha, calls } = createCaptcha('solved');
  const { model, sent } = setUp([received()], { captcha });
  await model.submit([...fields, ['authenticity_payload', '']]);
  assert.deepEqual(calls, ['start']);
  assert.equal(sent[0]?.fields.authenticity_payload, 'solved');
});

test('without a solution nothing is sent: the captcha says what went wrong', async () => {
  const { captcha } = createCaptcha('');
  const { model, sent } = setUp([received()], { captcha });
  await model.submit(fields);
  assert.deepEqual([model.state.value, model.failure.value, sent.length], ['idle', null, 0]);
});

test('a solution that the server does not take has to be found anew; any other refusal leaves it', async () => {
  const { captcha, calls } = createCaptcha('solved');
  const answers = [
    json({ message: 'x', error_type: 'FormError' }, 422),
    json({ message: 'x', error_type: 'BadCaptcha' }, 422),
  ];
  const { model } = setUp(answers, { captcha });
  await model.submit(fields);
  assert.deepEqual(calls, ['start']);
  await model.submit(fields);
  assert.deepEqual(calls, ['start', 'start', 'reset']);
});

test('somebody signed in sends no captcha [FB-09]', async () => {
  const { model, sent } = setUp([received()]);
  await model.submit(fields);
  assert.equal('authenticity_payload' in (sent[0]?.fields ?? {}), false);
});

test('somebody whose sign-in has ended is asked for the captcha, and then sends it along', async () => {
  const refusal = { message: 'x', error_type: 'BadCaptcha' };
  const { model, sent } = setUp([json(refusal, 422), received()]);
  assert.equal(model.isVisitor.value, false);
  await model.submit(fields);
  assert.deepEqual([model.isVisitor.value, model.state.value], [true, 'error']);
  await model.submit(fields);
  assert.deepEqual([model.state.value, sent[1]?.fields.authenticity_payload], ['success', 'solved']);
});

const tooOld = () => json({ message: 'too old', error_type: 'BadShrimp', shrimp: "nobody's" }, 422);

test('a sign-in that has ended, and left no cookie for a token, brings the captcha with the first press all the same', async () => {
  const noCaptcha = json({ message: 'x', error_type: 'BadCaptcha' }, 422);
  const { model, sent } = setUp([tooOld(), tooOld(), noCaptcha, received()], { isRenewed: true });
  await model.submit(fields);
  assert.deepEqual([model.isVisitor.value, model.state.value], [true, 'error']);
  await model.submit(fields);
  assert.equal(model.state.value, 'success');
  assert.deepEqual(
    sent.map((post) => post.fields.shrimp),
    ['token', "nobody's", 'of the page', 'of the page'],
  );
});

test('a visitor whose cookie is gone sends the same solution with a token from the page of the form', async () => {
  const { captcha, calls } = createCaptcha('solved');
  const { model, sent } = setUp([tooOld(), tooOld(), received()], { captcha, isRenewed: true });
  await model.submit(fields);
  assert.deepEqual([model.state.value, calls, sent[2]?.fields.authenticity_payload], ['success', ['start'], 'solved']);
});

test('where the page of the form brings no token either, nothing more is sent', async () => {
  const { model, sent } = setUp([tooOld(), tooOld()]);
  await model.submit(fields);
  assert.deepEqual([model.failure.value?.message, model.isVisitor.value, sent.length], ['too old', false, 2]);
});

test('a solution that was perhaps used up is found anew, and asks nobody for one who is signed in', async () => {
  const uncertain = () => json({ message: 'x', error_type: 'StoreUncertain' }, 503);
  const { captcha, calls } = createCaptcha('solved');
  const visitor = setUp([uncertain()], { captcha });
  await visitor.model.submit(fields);
  assert.deepEqual([visitor.model.state.value, calls], ['error', ['start', 'reset']]);
  const customer = setUp([uncertain()]);
  await customer.model.submit(fields);
  assert.deepEqual([customer.model.state.value, customer.model.isVisitor.value], ['error', false]);
});
