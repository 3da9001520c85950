import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { createClaimantMaker, hashClaimant } from '#src/crypto/claimant.ts';

test('a claimant is named by 128 random bits as 22 characters that a form can hold', () => {
  const bytes = Buffer.alloc(16, 0xfb);
  const asked: number[] = [];
  const newClaimant = createClaimantMaker((size) => {
    asked.push(size);
    return bytes;
  });
  assert.equal(newClaimant(), bytes.toString('base64url'));
  assert.deepEqual(asked, [16]);
  assert.match(createClaimantMaker(randomBytes)(), /^[A-Za-z0-9_-]{22}$/);
});

test('what a row keeps of a claimant is the SHA-256 of the token', () => {
  const token = createClaimantMaker(randomBytes)();
  assert.deepEqual(Buffer.from(hashClaimant(token)), createHash('sha256').update(token).digest());
});
