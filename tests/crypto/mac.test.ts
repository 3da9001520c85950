import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { createMac } from '#src/crypto/mac.ts';
import { countConstantTime } from '../support/constant-time.ts';

test('a mac is HMAC-SHA-256 in base64url', () => {
  // RFC 4231, test case 2.
  const digest = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';
  const mac = createMac(Buffer.from('Jefe')).of('what do ya want for nothing?');
  assert.equal(mac, Buffer.from(digest, 'hex').toString('base64url'));
  assert.equal(mac.length, 43);
});

test('a mac of another length is wrong, and not an error', () => {
  const mac = createMac(Buffer.alloc(32, 1));
  const right = mac.of('text');
  assert.equal(mac.isRight('text', right), true);
  for (const wrong of ['', right.slice(1), `${right}A`, `${right.slice(0, -1)}é`]) {
    assert.equal(mac.isRight('text', wrong), false, wrong);
  }
});

test('a mac is compared in constant time, with that of each key', (t) => {
  const [fresh, earlier] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const mac = createMac(fresh, earlier);
  const compared = countConstantTime(t);
  assert.equal(mac.isRight('text', mac.of('text')), true);
  assert.equal(compared(), 1);
  assert.equal(mac.isRight('text', mac.of('other')), false);
  assert.equal(compared(), 3);
});

test('a mac is what the platform makes, of any text and under any key, one after another', () => {
  const [keys, texts] = [
    fc.uint8Array({ maxLength: 130, size: 'max' }),
    fc.string({ maxLength: 260, size: 'max', unit: 'grapheme' }),
  ];
  fc.assert(
    fc.property(fc.array(fc.tuple(keys, texts), { minLength: 1, maxLength: 4 }), (wanted) => {
      for (const [key, text] of wanted) {
        const expected = createHmac('sha256', key).update(text).digest('base64url');
        assert.equal(createMac(key).of(text), expected);
      }
    }),
  );
});

for (const [what, keyBytes, textBytes] of [
  ...[63, 64, 65].map((size) => ['key', size, 10] as const),
  ...[191, 192, 193].map((size) => ['text', 32, size] as const),
] as const) {
  test(`a mac with a ${what} of ${what === 'key' ? keyBytes : textBytes} bytes is what the platform makes`, () => {
    const [key, text] = [Buffer.alloc(keyBytes, 7), 'x'.repeat(textBytes)];
    assert.equal(createMac(key).of(text), createHmac('sha256', key).update(text).digest('base64url'));
  });
}
