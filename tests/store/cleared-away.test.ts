import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import { createSweep } from '#src/store/sqlite/sweep.ts';
import { temporaryFolder } from '../support/temp.ts';
import { LIFE_MS, POLICY, RIGHT, START_MS, sample } from './sealed-sample.ts';

test('sqlite: what was cleared away has expired and is handed to nobody, also when the clock goes back', async (t) => {
  const path = join(temporaryFolder(t), 'hushlink.db');
  const onSweepError = (error: unknown) => assert.fail(String(error));
  const store = openSqliteStore({ path, policy: POLICY, now: () => START_MS, onSweepError });
  t.after(() => store.close());
  const { secret, metadata } = sample({ ownerTag: 'owner', ownerCopy: Buffer.from('copy') });
  await store.secrets.put(secret, metadata);
  const other = new DatabaseSync(path);
  createSweep(other)(START_MS + LIFE_MS);
  other.close();
  assert.equal((await store.secrets.look(secret.id, START_MS))?.life, 'expired');
  const [owned] = await store.secrets.ownedBy('owner', { sinceMs: 0, limit: 1 }, START_MS);
  assert.equal(owned?.row.life, 'expired');
  const attempt = { proofHash: RIGHT, claimantHash: null };
  assert.deepEqual(await store.secrets.claim(secret.id, attempt, START_MS), { kind: 'gone' });
});
