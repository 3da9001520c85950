import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCopyModel } from '#src/islands/copy-link/model.ts';
import { createTimers } from './samples.ts';

function setUp(copy: (text: string) => Promise<void>) {
  const timers = createTimers();
  const logged: unknown[] = [];
  const model = createCopyModel({ copy, later: timers.later, log: (_, cause) => void logged.push(cause) });
  return { model, timers, logged };
}

test('a copy is confirmed for 2000 ms [SHELL-33 META-02 DOM-23]', async () => {
  const clipboard: string[] = [];
  const { model, timers } = setUp(async (text) => void clipboard.push(text));
  await model.copy('https://hush.example.org/secret/x');
  assert.deepEqual(clipboard, ['https://hush.example.org/secret/x']);
  assert.deepEqual([model.isCopied.value, timers.waiting[0]?.delayMs], [true, 2000]);
  timers.fire();
  assert.equal(model.isCopied.value, false);
});

test('a second copy starts the time anew', async () => {
  const { model, timers } = setUp(async () => {});
  await model.copy('a');
  const [first] = timers.waiting.splice(0);
  await model.copy('a');
  first?.run();
  assert.equal(model.isCopied.value, true);
  timers.fire();
  assert.equal(model.isCopied.value, false);
});

test('a clipboard that refuses is only logged [ERR-11]', async () => {
  const refusal = new Error('not allowed');
  const { model, logged, timers } = setUp(() => Promise.reject(refusal));
  await model.copy('a');
  assert.deepEqual(logged, [refusal]);
  assert.deepEqual([model.isCopied.value, timers.waiting.length], [false, 0]);
});
