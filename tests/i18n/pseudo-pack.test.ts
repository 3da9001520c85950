import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pseudoPack } from '#src/i18n/pseudo-pack.ts';

test('the made-up language marks each text, keeps its places, and is longer', () => {
  const pack = pseudoPack({ a: { b: 'Share {{ name }} once', c_one: 'One' }, d: 'x' });
  assert.deepEqual(pack, {
    a: { b: '⟦Šhářé {{ name }} öñçé ~~~~~~~~~⟧', c_one: '⟦Öñé ~~⟧' },
    d: '⟦x ~⟧',
  });
});
