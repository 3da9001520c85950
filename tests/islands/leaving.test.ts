import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createShrimpStore } from '#src/islands/client/shrimp-store.ts';
import { type PageGlobals, withoutCustomer } from '#src/islands/page-globals.ts';
import { createLeave } from '#src/islands/session/leave.ts';
import { signedIn } from '../views/sample-workspace.ts';

function setUp(text = '') {
  const done: string[] = [];
  const shrimp = createShrimpStore('first');
  shrimp.setValid(false);
  const leave = createLeave({
    stores: [shrimp],
    clearCustomer: () => void done.push('customer is gone'),
    deleteCookie: (name) => void done.push(`cookie ${name} is gone`),
    clearSessionStorage: () => void done.push('session storage is empty'),
    holdsText: () => text !== '',
    go: (url) => void done.push(`go ${url}`),
  });
  return { done, shrimp, leave };
}

// The language chosen is remembered in its cookie and in the session storage alone.
test('leaving forgets token and language, clears every trace and goes to the server to log out last [AUTH-29 AUTH-30 AUTH-31 AUTH-33 AUTH-34]', () => {
  const { done, shrimp, leave } = setUp();
  assert.equal(leave(), true);
  assert.deepEqual([shrimp.token.value, shrimp.isValid.value], ['', true]);
  assert.deepEqual(done, [
    'customer is gone',
    'cookie sess is gone',
    'cookie locale is gone',
    'session storage is empty',
    'go /logout',
  ]);
});

test('the data block of a page without its customer names nobody and keeps the rest [AUTH-30]', () => {
  const page: PageGlobals = { lang: 'en', shrimp: 'x', packs: ['/a.js'], globals: signedIn };
  const cleared = withoutCustomer(page);
  assert.deepEqual(cleared, { ...page, globals: { authenticated: false, customer: null } });
  assert.doesNotMatch(JSON.stringify(cleared), /robin/);
});

test('a page with a text that would be lost stays, signed out as it is', () => {
  const { done, leave } = setUp('typed for an hour');
  assert.equal(leave(), false);
  assert.deepEqual(done.at(-1), 'session storage is empty');
});
