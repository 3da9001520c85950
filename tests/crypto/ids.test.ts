import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { createKeyMaker, metadataIdOf, resetIdOf, secretIdOf } from '#src/crypto/ids.ts';
import { parseMetadataKey, parseSecretKey } from '#src/features/secrets/key-input.ts';
import { judgeKeys } from './symbols.ts';

test('keys are 31 characters of 0-9a-z, and 120,000 of them never collide', () => {
  const keys = createKeyMaker(randomBytes);
  const seen = new Set<string>();
  for (let made = 0; made < 40_000; made += 1) {
    for (const key of [keys.secretKey(), keys.metadataKey(), keys.resetKey()]) {
      assert.match(key, /^[0-9a-z]{31}$/);
      seen.add(key);
    }
  }
  assert.equal(seen.size, 120_000);
});

test('every digit of a key is equally likely in every position', () => {
  const { pooledChance, worstChance, repeated } = judgeKeys(createKeyMaker(randomBytes).secretKey, 50_000);
  // One honest look in a thousand million is below.
  assert.ok(pooledChance > 1e-9 && worstChance > 1e-9, `${pooledChance} ${worstChance}`);
  assert.equal(repeated, 0);
});

test('a source that prefers some bytes is noticed', () => {
  const biased = createKeyMaker((size) => randomBytes(size).map((byte) => (byte === 35 ? 0 : byte)));
  assert.ok(judgeKeys(biased.secretKey, 50_000).pooledChance < 1e-9);
});

test('bytes that would make some digits likelier are thrown away', () => {
  const bytes = [255, 254, 253, 252, 251, 0, 35, 36];
  const keys = createKeyMaker((size) => Uint8Array.from({ length: size }, (_, at) => bytes[at % bytes.length]!));
  assert.match(keys.secretKey(), /^(z0z0)+/);
});

test('only what has the form of a key is taken for one', () => {
  const key = 'a'.repeat(31);
  assert.equal(parseSecretKey(key), key);
  assert.equal(parseMetadataKey(key), key);
  const wrong = [
    '',
    'a'.repeat(30),
    'a'.repeat(32),
    `${'a'.repeat(30)}A`,
    `${'a'.repeat(31)}\n`,
    '__proto__',
    null,
    3,
    [key],
  ];
  for (const value of wrong) {
    assert.equal(parseSecretKey(value), null, String(value));
    assert.equal(parseMetadataKey(value), null, String(value));
  }
});

test('a row is named by a hash of its key, from which nobody comes back to it', () => {
  const keys = createKeyMaker(randomBytes);
  const [secretKey, metadataKey, resetKey] = [keys.secretKey(), keys.metadataKey(), keys.resetKey()];
  const named = (key: string) => createHash('sha256').update(`hushlink/1/id${key}`).digest('base64url');
  assert.equal(secretIdOf(secretKey), named(secretKey));
  assert.equal(metadataIdOf(metadataKey), named(metadataKey));
  assert.equal(resetIdOf(resetKey), named(resetKey));
});
