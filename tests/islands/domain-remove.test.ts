import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '#src/islands/client/client.ts';
import { createShrimpStore } from '#src/islands/client/shrimp-store.ts';
import { createRemovals } from '#src/islands/workspace/domains/model.ts';
import { domain } from '../views/sample-domains.ts';
import { createNetwork, createTimers, json, t } from './samples.ts';

const vault = domain();
const harbour = domain({ identifier: 'd2', display_domain: 'harbour.example.net' });
const removed = () => json({ success: true });
const refused = () => json({ message: 'No such domain.' }, 404);

function setUp({ isShown = true }, ...answers: readonly (Response | Error)[]) {
  const network = createNetwork(...answers);
  const client = createClient({ fetch: network.fetch, shrimp: createShrimpStore('token') });
  const timers = createTimers();
  const visited: string[] = [];
  const go = (url: string) => void visited.push(url);
  let outdated = 0;
  const model = createRemovals({
    ...{ client, t, go, ...timers, isShown: () => isShown },
    outdate: () => {
      outdated += 1;
    },
  });
  return { ...network, model, timers, visited, outdated: () => outdated };
}

type Model = ReturnType<typeof setUp>['model'];

/** What the dialog says; null while it is closed. */
const saidBy = ({ asked: { value } }: Model) => value && [value.domain.display_domain, value.failure.value?.message];

test('removing sends the token to the address of the domain, and the page is loaded with the news [DOM-05 API-17]', async () => {
  const { model, sent, timers, visited } = setUp({}, removed());
  model.ask(vault);
  await model.remove();
  timers.fire();
  assert.equal(sent[0]?.url, '/api/v2/account/domains/vault.example.net/remove');
  assert.deepEqual(sent[0]?.fields, { shrimp: 'token' });
  assert.deepEqual(visited, ['/account/domains?notice=removed']);
});

test('until then it is busy: a second press removes nothing twice, also in a dialog that was closed and opened again', async () => {
  const { model, sent } = setUp({}, removed());
  model.ask(vault);
  const removing = Promise.all([model.remove(), model.remove()]);
  model.close();
  model.ask({ ...vault });
  assert.equal(model.asked.value?.isBusy.value, true);
  await Promise.all([removing, model.remove()]);
  await model.remove();
  assert.deepEqual([model.isAwaiting.value, sent.length], [true, 1]);
});

test('a page that the browser brings back lets a domain be removed that was on its way out', async () => {
  const { model, timers, sent } = setUp({}, removed(), removed());
  model.ask(vault);
  await model.remove();
  timers.fire();
  model.comeBack();
  assert.equal(model.isAwaiting.value, false);
  await model.remove();
  assert.equal(sent.length, 2);
});

test('who has gone elsewhere meanwhile stays there: only what the document knows is out of date', async () => {
  const { model, timers, visited, outdated } = setUp({ isShown: false }, removed());
  model.ask(vault);
  const removing = model.remove();
  model.close();
  await removing;
  timers.fire();
  assert.deepEqual([visited, outdated(), model.isAwaiting.value, saidBy(model)], [[], 1, false, null]);
});

test('a refusal is said, the page stays, and closing the dialog forgets it', async () => {
  const { model, timers, visited } = setUp({}, refused());
  model.ask(vault);
  await model.remove();
  timers.fire();
  assert.deepEqual(
    [saidBy(model), model.isAwaiting.value, visited],
    [['vault.example.net', 'No such domain.'], false, []],
  );
  model.close();
  model.ask(vault);
  assert.deepEqual(saidBy(model), ['vault.example.net', undefined]);
});

test('a refusal opens the dialog that was closed meanwhile', async () => {
  const { model } = setUp({}, refused());
  model.ask(vault);
  const removing = model.remove();
  model.close();
  assert.equal(saidBy(model), null);
  await removing;
  assert.deepEqual(saidBy(model), ['vault.example.net', 'No such domain.']);
});

test('where the dialog asks about another domain by then a refusal waits until that is closed, and lasts until then', async () => {
  const { model } = setUp({}, refused());
  model.ask(vault);
  const removing = model.remove();
  model.close();
  model.ask(harbour);
  await removing;
  assert.deepEqual([saidBy(model), model.isAwaiting.value], [['harbour.example.net', undefined], true]);
  model.close();
  assert.deepEqual([saidBy(model), model.isAwaiting.value], [['vault.example.net', 'No such domain.'], false]);
  model.close();
  assert.equal(saidBy(model), null);
});

test('two domains may be on their way at once, each asked for once', async () => {
  const { model, sent } = setUp({}, refused(), removed());
  model.ask(vault);
  const first = model.remove();
  model.close();
  model.ask(harbour);
  await Promise.all([first, model.remove()]);
  assert.deepEqual(
    sent.map(({ url }) => url.split('/').at(-2)),
    ['vault.example.net', 'harbour.example.net'],
  );
});
