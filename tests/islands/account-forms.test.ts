import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '#src/islands/client/client.ts';
import { createShrimpStore } from '#src/islands/client/shrimp-store.ts';
import { createDestroyModel, createPasswordModel, createTokenModel } from '#src/islands/workspace/account/model.ts';
import { createNetwork, createTimers, json, t } from './samples.ts';

function setUp(...answers: readonly (Response | Error)[]) {
  const network = createNetwork(...answers);
  const client = createClient({ fetch: network.fetch, shrimp: createShrimpStore('token') });
  const timers = createTimers();
  const visited: string[] = [];
  const deps = { client, t, go: (url: string) => void visited.push(url), later: timers.later };
  return { ...network, timers, visited, deps };
}

test('generating a token replaces the one that is shown and says so [ACC-07 API-20]', async () => {
  const { deps, sent } = setUp(json({ record: { apitoken: 'second' } }), json({ record: { apitoken: 'third' } }));
  const model = createTokenModel('first', deps);
  assert.deepEqual([model.token.value, model.isDone.value], ['first', false]);
  await model.submit([]);
  assert.deepEqual([model.token.value, model.isDone.value], ['second', true]);
  await model.submit([]);
  assert.equal(model.token.value, 'third');
  assert.deepEqual([sent[0]?.url, sent[0]?.fields], ['/api/v2/account/apitoken', { shrimp: 'token' }]);
});

test('a refused token leaves the old one and shows the words of the server [ACC-22]', async () => {
  const { deps } = setUp(json({ message: 'Your plan has no API.' }, 422));
  const model = createTokenModel('first', deps);
  await model.submit([]);
  assert.deepEqual([model.token.value, model.isDone.value], ['first', false]);
  assert.equal(model.failure.value?.message, 'Your plan has no API.');
});

test('a changed password is said, a refused one is not, and the next try forgets both [ACC-15 API-18]', async () => {
  const refusal = { message: 'That is not your password.', field: 'currentp' };
  const { deps, sent, visited, timers } = setUp(json({ success: true }), json(refusal, 422), json({ success: true }));
  let changes = 0;
  const count = () => {
    changes += 1;
  };
  const model = createPasswordModel({ ...deps, onChanged: count });
  const fields = [
    ['currentp', 'a'],
    ['newp', 'b'],
    ['newp2', 'b'],
  ] as const;
  await model.submit(fields);
  assert.deepEqual([model.isDone.value, model.isBusy.value, model.failure.value], [true, false, null]);
  await model.submit(fields);
  assert.deepEqual(
    [model.isDone.value, model.failure.value],
    [false, refusal && { field: 'currentp', message: refusal.message }],
  );
  await model.submit(fields);
  assert.deepEqual([model.isDone.value, model.failure.value, changes], [true, null, 2]);
  assert.equal(sent[0]?.url, '/api/v2/account/change-password');
  assert.deepEqual(sent[0]?.fields, { currentp: 'a', newp: 'b', newp2: 'b', shrimp: 'token' });
  assert.deepEqual([visited, timers.waiting], [[], []]);
});

test('a deleted account is said first, then home; the check of the sign-in ends [ACC-21 API-19]', async () => {
  const { deps, sent, timers, visited } = setUp(json({ success: true }));
  const ended: string[] = [];
  const model = createDestroyModel({ ...deps, onDestroyed: () => void ended.push('ended') });
  await model.submit([
    ['confirmation', 'secret'],
    ['tabindex', 'destroy'],
  ]);
  assert.deepEqual([model.isDone.value, model.isBusy.value, visited, ended], [true, true, [], ['ended']]);
  timers.fire();
  assert.deepEqual(visited, ['/']);
  assert.equal(sent[0]?.url, '/api/v2/account/destroy');
  assert.deepEqual(sent[0]?.fields, { confirmation: 'secret', tabindex: 'destroy', shrimp: 'token' });
});

test('while an account is being deleted a second press sends nothing [ACC-19]', async () => {
  const { deps, sent } = setUp(json({ message: 'no' }, 422));
  const model = createDestroyModel({ ...deps, onDestroyed: () => {} });
  const submitting = model.submit([]);
  assert.equal(model.isBusy.value, true);
  await Promise.all([submitting, model.submit([])]);
  assert.deepEqual([sent.length, model.isBusy.value, model.isDone.value], [1, false, false]);
});
