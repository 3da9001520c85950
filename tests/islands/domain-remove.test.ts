import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '#src/islands/client/client.ts';
import { createShrimpStore } from '#src/islands/client/shrimp-store.ts';
import { createRemoveModel } from '#src/islands/workspace/domains/model.ts';
import { createNetwork, createTimers, json, t } from './samples.ts';

function setUp({ isListShown = true }, ...answers: readonly (Response | Error)[]) {
  const network = createNetwork(...answers);
  const client = createClient({ fetch: network.fetch, shrimp: createShrimpStore('token') });
  const timers = createTimers();
  const visited: string[] = [];
  const go = (url: string) => void visited.push(url);
  let outdated = 0;
  const model = createRemoveModel(
    { display_domain: 'vault.example.net' },
    {
      ...{ client, t, go, ...timers, isListShown: () => isListShown },
      outdate: () => {
        outdated += 1;
      },
    },
  );
  return { ...network, model, timers, visited, outdated: () => outdated };
}

test('removing sends the token to the address of the domain, and the page is loaded with the news [DOM-05 API-17]', async () => {
  const { model, sent, timers, visited } = setUp({}, json({ success: true }));
  await model.remove();
  timers.fire();
  assert.equal(sent[0]?.url, '/api/v2/account/domains/vault.example.net/remove');
  assert.deepEqual(sent[0]?.fields, { shrimp: 'token' });
  assert.deepEqual(visited, ['/account/domains?notice=removed']);
});

test('until then it is busy: a second press removes nothing twice', async () => {
  const { model, sent } = setUp({}, json({ success: true }));
  await Promise.all([model.remove(), model.remove()]);
  await model.remove();
  assert.deepEqual([model.isBusy.value, sent.length], [true, 1]);
});

test('who has gone elsewhere meanwhile stays there: only what the document knows is out of date', async () => {
  const { model, timers, visited, outdated } = setUp({ isListShown: false }, json({ success: true }));
  await model.remove();
  timers.fire();
  assert.deepEqual([visited, outdated()], [[], 1]);
});

test('a refusal is said, and the page stays', async () => {
  const { model, timers, visited } = setUp({}, json({ message: 'No such domain.' }, 404));
  await model.remove();
  timers.fire();
  assert.deepEqual([model.failure.value?.message, model.isBusy.value, visited], ['No such domain.', false, []]);
});
