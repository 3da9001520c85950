import assert from 'node:assert/strict';
import { hkdfSync } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { createHkdf } from '#src/crypto/hkdf.ts';

const bytes = (hex: string) => Buffer.from(hex, 'hex');
const latin1 = (hex: string) => bytes(hex).toString('latin1');

// RFC 5869, appendix A.1 and A.3, as far as our keys are long.
const PUBLISHED = [
  {
    ...{ inputKey: '0b'.repeat(22), salt: '000102030405060708090a0b0c', info: 'f0f1f2f3f4f5f6f7f8f9' },
    output: '3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf',
  },
  {
    ...{ inputKey: '0b'.repeat(22), salt: '', info: '' },
    output: '8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d',
  },
];

for (const { salt, inputKey, info, output } of PUBLISHED) {
  test(`a key is derived as RFC 5869 has it, with a salt of ${salt.length / 2} bytes`, () => {
    assert.equal(createHkdf(bytes(salt))(bytes(inputKey), latin1(info)).toString('hex'), output);
  });
}

test('keys are what the platform derives, of texts and of bytes, one after another', () => {
  const upTo = (maxLength: number) => fc.uint8Array({ maxLength, size: 'max' });
  const salts = fc.oneof(upTo(200), fc.uint8Array({ minLength: 63, maxLength: 65 }));
  const [inputs, labels] = [upTo(191), fc.stringMatching(/^[ -~]{0,100}$/)];
  fc.assert(
    fc.property(salts, fc.array(fc.tuple(inputs, labels), { minLength: 1, maxLength: 4 }), (salt, wanted) => {
      const derive = createHkdf(salt);
      for (const [inputKey, label] of wanted) {
        const expected = Buffer.from(hkdfSync('sha256', inputKey, salt, label, 32));
        assert.deepEqual(derive(inputKey, label), expected);
        assert.deepEqual(derive(Buffer.from(inputKey).toString('latin1'), label), expected);
      }
    }),
  );
});

test('several keys of one text are the same, whatever is derived between them and however late', async () => {
  const salt = Buffer.alloc(32, 3);
  const derive = createHkdf(salt);
  const check = (inputKey: string, label: string) => {
    const expected = Buffer.from(hkdfSync('sha256', Buffer.from(inputKey), salt, label, 32));
    assert.deepEqual(derive(inputKey, label), expected, `${label} of ${inputKey}`);
  };
  for (const turn of ['at once', 'later']) {
    for (const label of ['a longer label', 'short', 'last']) check('one', `${label}, ${turn}`);
    check('another', turn);
    assert.throws(() => derive('k'.repeat(193), 'label'), RangeError);
    check('another', 'after what was refused');
    check('one', turn);
    await null;
  }
});

test('of bytes that have changed another key is derived', () => {
  const derive = createHkdf(Buffer.alloc(32));
  const inputKey = Buffer.from('first');
  const before = derive(inputKey, 'label');
  inputKey.fill('x');
  assert.deepEqual(derive(inputKey, 'label'), derive('xxxxx', 'label'));
  assert.notDeepEqual(derive(inputKey, 'label'), before);
});

test('what does not fit into its block is refused', () => {
  const derive = createHkdf(Buffer.alloc(32));
  const refusal = { name: 'RangeError', message: 'too long for these blocks' };
  assert.throws(() => derive('k'.repeat(193), 'label'), refusal);
  assert.throws(() => derive('key', 'l'.repeat(192)), refusal);
});
