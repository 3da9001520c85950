import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createJurisdictionStore } from '#src/islands/regions/model.ts';

const eu = { identifier: 'EU', display_name: 'European Union', domain: 'eu.example.org', icon: 'flag' } as const;
const us = { identifier: 'US', display_name: 'United States', domain: 'us.example.org', icon: 'globe' } as const;

function stateOf(store: ReturnType<typeof createJurisdictionStore>) {
  const { isEnabled, current, jurisdictions, isLoading, error } = store;
  return {
    ...{ isEnabled: isEnabled.value, current: current.value, jurisdictions: jurisdictions.value },
    ...{ isLoading: isLoading.value, error: error.value },
  };
}

function told(...[listed]: Parameters<ReturnType<typeof createJurisdictionStore>['init']>) {
  const store = createJurisdictionStore();
  store.init(listed);
  return stateOf(store);
}

const calm = { isLoading: false, error: null };

test('before it is told anything the store is loading and knows of no region [REG-05]', () => {
  assert.deepEqual(stateOf(createJurisdictionStore()), {
    ...{ isEnabled: false, current: null, jurisdictions: [], isLoading: true, error: null },
  });
});

test('told a list and an identifier, the store knows the current region and keeps the list [REG-04 REG-05 REG-06]', () => {
  const listed = { isEnabled: true, jurisdictions: [eu, us], current: 'US' };
  assert.deepEqual(told(listed), { ...calm, isEnabled: true, current: us, jurisdictions: [eu, us] });
  assert.deepEqual(told({ ...listed, current: null }).current, eu);
});

test('switched off, of a list the store keeps the first region alone [REG-06]', () => {
  const off = { ...calm, isEnabled: false, current: eu, jurisdictions: [eu] };
  for (const current of ['EU', 'US', 'XX', null])
    assert.deepEqual(told({ isEnabled: false, jurisdictions: [eu, us], current }), off);
});

test('switched off and with nothing in the list the store holds nothing, and that is no error [REG-06]', () => {
  const nothing = { ...calm, isEnabled: false, current: null, jurisdictions: [] };
  for (const current of ['EU', null]) assert.deepEqual(told({ isEnabled: false, jurisdictions: [], current }), nothing);
  assert.deepEqual(told({ isEnabled: true, jurisdictions: [], current: null }), { ...nothing, isEnabled: true });
});

test('a current region that is not in the list is an error, and the others stay reachable [REG-05]', () => {
  const state = told({ isEnabled: true, jurisdictions: [eu, us], current: 'XX' });
  assert.deepEqual(state, {
    ...{ isEnabled: true, current: null, jurisdictions: [eu, us], isLoading: false, error: 'unknown-region' },
  });
});

test('what the store is told later replaces what it knew, errors too [REG-05 REG-06]', () => {
  const store = createJurisdictionStore();
  store.init({ isEnabled: true, jurisdictions: [eu], current: 'US' });
  assert.equal(store.error.value, 'unknown-region');
  store.init({ isEnabled: true, jurisdictions: [eu, us], current: 'US' });
  assert.deepEqual([store.error.value, store.current.value], [null, us]);
});
