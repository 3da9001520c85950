import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readBrand } from '#src/features/domains/brand-input.ts';

function brand(fields: object) {
  const read = readBrand(fields);
  assert.ok(read.ok, JSON.stringify(read));
  return read.value;
}

function refusal(fields: object): string {
  const read = readBrand(fields);
  return read.ok ? 'taken' : `${read.failure.kind} ${'field' in read.failure ? read.failure.field : ''}`;
}

test('a brand is a name, a colour, two texts and a switch; what is left out is nothing', () => {
  const whole = {
    name: ' Harbour Bank ',
    accent: '#1D7A46',
    before_reveal: 'Call us.',
    after_reveal: 'a\r\nb',
    home: 'on',
  };
  assert.deepEqual(brand(whole), {
    ...{ name: 'Harbour Bank', accent: '#1d7a46', beforeReveal: 'Call us.', afterReveal: 'a\nb', hasHome: true },
  });
  assert.deepEqual(
    ['True', 'ON', 1, 'False', 'yes', 0].map((home) => brand({ home }).hasHome),
    [true, true, true, false, false, false],
  );
  const nothing = { name: null, accent: null, beforeReveal: null, afterReveal: null, hasHome: false };
  assert.deepEqual(brand({}), nothing);
  assert.deepEqual(brand({ name: '  ', accent: ' ', before_reveal: '\r\n', after_reveal: '', home: '' }), nothing);
});

test('a colour is taken with six digits or three, with a number sign or without', () => {
  for (const accent of ['#aabbcc', 'aabbcc', '#abc', 'ABC', ' #AaBbCc '])
    assert.equal(brand({ accent }).accent, '#aabbcc');
  for (const accent of ['red', '#ab', '#abcd', '#aabbccdd', '##aabbcc', 'rgb(1,2,3)', '#aabbcc}', '#aabbc\n#']) {
    assert.equal(refusal({ accent }), 'wrong-brand accent');
  }
});

test('a name of 60 characters and texts of 500 are taken, one more is not', () => {
  const flag = '🏴';
  assert.equal(brand({ name: flag.repeat(60) }).name, flag.repeat(60));
  assert.equal(brand({ name: ` ${flag.repeat(60)} ` }).name, flag.repeat(60));
  assert.equal(refusal({ name: flag.repeat(61) }), 'brand-too-long name');
  assert.equal(brand({ before_reveal: 'é'.repeat(500) }).beforeReveal?.length, 500);
  assert.equal(refusal({ before_reveal: 'é'.repeat(501) }), 'brand-too-long before_reveal');
  assert.equal(refusal({ after_reveal: 'é'.repeat(501) }), 'brand-too-long after_reveal');
});

test('what holds only signs that nobody sees is as good as nothing', () => {
  for (const unseen of ['\u200b', ' \u200b\u200c \u200d', '\u2060', '\u00ad', '\u3164', '\ufe0f', '\u2800', '\u200f']) {
    const { name, beforeReveal, afterReveal } = brand({ name: unseen, before_reveal: unseen, after_reveal: unseen });
    assert.deepEqual([name, beforeReveal, afterReveal], [null, null, null], JSON.stringify(unseen));
  }
});

test('controls, signs that turn the direction of words, and a name of two lines are refused', () => {
  const signs = ['\0', '\u0007', '\u001b[31m', '\u202e', '\u2066', '\u2069', '\u2028', '\ufeff', '\ue000', '\ud800x'];
  for (const sign of signs) {
    assert.equal(refusal({ name: `a${sign}b` }), 'wrong-brand name');
    assert.equal(refusal({ before_reveal: `a${sign}b` }), 'wrong-brand before_reveal');
    assert.equal(refusal({ after_reveal: `a${sign}b` }), 'wrong-brand after_reveal');
  }
  assert.equal(refusal({ name: 'two\nlines' }), 'wrong-brand name');
  assert.equal(brand({ name: 'שלום ‏and مرحبا 👩‍🚀' }).name, 'שלום ‏and مرحبا 👩‍🚀');
});

test('what is no text, or neither yes nor no, is refused and not taken for nothing', () => {
  for (const value of [247, true, ['a', 'b'], { a: 'b' }]) {
    for (const field of ['name', 'accent', 'before_reveal', 'after_reveal']) {
      assert.equal(refusal({ [field]: value }), `wrong-input ${field}`);
    }
  }
  assert.equal(refusal({ home: ['on'] }), 'wrong-input home');
  assert.equal(brand({ name: null, home: null }).name, null);
});

test('whatever comes is answered, and a brand that was taken is taken again unchanged', () => {
  const anything = fc.oneof(fc.string({ unit: 'binary', maxLength: 70 }), fc.anything());
  const fields = { name: anything, accent: anything, before_reveal: anything, after_reveal: anything, home: anything };
  fc.assert(
    fc.property(fc.oneof(fc.object(), fc.record(fields)), (body) => {
      const read = readBrand(body);
      if (!read.ok) return;
      const { name, accent, beforeReveal: before_reveal, afterReveal: after_reveal, hasHome: home } = read.value;
      assert.deepEqual(readBrand({ name, accent, before_reveal, after_reveal, home }), read);
    }),
    { numRuns: 2_000 },
  );
});
