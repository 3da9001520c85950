import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '#src/islands/client/client.ts';
import { createShrimpStore } from '#src/islands/client/shrimp-store.ts';
import { updateLocale } from '#src/islands/settings/api.ts';
import { createSettingsModel } from '#src/islands/settings/model.ts';
import { createNetwork, json, t } from './samples.ts';

const eu = { identifier: 'EU', display_name: 'European Union', domain: 'eu.example.org', icon: 'flag' } as const;
const us = { identifier: 'US', display_name: 'United States', domain: 'us.example.org', icon: 'globe' } as const;

function setUp(...answers: readonly (Response | Error)[]) {
  const network = createNetwork(...answers);
  const client = createClient({ fetch: network.fetch, shrimp: createShrimpStore('token') });
  let reloads = 0;
  const model = createSettingsModel({
    updateLocale: (locale) => updateLocale(client, locale, t),
    reload: () => {
      reloads += 1;
    },
    regions: { isEnabled: true, jurisdictions: [eu, us], current: 'US' },
  });
  return { ...network, model, reloads: () => reloads };
}

test('a language is told to the server and then the page is loaded anew [SET-01]', async () => {
  const { model, sent, reloads } = setUp(json({ success: true, new_locale: 'fr', old_locale: 'en' }));
  await model.changeLanguage('fr');
  assert.equal(sent[0]?.url, '/api/v2/account/update-locale');
  assert.deepEqual(sent[0]?.fields, { locale: 'fr', shrimp: 'token' });
  assert.deepEqual([model.failure.value, reloads(), model.isBusy.value], [null, 1, true]);
});

test('a refused language shows what the server says, or that it said nothing [ERR-05]', async () => {
  const said = setUp(json({ message: 'There is no such language.' }, 422));
  await said.model.changeLanguage('xx');
  assert.equal(said.model.failure.value, 'Failed to update language: There is no such language.');
  for (const answer of [json({}, 404), new Response('<html>', { status: 400 })]) {
    const silent = setUp(answer);
    await silent.model.changeLanguage('xx');
    assert.equal(silent.model.failure.value, 'Failed to update language: Unknown error');
    assert.deepEqual([silent.reloads(), silent.model.isBusy.value], [0, false]);
  }
});

test('a language that could not be changed for another reason says so [ERR-06]', async () => {
  const odd = [new Error('offline'), json({ message: 'secret detail' }, 500), new Response('{', { status: 200 })];
  for (const answer of odd) {
    const { model, reloads } = setUp(answer);
    await model.changeLanguage('fr');
    assert.equal(model.failure.value, 'An unexpected error occurred while updating the language');
    assert.equal(reloads(), 0);
  }
});

test('while one change is under way a second is dropped', async () => {
  const { model, sent } = setUp(json({ success: true }));
  await Promise.all([model.changeLanguage('fr'), model.changeLanguage('de')]);
  assert.equal(sent.length, 1);
});

test('the settings open and close, and an old error is not there when they open again', async () => {
  const { model } = setUp(new Error('offline'));
  model.open();
  assert.equal(model.isOpen.value, true);
  await model.changeLanguage('fr');
  model.close();
  assert.equal(model.isOpen.value, false);
  model.open();
  assert.equal(model.failure.value, null);
});

test('the dialog learns of the regions when it is opened: which there are and which is ours [SET-02 SET-04 REG-05]', () => {
  const { model } = setUp();
  assert.deepEqual([model.regions.isLoading.value, model.regions.jurisdictions.value], [true, []]);
  model.open();
  assert.deepEqual([model.regions.isLoading.value, model.regions.isEnabled.value], [false, true]);
  assert.deepEqual([model.regions.current.value, model.regions.jurisdictions.value], [us, [eu, us]]);
});
