import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { createMac } from '#src/crypto/mac.ts';
import { createShrimpMint } from '#src/features/sessions/shrimp.ts';
import { createClock } from '../../support/clock.ts';

const HOURS = 3_600_000;

test('a token is good for its visitor for twelve hours, and newer ones do not end it', () => {
  const clock = createClock();
  const mint = createShrimpMint({ mac: createMac(randomBytes(32)), now: clock.now });
  const token = mint.mint('visitor');
  mint.mint('visitor');
  clock.advance(12 * HOURS - 1);
  assert.equal(mint.isGenuine('visitor', token), true);
  clock.advance(1);
  assert.equal(mint.isGenuine('visitor', token), false);
});

test('a token is good for no other visitor, under no other key, and not after any change', () => {
  const clock = createClock();
  const mint = createShrimpMint({ mac: createMac(randomBytes(32)), now: clock.now });
  const token = mint.mint('visitor');
  assert.equal(mint.isGenuine('other', token), false);
  assert.equal(
    createShrimpMint({ mac: createMac(randomBytes(32)), now: clock.now }).isGenuine('visitor', token),
    false,
  );
  const [expiry, mac] = token.split('.') as [string, string];
  const later = (Number.parseInt(expiry, 36) + HOURS).toString(36);
  const changed = [
    `${later}.${mac}`,
    `${expiry}.${mac.slice(1)}`,
    `${expiry}.`,
    mac,
    '',
    `${token} `,
    `${token}=`,
    undefined,
    null,
    7,
    [token],
    {},
  ];
  for (const value of changed) assert.equal(mint.isGenuine('visitor', value), false, String(value));
});
