import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSettingsModel } from '#src/islands/settings/model.ts';

const eu = { identifier: 'EU', display_name: 'European Union', domain: 'eu.example.org', icon: 'flag' } as const;
const us = { identifier: 'US', display_name: 'United States', domain: 'us.example.org', icon: 'globe' } as const;

function setUp(...outcomes: readonly (string | null)[]) {
  const asked: string[] = [];
  const left = [...outcomes];
  const model = createSettingsModel({
    changeLanguage: async (locale) => {
      asked.push(locale);
      return left.shift() ?? null;
    },
    regions: { isEnabled: true, jurisdictions: [eu, us], current: 'US' },
  });
  return { model, asked };
}

test('the page is put into the language, and the dialog says so [SET-01]', async () => {
  const { model, asked } = setUp(null);
  model.open();
  await model.changeLanguage('fr');
  assert.deepEqual(asked, ['fr']);
  assert.deepEqual([model.failure.value, model.isChanged.value, model.isBusy.value], [null, true, false]);
  model.open();
  assert.equal(model.isChanged.value, false);
});

test('what went wrong is shown, until the next try succeeds [ERR-05]', async () => {
  const { model } = setUp('Failed to update language: no', null);
  await model.changeLanguage('xx');
  assert.deepEqual([model.failure.value, model.isChanged.value], ['Failed to update language: no', false]);
  await model.changeLanguage('fr');
  assert.deepEqual([model.failure.value, model.isChanged.value], [null, true]);
});

test('a dialog that was closed while the language changed opens again to say what went wrong, and for nothing else', async () => {
  const { model } = setUp('Failed to update language: no', null);
  for (const isOpenAfterwards of [true, false]) {
    model.open();
    const changing = model.changeLanguage('xx');
    model.close();
    await changing;
    assert.equal(model.isOpen.value, isOpenAfterwards);
  }
});

test('while one change is under way a second is dropped', async () => {
  const { model, asked } = setUp(null, null);
  await Promise.all([model.changeLanguage('fr'), model.changeLanguage('de')]);
  assert.deepEqual(asked, ['fr']);
});

test('while a change is under way nothing is said of the last one, and a dialog that is opened again says nothing of it', async () => {
  const { model } = setUp('no', null, 'no', null);
  for (const left of [
    ['no', false],
    [null, true],
    ['no', false],
  ]) {
    const changing = model.changeLanguage('fr');
    assert.deepEqual([model.failure.value, model.isChanged.value, model.isBusy.value], [null, false, true]);
    await changing;
    assert.deepEqual([model.failure.value, model.isChanged.value], left);
  }
  model.open();
  assert.deepEqual([model.failure.value, model.isOpen.value], [null, true]);
});

test('the dialog knows of regions once it is opened', () => {
  const { model } = setUp();
  assert.deepEqual([model.regions.isEnabled.value, model.regions.current.value], [false, null]);
  model.open();
  assert.deepEqual([model.regions.isEnabled.value, model.regions.current.value], [true, us]);
});
