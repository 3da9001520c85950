import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskTokens } from '#src/log/mask-tokens.ts';
import { safeError } from '#src/log/safe-error.ts';

test('an error keeps its name, a message, its code and where it came from', () => {
  const error = Object.assign(new RangeError('connect ECONNREFUSED 127.0.0.1:6379'), { code: 'ECONNREFUSED' });
  const { stack, ...rest } = safeError(error);
  assert.deepEqual(rest, { name: 'RangeError', message: 'connect ECONNREFUSED 127.0.0.1:6379', code: 'ECONNREFUSED' });
  assert.ok(stack.length > 0);
  for (const frame of stack) assert.match(frame, /^at .+:\d+:\d+\)?$/);
});

test('what a library quotes from its input is masked', () => {
  assert.equal(
    safeError(thrownBy(() => JSON.parse('hunter2 my cat'))).message,
    'Unexpected token *** is not valid JSON',
  );
  assert.equal(
    safeError(new Error('Invalid header value ["hunter2"] here')).message,
    'Invalid header value [***] here',
  );
  assert.equal(safeError(new Error("it's 'hunter2'")).message, 'it***');
  assert.equal(safeError(new Error('cannot reach redis://:hunter2@cache:6379')).message, 'cannot reach ***');
});

test('only the first line of a message is kept, and no more than 200 characters', () => {
  assert.equal(safeError(new Error('refused\nhunter2')).message, 'refused');
  assert.equal(safeError(new Error('ab '.repeat(200))).message.length, 200);
});

test('properties and causes of an error are left out', () => {
  const error = Object.assign(new Error('refused', { cause: new Error('hunter2') }), {
    body: 'hunter2',
    input: 'hunter2',
  });
  assert.doesNotMatch(JSON.stringify(safeError(error)), /hunter2/);
});

test('a message that looks like a stack adds nothing to the stack', () => {
  const error = new Error('refused\n    at hunter2\n   at x (y:1:1)\nat z:1:2');
  assert.doesNotMatch(JSON.stringify(safeError(error)), /hunter2|y:1:1|z:1:2/);
});

test('an error with an odd name, code or stack is still logged', () => {
  const error = Object.assign(new Error('refused'), {
    name: 'hunter2 is not a name',
    code: { hunter2: 1 },
    stack: 'hunter2',
  });
  assert.deepEqual(safeError(error), { name: 'Error', message: 'refused', code: '***', stack: [] });
});

test('a code of many words is kept, and one that could be a key or a token is not', () => {
  const codeOf = (code: string) => safeError(Object.assign(new Error('refused'), { code })).code;
  for (const code of ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC'])
    assert.equal(codeOf(code), code);
  for (const code of ['k3y'.repeat(11), 'K3Y'.repeat(11), `${'aB_9'.repeat(10)}x3_`]) assert.equal(codeOf(code), '***');
});

test('a key in a frame of the stack is masked, and the long name of a function is not', () => {
  const key = '0123456789abcdefghijklmnopqrstu';
  const error = Object.assign(new Error('x'), {
    stack: `Error: x\n    at createSecretServiceFor (/srv/${key}.js:1:2)`,
  });
  assert.deepEqual(safeError(error).stack, ['at createSecretServiceFor (/srv/***.js:1:2)']);
});

test('what is just long enough to be most of a key or a token is masked', () => {
  const [key, token] = ['0123456789abcdefghij', 'ab_cd-'.repeat(7).slice(0, 40)];
  for (const text of [key, token]) {
    assert.equal(maskTokens(text), '***');
    assert.equal(maskTokens(text.slice(1)), text.slice(1));
  }
});

test('what is thrown without being an error is named by its type alone', () => {
  assert.deepEqual(safeError('hunter2'), { name: 'NotAnError', message: 'string', stack: [] });
  assert.deepEqual(safeError(undefined), { name: 'NotAnError', message: 'undefined', stack: [] });
});

function thrownBy(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}
