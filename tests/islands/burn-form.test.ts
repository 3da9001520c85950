import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBurnModel } from '#src/islands/burn-form/model.ts';
import { createClient } from '#src/islands/client/client.ts';
import { createShrimpStore } from '#src/islands/client/shrimp-store.ts';
import { createNetwork, createTimers, json, t } from './samples.ts';

function setUp(answer: Response) {
  const network = createNetwork(answer);
  const client = createClient({ fetch: network.fetch, shrimp: createShrimpStore('token') });
  const timers = createTimers();
  const visited: string[] = [];
  const model = createBurnModel('meta1', { client, t, later: timers.later, go: (url) => void visited.push(url) });
  return { ...network, model, timers, visited };
}

test('burning confirms, and goes at once to the private page of the record that the answer names [BURN-07 API-07]', async () => {
  const { model, sent, timers, visited } = setUp(json({ success: true, record: { key: 'meta2' } }));
  await model.burn('lantern');
  assert.equal(sent[0]?.url, '/api/v2/private/meta1/burn');
  assert.deepEqual(sent[0]?.fields, { continue: 'true', passphrase: 'lantern', shrimp: 'token' });
  assert.deepEqual(
    timers.waiting.map(({ delayMs }) => delayMs),
    [0],
  );
  timers.fire();
  assert.deepEqual(visited, ['/private/meta2']);
});

test('a secret without a passphrase is burned without one', async () => {
  const { model, sent } = setUp(json({ success: true, record: { key: 'meta1' } }));
  await model.burn(null);
  assert.deepEqual(sent[0]?.fields, { continue: 'true', shrimp: 'token' });
});

test('a wrong passphrase stays on the page and says so at its field', async () => {
  const { model, visited } = setUp(json({ message: 'Double check that passphrase', field: 'passphrase' }, 422));
  await model.burn('wrong');
  assert.deepEqual(model.failure.value, { field: 'passphrase', message: 'Double check that passphrase' });
  assert.deepEqual([model.isBusy.value, visited], [false, []]);
});

test('a secret that was over before leads to its page anew, busy until then, and without a word here [BURN-08]', async () => {
  const { model, visited } = setUp(json({ message: 'The secret has already been viewed.' }, 409));
  await model.burn(null);
  assert.deepEqual(visited, ['/private/meta1/burn']);
  assert.deepEqual([model.isBusy.value, model.failure.value], [true, null]);
});
