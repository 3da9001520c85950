import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { readSecretText } from '#src/config/secret-text.ts';

const encodings = ['hex', 'base64', 'base64url'] as const;

test('whatever a generator draws is accepted in every writing and read back as it was', () => {
  for (let round = 0; round < 200; round++) {
    const bytes = randomBytes(32 + (round % 33));
    for (const encoding of encodings)
      assert.deepEqual(readSecretText(bytes.toString(encoding)), { ok: true, value: bytes });
  }
});

test('31 bytes are too short in every writing', () => {
  const bytes = randomBytes(31);
  for (const encoding of encodings) {
    assert.deepEqual(readSecretText(bytes.toString(encoding)), { ok: false, failure: { kind: 'short' } });
  }
});

test('samples and patterns are refused in every writing', () => {
  const patterns = [
    Buffer.alloc(32),
    Buffer.alloc(64, 0xff),
    Buffer.from('0123456789abcdef'.repeat(4), 'hex'),
    Buffer.from(Array.from({ length: 32 }, (_, index) => index)),
    Buffer.from(Array.from({ length: 32 }, (_, index) => 255 - index)),
    Buffer.from('Change me, please: this is only an example of a secret'),
    Buffer.from('change.me, for this is what stands in the manual'),
    Buffer.from('replace-me with something long and random, will you'),
  ];
  for (const bytes of patterns) {
    for (const encoding of encodings) {
      assert.deepEqual(readSecretText(bytes.toString(encoding)), { ok: false, failure: { kind: 'weak' } });
    }
  }
});

test('text that is no writing of bytes is refused and never throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const result = readSecretText(`${text}%`);
      return !result.ok;
    }),
    { numRuns: 500 },
  );
});
