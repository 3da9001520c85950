import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countChars, truncateChars } from '#src/values/characters.ts';

test('what is long is counted and cut in code points, never in half of one', () => {
  assert.equal(countChars(''), 0);
  assert.equal(countChars('a\u{1f512}b'), 3);
  const text = '\u{1f512}a\u{1f512}';
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5, 6].map((most) => truncateChars(text, most)),
    ['', '\u{1f512}', '\u{1f512}a', text, text, text, text],
  );
  assert.equal(truncateChars('abc', 3), 'abc');
  assert.equal(truncateChars('abc', 2), 'ab');
  assert.equal(truncateChars('\n\nabc', 3), '\n\na');
  assert.equal(countChars(truncateChars('x'.repeat(20_000), 10_000)), 10_000);
});
