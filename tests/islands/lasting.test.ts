import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signal } from '@preact/signals-react';
import { createLastingModels } from '#src/islands/client/lasting.ts';

function setUp() {
  const isAwaiting = signal(false);
  return { isAwaiting, model: { isAwaiting }, lasting: createLastingModels() };
}

test('a model is there again as often as its screen goes while it awaits an answer, and not after it was seen with it', () => {
  const { isAwaiting, model, lasting } = setUp();
  isAwaiting.value = true;
  for (const _visit of [1, 2]) {
    const leave = lasting.show('account', model);
    assert.equal(lasting.isShown('account'), true);
    leave();
    assert.equal(lasting.isShown('account'), false);
    assert.equal(lasting.find('account'), model);
  }
  isAwaiting.value = false;
  assert.equal(lasting.find('account'), model);
  lasting.show('account', model)();
  assert.equal(lasting.find('account'), undefined);
});

test('a screen finds its own model alone', () => {
  const { isAwaiting, model, lasting } = setUp();
  isAwaiting.value = true;
  lasting.show('brand a.example', model)();
  assert.equal(lasting.find('brand b.example'), undefined);
});

test('with the sign-in all are forgotten, also one whose screen goes after that', () => {
  const { isAwaiting, model, lasting } = setUp();
  isAwaiting.value = true;
  lasting.show('domains', model)();
  const leave = lasting.show('account', model);
  lasting.reset();
  leave();
  assert.deepEqual([lasting.find('domains'), lasting.find('account')], [undefined, undefined]);
});

test('what is kept for the next screen is found there once, also where another is shown meanwhile', () => {
  const { model, lasting } = setUp();
  const leave = lasting.show('dashboard', model);
  const kept = { isAwaiting: signal(false) };
  lasting.keep('dashboard', kept);
  leave();
  assert.equal(lasting.find('dashboard'), kept);
  lasting.show('dashboard', kept)();
  assert.equal(lasting.find('dashboard'), undefined);
});
