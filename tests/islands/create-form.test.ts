import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '#src/islands/client/client.ts';
import { createShrimpStore } from '#src/islands/client/shrimp-store.ts';
import { conceal } from '#src/islands/create-form/api.ts';
import { createCreateFormModel } from '#src/islands/create-form/model.ts';
import { createNetwork, json, t } from './samples.ts';

interface Options {
  readonly isPrefilled?: boolean;
  readonly maxContentChars?: number;
  readonly isShown?: boolean;
}

function setUp(options: Options, ...answers: readonly (Response | Error)[]) {
  const { isPrefilled = false, maxContentChars = 10, isShown = true } = options;
  const network = createNetwork(...answers);
  const client = createClient({ fetch: network.fetch, shrimp: createShrimpStore('token') });
  const visited: string[] = [];
  const checks: string[] = [];
  const late: unknown[] = [];
  const model = createCreateFormModel({
    ...{ maxContentChars, isPrefilled, error: null },
    conceal: (kind, fields) => conceal(client, kind, fields, t),
    checkShrimp: async () => void checks.push('checked'),
    empty: () => void visited.push('emptied'),
    go: (url) => void visited.push(url),
    isShown: () => isShown,
    onMissed: () => void visited.push('missed'),
    onRefusedLate: ({ fields, failure }) => void late.push([fields, failure.message]),
  });
  return { ...network, model, visited, checks, late };
}

const concealed = () => json({ success: true, record: { metadata: { key: 'abc123' } } });

test('characters are counted as people count them: an emoji is one', () => {
  const { model } = setUp({});
  model.write('a😀é');
  assert.equal(model.charCount.value, 3);
});

test('what is longer than the maximum is cut off at it, never in the middle of a character [CRE-07]', () => {
  const { model } = setUp({ maxContentChars: 3 });
  assert.equal(model.write('😀😀😀😀'), '😀😀😀');
  assert.equal(model.charCount.value, 3);
});

test('past half of the maximum the counter stays [CRE-05]', () => {
  const { model } = setUp({ maxContentChars: 10 });
  model.write('12345');
  assert.equal(model.isOverHalf.value, false);
  model.write('123456');
  assert.equal(model.isOverHalf.value, true);
});

test('nearing the maximum is told once at nine tenths, at its end and past it, and not on the way down', () => {
  const { model } = setUp({ maxContentChars: 20 });
  const told = (length: number) => {
    model.write('😀'.repeat(length));
    return model.nearing.value;
  };
  assert.equal(told(17), null);
  assert.deepEqual(told(18), { step: 'near', left: 2 });
  assert.deepEqual(told(19), { step: 'near', left: 2 });
  assert.deepEqual(told(20), { step: 'full', left: 0 });
  assert.deepEqual(told(21), { step: 'over', left: 0 });
  assert.deepEqual(told(19), { step: 'over', left: 0 });
  assert.equal(told(17), null);
  assert.deepEqual(told(20), { step: 'full', left: 0 });
});

test('without content only generate may be pressed, with content only share [CRE-24 CRE-26]', () => {
  const { model } = setUp({});
  assert.deepEqual([model.canShare.value, model.canGenerate.value], [false, true]);
  model.write(' ');
  assert.deepEqual([model.canShare.value, model.canGenerate.value], [true, false]);
  model.write('');
  assert.deepEqual([model.canShare.value, model.canGenerate.value], [false, true]);
  const { model: prefilled } = setUp({ isPrefilled: true });
  assert.deepEqual([prefilled.canShare.value, prefilled.canGenerate.value], [true, false]);
});

test('while it is sent neither may be pressed, and a second press sends nothing [CRE-27]', async () => {
  const { model, sent } = setUp({}, concealed());
  model.write('secret');
  const submitting = model.submit('share', [['secret', 'secret']]);
  assert.deepEqual([model.canShare.value, model.canGenerate.value, model.busyKind.value], [false, false, 'share']);
  await Promise.all([submitting, model.submit('share', [])]);
  assert.equal(sent.length, 1);
});

test('the fields and the kind of the button are sent, and success leads to the private page [CRE-28 API-04]', async () => {
  const { model, sent, visited } = setUp({}, concealed());
  await model.submit('generate', [
    ['secret', ''],
    ['ttl', '3600'],
    ['kind', 'share'],
  ]);
  assert.equal(sent[0]?.url, '/api/v2/secret/conceal');
  assert.deepEqual(sent[0]?.fields, { secret: '', ttl: '3600', kind: 'generate', shrimp: 'token' });
  assert.deepEqual(visited, ['emptied', '/private/abc123']);
});

test('what was shared is forgotten when the server has it, and not before', async () => {
  const { model, visited } = setUp({}, new TypeError('Failed to fetch'), concealed());
  model.write('secret');
  await model.submit('share', []);
  assert.deepEqual([model.charCount.value, visited], [6, []]);
  await model.submit('share', []);
  assert.deepEqual([model.charCount.value, visited], [0, ['emptied', '/private/abc123']]);
});

test("a refusal shows the server's words at their field, and the token is checked again [CSRF-06]", async () => {
  const refusal = { message: 'You did not provide anything to share', field: 'secret' };
  const { model, checks, visited } = setUp({}, json(refusal, 422));
  await model.submit('share', []);
  assert.deepEqual(model.failure.value, { field: 'secret', message: 'You did not provide anything to share' });
  assert.deepEqual([checks, visited, model.busyKind.value], [['checked'], [], null]);
});

test('the token is checked again after a failure of the server, no answer and half an answer, too [CSRF-06]', async () => {
  const failures = [
    json({ message: 'An unexpected error occurred' }, 500),
    new TypeError('Failed to fetch'),
    json({ success: true, record: {} }),
  ];
  for (const answer of failures) {
    const { model, checks } = setUp({}, answer);
    await model.submit('share', []);
    assert.equal(model.failure.value?.field, null);
    assert.deepEqual(checks, ['checked'], model.failure.value.message);
  }
});

test('an answer without a key leads nowhere and says so', async () => {
  const { model, visited } = setUp({}, json({ success: true, record: {} }));
  await model.submit('share', []);
  assert.equal(model.failure.value?.message, 'Server returned an incomplete response');
  assert.deepEqual(visited, []);
});

test('who has gone elsewhere meanwhile stays there, and what was shared is not kept', async () => {
  const { model, visited } = setUp({ isShown: false }, concealed());
  model.write('secret');
  await model.submit('share', []);
  assert.deepEqual([visited, model.charCount.value], [['emptied', 'missed'], 0]);
});

test('a form that is brought back as it was left can be sent again; one that is still sent cannot', async () => {
  const { model, sent } = setUp({}, concealed(), concealed());
  const sending = model.submit('generate', []);
  model.comeBack();
  assert.deepEqual([model.busyKind.value, model.canGenerate.value], ['generate', false]);
  await sending;
  assert.equal(model.canGenerate.value, false);
  model.comeBack();
  assert.deepEqual([model.busyKind.value, model.canGenerate.value], [null, true]);
  await model.submit('generate', []);
  assert.equal(sent.length, 2);
});

test('what is refused is handed on where the form that held it has gone, and only there', async () => {
  const refusal = () => json({ message: 'Too short.', field: 'passphrase' }, 422);
  const fields = [['secret', 'x']] as const;
  const gone = setUp({ isShown: false }, refusal());
  await gone.model.submit('share', fields);
  assert.deepEqual(gone.late, [[fields, 'Too short.']]);
  const stays = setUp({}, refusal());
  await stays.model.submit('share', fields);
  assert.deepEqual(stays.late, []);
});
