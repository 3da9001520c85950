import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signal } from '@preact/signals-react';
import { createSendingModel } from '#src/islands/incoming/model.ts';
import { createTimers } from './samples.ts';

/** A captcha that is solved, or fails, when it is told to. */
function createCaptcha() {
  const payload = signal('');
  let solving = Promise.withResolvers<void>();
  let starts = 0;
  return {
    payload,
    starts: () => starts,
    start: () => {
      starts += 1;
      solving = Promise.withResolvers<void>();
      return solving.promise;
    },
    async end(solution: string) {
      payload.value = solution;
      solving.resolve();
      await solving.promise;
    },
  };
}

const never = () => assert.fail('it must not be sent again');

test('without a captcha the form goes at once, and a second press does not send it twice', () => {
  const timers = createTimers();
  const model = createSendingModel({ captcha: null, later: timers.later });
  assert.equal(model.maySend(never), true);
  assert.equal(model.isBusy.value, true);
  assert.equal(model.maySend(never), false);
});

test('a form that is still there a moment later can be sent again: its page was stopped', () => {
  const timers = createTimers();
  const model = createSendingModel({ captcha: null, later: timers.later });
  model.maySend(never);
  assert.deepEqual(
    timers.waiting.map(({ delayMs }) => delayMs),
    [5000],
  );
  timers.fire();
  assert.equal(model.isBusy.value, false);
  assert.equal(model.maySend(never), true);
});

test('whoever has not pressed the box has the captcha solved by sending, and then the form goes', async () => {
  const captcha = createCaptcha();
  const model = createSendingModel({ captcha, later: createTimers().later });
  const sent: boolean[] = [];
  assert.equal(
    model.maySend(() => sent.push(model.maySend(never))),
    false,
  );
  assert.equal(model.isBusy.value, true);
  assert.equal(model.maySend(never), false);
  assert.equal(captcha.starts(), 1);
  await captcha.end('solved');
  assert.deepEqual(sent, [true]);
  assert.equal(model.isBusy.value, true);
});

test('where the captcha is solved already the form goes at once', () => {
  const captcha = createCaptcha();
  captcha.payload.value = 'solved';
  const model = createSendingModel({ captcha, later: createTimers().later });
  assert.equal(model.maySend(never), true);
  assert.equal(captcha.starts(), 0);
});

test('where the captcha fails nothing is sent, and the next press tries again', async () => {
  const captcha = createCaptcha();
  const model = createSendingModel({ captcha, later: createTimers().later });
  model.maySend(never);
  await captcha.end('');
  assert.equal(model.isBusy.value, false);
  assert.equal(model.maySend(never), false);
  assert.equal(captcha.starts(), 2);
});

test('whoever comes back to the page may send at once, and what is not under way is not forgotten', async () => {
  const captcha = createCaptcha();
  const model = createSendingModel({ captcha, later: createTimers().later });
  const seen = [model.isUnderWay()];
  model.maySend(() => seen.push(model.maySend(never), model.isUnderWay()));
  seen.push(model.isUnderWay());
  await captcha.end('solution');
  await Promise.resolve();
  assert.deepEqual(seen, [false, false, true, true]);
  model.comeBack();
  assert.deepEqual([model.isBusy.value, model.isUnderWay()], [false, false]);
});
