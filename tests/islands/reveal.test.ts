import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settled, setUp, shown, value } from './reveal-stage.ts';
import { json, t } from './samples.ts';

test('revealing confirms with continue=true and shows the value to the letter [API-08]', async () => {
  const { model, sent } = setUp({}, shown());
  await model.reveal(null);
  assert.equal(sent[0]?.url, '/api/v2/secret/key1');
  assert.deepEqual(sent[0]?.fields, { continue: 'true', shrimp: 'token' });
  assert.equal(model.step.value, 'revealed');
  assert.equal(model.revealed.value?.value, value);
  assert.equal(model.revealed.value?.displayLines, 5);
});

test('an empty secret is a secret too', async () => {
  const { model } = setUp({}, shown({ secret_value: '' }));
  await model.reveal(null);
  assert.equal(model.step.value, 'revealed');
});

test('a truncated value comes with its original size', async () => {
  const { model } = setUp({}, shown({ is_truncated: true, original_size: 14_212 }));
  await model.reveal(null);
  assert.deepEqual([model.revealed.value?.isTruncated, model.revealed.value?.originalSize], [true, 14_212]);
});

test('a second press while busy claims nothing', async () => {
  const { model, sent } = setUp({}, shown(), shown());
  const first = model.reveal(null);
  assert.equal(model.isBusy.value, true);
  await Promise.all([first, model.reveal(null)]);
  assert.equal(sent.length, 1);
});

test('what the server has decided is not asked again', async () => {
  for (const answer of [json({}, 500), json({}, 422), json({ error_type: 'RecordNotFound' }, 404)]) {
    const { model, sent } = setUp({}, answer);
    await model.reveal(null);
    assert.deepEqual([sent.length, model.isLost.value], [1, false]);
  }
});

test('a wrong passphrase is said at its field, costs a try, and the next may follow', async () => {
  const wrong = (left: number) =>
    json({ message: 'Double check that passphrase', field: 'passphrase', tries_left: left }, 422);
  const { model } = setUp({ triesLeft: 10 }, wrong(9), wrong(8), shown());
  await model.reveal('a');
  assert.deepEqual(model.failure.value, { field: 'passphrase', message: 'Double check that passphrase' });
  assert.equal(model.triesLeft.value, 9);
  const first = model.failure.value;
  await model.reveal('b');
  assert.notEqual(model.failure.value, first);
  assert.deepEqual([model.triesLeft.value, model.step.value], [8, 'sealed']);
  await model.reveal('c');
  assert.equal(model.step.value, 'revealed');
});

test('a refusal that counts no tries leaves what was said of them', async () => {
  const wrong = json({ message: 'Double check that passphrase', field: 'passphrase', tries_left: 3 }, 422);
  const { model } = setUp({ triesLeft: 4 }, wrong, json({ message: 'Too many requests.' }, 429));
  await model.reveal('a');
  await model.reveal('b');
  assert.deepEqual([model.failure.value?.message, model.triesLeft.value], ['Too many requests.', 3]);
});

test('404 means that it is not there any more [ERR-01]', async () => {
  const { model } = setUp({}, json({ message: 'x', error_type: 'RecordNotFound' }, 404));
  await model.reveal(null);
  assert.equal(model.step.value, 'gone');
  assert.equal(t('secret.fetch.notFound'), 'Secret not found or already viewed');
});

test('a 404 that is not the server’s own word about the secret does not take the form away', async () => {
  for (const foreign of [
    json({ message: 'x', error_type: 'NotFound' }, 404),
    new Response('<html>', { status: 404 }),
  ]) {
    const { model } = setUp({}, foreign);
    await model.reveal(null);
    assert.equal(model.step.value, 'sealed');
    assert.notEqual(model.failure.value, null);
  }
});

/** Of an answer that comes as often as it is asked for. */
async function messageAfter(answer: Response | Error): Promise<string | undefined> {
  const again = Array.from({ length: 4 }, () => (answer instanceof Error ? answer : answer.clone()));
  const { model, timers } = setUp({}, ...again);
  await settled(model.reveal(null), timers);
  assert.deepEqual([model.step.value, model.isBusy.value], ['sealed', false]);
  return model.failure.value?.message;
}

test("another refusal gives the server's words, or says that fetching failed [ERR-02]", async () => {
  assert.equal(await messageAfter(json({ message: 'The store is away' }, 503)), 'The store is away');
  assert.equal(await messageAfter(json({}, 500)), 'An error occurred while fetching the secret');
  assert.equal(
    await messageAfter(new Response('<h1>', { status: 502 })),
    'An error occurred while fetching the secret',
  );
});

test('without an answer it says so [ERR-03]', async () => {
  assert.equal(await messageAfter(new TypeError('offline')), 'No response received from server');
});

test('anything else is unexpected [ERR-04]', async () => {
  assert.equal(await messageAfter(json({ success: true, record: {} })), 'An unexpected error occurred');
  assert.equal(await messageAfter(new Response('not json')), 'An unexpected error occurred');
});

test('the first touch of a person is told once', async () => {
  const { model, sent } = setUp({}, new Response(null, { status: 204 }));
  model.touch();
  model.touch();
  assert.deepEqual(
    sent.map(({ url }) => url),
    ['/api/v2/secret/key1/seen'],
  );
});

test('what the server has already shown stays shown', () => {
  const { model } = setUp({ revealed: { value, displayLines: 4, isTruncated: false, originalSize: 0 } });
  assert.equal(model.step.value, 'revealed');
});
