import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { createRandomPool } from '#src/crypto/random-pool.ts';

test('no byte of the pool is handed out twice', () => {
  let next = 0;
  const draw = createRandomPool((size) => {
    const bytes = Buffer.alloc(size);
    for (let at = 0; at + 4 <= size; at += 4) bytes.writeUInt32BE(next++, at);
    return bytes;
  });
  const seen = new Set<string>();
  for (let times = 0; times < 5000; times += 1) {
    const taken = draw(12);
    assert.equal(taken.length, 12);
    seen.add(Buffer.from(taken).toString('hex'));
  }
  assert.equal(seen.size, 5000);
});

test('more bytes than the pool holds are drawn directly, and what is handed out does not change later', () => {
  const draw = createRandomPool(randomBytes);
  const first = draw(32);
  const copy = Buffer.from(first);
  for (let times = 0; times < 1000; times += 1) draw(32);
  assert.deepEqual(Buffer.from(first), copy);
  assert.equal(draw(10_000).length, 10_000);
});

test('the system is asked for bytes in bulk, and again only when the pool is used up', () => {
  const asked: number[] = [];
  const draw = createRandomPool((size) => {
    asked.push(size);
    return randomBytes(size);
  });
  for (let times = 0; times < 256; times += 1) draw(32);
  assert.deepEqual(asked, [8192], '8192 bytes are 256 times 32');
  draw(1);
  assert.deepEqual(asked, [8192, 8192]);
});
