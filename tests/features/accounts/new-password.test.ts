import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CustId } from '#src/features/accounts/customer.ts';
import { newPasswordFailure } from '#src/features/accounts/new-password.ts';
import { WORST_PASSWORDS } from '#src/features/accounts/worst-passwords.ts';

const CUSTID = 'person@example.org' as CustId;
const kindOf = (password: string) => newPasswordFailure(password, CUSTID, 'p')?.kind ?? null;

test('a password has 8 to 1000 characters, counted as people count them', () => {
  assert.equal(kindOf('1 2 3 4'), 'password-too-short');
  assert.equal(kindOf('tq7 v9xw'), null);
  assert.equal(kindOf('🦐🦀🐙🦑🐠🐡🐟'), 'password-too-short');
  assert.equal(kindOf('🦐🦀🐙🦑🐠🐡🐟🐬'), null);
  assert.equal(kindOf('é'.normalize('NFD').repeat(7)), 'password-too-short');
  assert.equal(kindOf('x7'.repeat(500)), null);
  assert.equal(kindOf(`${'x7'.repeat(500)}y`), 'password-too-long');
});

test('the well-known worst are refused in any case of their letters, and so is the own address', () => {
  assert.ok(WORST_PASSWORDS.size >= 200);
  for (const worst of WORST_PASSWORDS) {
    assert.equal(kindOf(worst), 'password-well-known', worst);
    assert.equal(worst, worst.toLowerCase());
  }
  assert.equal(kindOf('QWERTYuiop'), 'password-well-known');
  assert.equal(kindOf(' qwertyuiop '), 'password-well-known');
  assert.equal(kindOf('Person@Example.org'), 'password-is-address');
});

test('half a character is refused: it could not be typed again', () => {
  assert.equal(kindOf('abcdefg\ud800'), 'password-not-text');
});
