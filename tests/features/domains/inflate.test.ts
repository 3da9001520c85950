import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { inflateWhole } from '#src/compose/inflate.ts';

test('no more is unpacked than a picture may hold, however little it came in', () => {
  const packed = deflateSync(Buffer.alloc(100_000));
  assert.equal(inflateWhole(packed, 100_000)?.length, 100_000);
  assert.equal(inflateWhole(packed, 99_999)?.length, undefined);
});

test('what follows the end of the packed bytes is refused with them', () => {
  assert.equal(inflateWhole(Buffer.concat([deflateSync('picture'), Buffer.from('more')]), 100), null);
});
