import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { findMarks, formsOf } from './search.ts';

test('a mark is found in every form in which it may stand, and nothing is found where there is none', () => {
  for (const value of ['mark-é\u{1f511} & <0123456789>', randomBytes(32)]) {
    for (const { form, bytes } of formsOf(value)) {
      const place = { name: 'planted', bytes: Buffer.concat([randomBytes(100), bytes, randomBytes(100)]) };
      const found = findMarks([place], [{ name: 'mark', value }]);
      assert.ok(found.includes(`mark, ${form}, planted`), form);
    }
    const empty = { name: 'empty', bytes: randomBytes(10_000) };
    assert.deepEqual(findMarks([empty], [{ name: 'mark', value }]), []);
  }
});

test('a mark is found inside a longer text in base64, wherever it begins', () => {
  for (const before of ['', 'a', 'ab', 'abc']) {
    for (const encoding of ['base64', 'base64url'] as const) {
      const bytes = Buffer.from(Buffer.from(`${before}the mark itself and the rest`).toString(encoding));
      const found = findMarks([{ name: 'text', bytes }], [{ name: 'mark', value: 'the mark itself' }]);
      assert.ok(found.length > 0, `${encoding} after ${before}`);
    }
  }
});
