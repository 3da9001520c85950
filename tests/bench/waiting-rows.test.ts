import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitingRows } from '../../bench/scale/waiting-rows.ts';

const hourMs = 3_600_000;
const rows = [...waitingRows(1000)];

test('as many rows wait as asked for, each under names of its own', () => {
  const names = rows.flatMap(({ secret, metadata }) => [secret.id, metadata.id]);
  assert.equal(rows.length, 1000);
  assert.equal(new Set(names).size, 2000);
  assert.ok(names.every((name) => /^[\w-]{43}$/.test(name)));
});

test('none of them ends within the hour, and no sender could still see one', () => {
  for (const { secret, metadata } of rows) {
    assert.ok(secret.expiresAtMs - secret.createdAtMs >= hourMs);
    assert.ok(secret.recordExpiresAtMs > secret.expiresAtMs);
    assert.equal(metadata.recordExpiresAtMs, secret.recordExpiresAtMs);
    assert.equal(secret.senderCopy, null);
  }
});
