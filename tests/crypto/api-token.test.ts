import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { apiTokenHash, isApiToken, makeApiToken } from '#src/crypto/api-token.ts';
import { countConstantTime } from '../support/constant-time.ts';

test('an API token is 256 random bits as 43 characters that an address can hold', () => {
  const bytes = Buffer.alloc(32, 0xfb);
  const asked: number[] = [];
  const token = makeApiToken((size) => {
    asked.push(size);
    return bytes;
  });
  assert.deepEqual(asked, [32]);
  assert.equal(token, bytes.toString('base64url'));
  assert.match(makeApiToken(randomBytes), /^[A-Za-z0-9_-]{43}$/);
});

test('what is kept of an API token is its SHA-256', () => {
  // FIPS 180-4, the example of one block.
  const digest = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  assert.equal(apiTokenHash('abc'), Buffer.from(digest, 'hex').toString('base64url'));
});

test('an API token is known by the hash that was kept of it, and by nothing else', () => {
  const [token, another] = [makeApiToken(randomBytes), makeApiToken(randomBytes)];
  const kept = apiTokenHash(token);
  assert.equal(isApiToken(token, kept), true);
  assert.equal(isApiToken(another, kept), false);
  assert.equal(isApiToken('', kept), false);
  for (const damaged of ['', kept.slice(1), `${kept}A`]) assert.equal(isApiToken(token, damaged), false, damaged);
});

test('an API token is compared in constant time', (t) => {
  const token = makeApiToken(randomBytes);
  const compared = countConstantTime(t);
  for (const other of [token, makeApiToken(randomBytes), '']) isApiToken(other, apiTokenHash(token));
  assert.equal(compared(), 3);
});
