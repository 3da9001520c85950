import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '#src/islands/client/client.ts';
import { createShrimpStore } from '#src/islands/client/shrimp-store.ts';
import { createAddModel } from '#src/islands/workspace/domain-add/model.ts';
import { createNetwork, json, t } from './samples.ts';

const typed = [['domain', 'vault.example.net']] as const;
const added = (display_domain: unknown = 'vault.example.net') => json({ success: true, record: { display_domain } });

interface Options {
  /** How the way to the next screen ends. */
  readonly leave?: () => Promise<void>;
  readonly isShown?: boolean;
}

function setUp({ leave = async () => {}, isShown = true }: Options, ...answers: readonly (Response | Error)[]) {
  const network = createNetwork(...answers);
  const client = createClient({ fetch: network.fetch, shrimp: createShrimpStore('token') });
  const [left, logged]: unknown[][] = [[], []];
  let outdated = 0;
  const ways = {
    replaceBy: (path: string, notice: string) => {
      left!.push([path, notice]);
      return leave();
    },
    outdate: () => {
      outdated += 1;
    },
  };
  const model = createAddModel(
    { typed: '', error: null },
    { client, t, ways, isShown: () => isShown, log: (message) => void logged!.push(message) },
  );
  return { ...network, model, left: left!, logged: logged!, outdated: () => outdated };
}

test('while a domain is added the form is busy, and a second press sends nothing [DOM-08]', async () => {
  const { model, sent } = setUp({}, added());
  assert.equal(model.isBusy.value, false);
  const adding = model.submit(typed);
  assert.deepEqual([model.isBusy.value, model.isLeaving.value], [true, false]);
  await Promise.all([adding, model.submit(typed)]);
  assert.equal(sent.length, 1);
});

test('the domain goes with the token to its address, whatever it looks like [API-15 DOM-12]', async () => {
  const { model, sent } = setUp({}, added());
  await model.submit([['domain', 'not a domain']]);
  assert.deepEqual(sent[0]?.url, '/api/v2/account/domains/add');
  assert.deepEqual(sent[0]?.fields, { domain: 'not a domain', shrimp: 'token' });
});

test('the verify screen takes the place of the form, with the news, and the form stays busy until then [DOM-09 DOM-10]', async () => {
  const { model, left, outdated } = setUp({}, added());
  await model.submit(typed);
  assert.deepEqual(left, [['/account/domains/vault.example.net/verify', 'Domain added successfully.']]);
  assert.deepEqual([model.isBusy.value, model.isLeaving.value, model.failure.value], [true, true, null]);
  assert.equal(outdated(), 1);
});

test('the way to a name with letters of its own is written as addresses are', async () => {
  const { model, left } = setUp({}, added('bücher.example'));
  await model.submit(typed);
  assert.deepEqual(left, [['/account/domains/b%C3%BCcher.example/verify', 'Domain added successfully.']]);
});

test("an answer without a domain is 'Domain is undefined or empty', and leads nowhere [ERR-17]", async () => {
  for (const record of [added(''), added(null), json({ success: true }), json({ record: {} })]) {
    const { model, left } = setUp({}, record);
    await model.submit(typed);
    assert.deepEqual(model.failure.value, { field: null, message: 'Domain is undefined or empty' });
    assert.deepEqual([left, model.isBusy.value, model.isLeaving.value], [[], false, false]);
  }
});

test('if the verify screen cannot be shown the form is free again, and says so [DOM-11]', async () => {
  const leave = () => Promise.reject(new Error('no such chunk'));
  const { model, logged } = setUp({ leave }, added());
  await model.submit(typed);
  assert.deepEqual([model.isBusy.value, model.isLeaving.value], [false, false]);
  assert.equal(model.failure.value?.message, 'An unexpected error occurred');
  assert.deepEqual(logged, ['The page of the domain could not be shown']);
});

test('a refusal is for the banner, and the next try takes it away [ERR-18]', async () => {
  const refused = json({ success: false, message: 'Not a valid domain address.', field: 'domain' }, 422);
  const { model, left } = setUp({}, refused, added());
  await model.submit(typed);
  assert.deepEqual(model.failure.value, { field: 'domain', message: 'Not a valid domain address.' });
  assert.deepEqual([left, model.isBusy.value], [[], false]);
  await model.submit(typed);
  assert.deepEqual([model.failure.value, left.length], [null, 1]);
});

test('who has gone elsewhere meanwhile stays there, and finds an empty form that is free; a refusal with what was refused', async () => {
  const refused = json({ success: false, message: 'Not a valid domain address.', field: 'domain' }, 422);
  const { model, left, outdated } = setUp({ isShown: false }, refused, added());
  const adding = model.submit(typed);
  assert.equal(model.isAwaiting.value, true);
  await adding;
  assert.deepEqual(
    [model.isAwaiting.value, model.typed(), model.failure.value?.field],
    [false, 'vault.example.net', 'domain'],
  );
  await model.submit(typed);
  assert.deepEqual([model.isBusy.value, model.isLeaving.value, model.typed()], [false, false, '']);
  assert.deepEqual([left, outdated()], [[], 1]);
});
