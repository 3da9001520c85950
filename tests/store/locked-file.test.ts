import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import { temporaryFolder } from '../support/temp.ts';
import { POLICY, START_MS, sample } from './sealed-sample.ts';

test('sqlite: while another process has the file who writes waits, and nobody else does', async (t) => {
  const path = join(temporaryFolder(t), 'hushlink.db');
  const onSweepError = (error: unknown) => assert.fail(String(error));
  const store = openSqliteStore({ path, policy: POLICY, now: () => START_MS, onSweepError });
  t.after(() => store.close());
  const { secret, metadata } = sample();
  const other = new DatabaseSync(path);
  t.after(() => other.close());
  other.exec('BEGIN IMMEDIATE');
  const kept = store.secrets.put(secret, metadata);
  let isKept = false;
  void kept.then(() => {
    isKept = true;
  });
  // Each look goes once round the event loop, and so does each try to write.
  for (let looks = 0; looks < 50; looks += 1) {
    assert.equal(await store.secrets.look(secret.id, START_MS), null);
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.equal(isKept, false);
  other.exec('ROLLBACK');
  await kept;
  assert.equal((await store.secrets.look(secret.id, START_MS))?.life, 'live');
});
