import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '#src/islands/client/client.ts';
import { createShrimpStore } from '#src/islands/client/shrimp-store.ts';
import { type AccountStart, createAccountModel } from '#src/islands/workspace/account/model.ts';
import { createNetwork, createTimers, json, t } from './samples.ts';

interface Options extends Partial<AccountStart> {
  readonly isShown?: boolean;
}

function setUp({ isShown = true, ...start }: Options, ...answers: readonly (Response | Error)[]) {
  const network = createNetwork(...answers);
  const client = createClient({ fetch: network.fetch, shrimp: createShrimpStore('token') });
  const timers = createTimers();
  const [visited, ended]: string[][] = [[], []];
  const auth = { stop: () => void ended!.push('checks'), logout: () => void ended!.push('sign-in') };
  const go = (url: string) => void visited!.push(url);
  const model = createAccountModel(
    { apitoken: null, error: null, ...start },
    { client, t, go, auth, later: timers.later, isShown: () => isShown },
  );
  return { ...network, ...model, timers, visited: visited!, ended: ended! };
}

const made = (apitoken: string) => json({ record: { apitoken } });

test('generating a token replaces the one that is shown and says so [ACC-07 API-20]', async () => {
  const { key, sent } = setUp({ apitoken: 'first' }, made('second'), made('third'));
  assert.deepEqual([key.token.value, key.isDone.value], ['first', false]);
  await key.submit([]);
  assert.deepEqual([key.token.value, key.isDone.value], ['second', true]);
  await key.submit([]);
  assert.equal(key.token.value, 'third');
  assert.deepEqual([sent[0]?.url, sent[0]?.fields], ['/api/v2/account/apitoken', { shrimp: 'token' }]);
});

test('a refused token leaves the old one and shows the words of the server [ACC-22]', async () => {
  const { key } = setUp({ apitoken: 'first' }, json({ message: 'Your plan has no API.' }, 422));
  await key.submit([]);
  assert.deepEqual([key.token.value, key.isDone.value], ['first', false]);
  assert.equal(key.failure.value?.message, 'Your plan has no API.');
});

test('a changed password is said, a refused one is not, and the next try forgets both [ACC-15 API-18]', async () => {
  const refusal = { message: 'That is not your password.', field: 'currentp' };
  const { password, key, sent, visited, timers } = setUp(
    {},
    json({ success: true }),
    json(refusal, 422),
    json({ success: true }),
  );
  const fields = [
    ['currentp', 'a'],
    ['newp', 'b'],
    ['newp2', 'b'],
  ] as const;
  await password.submit(fields);
  assert.deepEqual([password.isDone.value, password.isBusy.value, password.failure.value], [true, false, null]);
  await password.submit(fields);
  assert.deepEqual(
    [password.isDone.value, password.failure.value],
    [false, refusal && { field: 'currentp', message: refusal.message }],
  );
  await password.submit(fields);
  assert.deepEqual([password.isDone.value, password.failure.value, key.isEnded.value], [true, null, true]);
  assert.equal(sent[0]?.url, '/api/v2/account/change-password');
  assert.deepEqual(sent[0]?.fields, { currentp: 'a', newp: 'b', newp2: 'b', shrimp: 'token' });
  assert.deepEqual([visited, timers.waiting], [[], []]);
});

test('a new password ends the token that is shown, and a refused one does not; another can be made then [ACC-15]', async () => {
  const { password, key } = setUp({}, made('first'), json({}, 422), json({ success: true }), made('second'));
  await key.submit([]);
  await password.submit([]);
  assert.deepEqual([key.token.value, key.isDone.value, key.isEnded.value], ['first', true, false]);
  await password.submit([]);
  assert.deepEqual([key.token.value, key.isDone.value, key.isEnded.value], [null, false, true]);
  await key.submit([]);
  assert.deepEqual([key.token.value, key.isDone.value], ['second', true]);
});

test('what a page came refused with stands at its own form alone', () => {
  const error = { form: 'password', field: 'newp', message: 'Too short.' } as const;
  const { key, password, destroy } = setUp({ error });
  assert.deepEqual([key.failure.value, password.failure.value, destroy.failure.value], [null, error, null]);
});

test('the page has something on its way as long as one of its forms has', async () => {
  const { key, isAwaiting } = setUp({}, made('first'));
  const making = key.submit([]);
  assert.equal(isAwaiting.value, true);
  await making;
  assert.equal(isAwaiting.value, false);
});

test('a deleted account is said first, then home; the check of the sign-in ends [ACC-21 API-19]', async () => {
  const { destroy, sent, timers, visited, ended } = setUp({}, json({ success: true }));
  await destroy.submit([
    ['confirmation', 'secret'],
    ['tabindex', 'destroy'],
  ]);
  assert.deepEqual([destroy.isDone.value, destroy.isBusy.value, visited, ended], [true, true, [], ['checks']]);
  timers.fire();
  assert.deepEqual(visited, ['/']);
  assert.equal(sent[0]?.url, '/api/v2/account/destroy');
  assert.deepEqual(sent[0]?.fields, { confirmation: 'secret', tabindex: 'destroy', shrimp: 'token' });
});

test('an account that is deleted when somebody has gone elsewhere signs them out there, as any end of a sign-in does', async () => {
  const { destroy, timers, visited, ended } = setUp({ isShown: false }, json({ success: true }));
  await destroy.submit([]);
  timers.fire();
  assert.deepEqual([visited, ended], [[], ['sign-in']]);
});

test('while an account is being deleted a second press sends nothing [ACC-19]', async () => {
  const { destroy, sent } = setUp({}, json({ message: 'no' }, 422));
  const submitting = destroy.submit([]);
  assert.equal(destroy.isBusy.value, true);
  await Promise.all([submitting, destroy.submit([])]);
  assert.deepEqual([sent.length, destroy.isBusy.value, destroy.isDone.value], [1, false, false]);
});

test('the dialog that is closed meanwhile opens again with what became of the account, and is closed for good after that', async () => {
  const { destroy } = setUp({}, json({ message: 'no' }, 422));
  destroy.open();
  const submitting = destroy.submit([]);
  destroy.close();
  assert.equal(destroy.isOpen.value, false);
  await submitting;
  assert.deepEqual([destroy.isOpen.value, destroy.failure.value?.message], [true, 'no']);
  destroy.close();
  assert.deepEqual([destroy.isOpen.value, destroy.failure.value], [false, null]);
});
