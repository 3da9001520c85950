import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import type { Store } from '#src/store/store.ts';
import { StoreUnavailable } from '#src/store-unavailable.ts';
import { temporaryFolder } from '../support/temp.ts';
import { POLICY } from './sealed-sample.ts';

/** A store whose file has been written over by something else. */
function openUnreadable(t: TestContext): Store {
  const path = join(temporaryFolder(t), 'hushlink.db');
  // What it could not do when it is closed it says there.
  const store = openSqliteStore({ path, policy: POLICY, now: () => 0, onSweepError: () => {} });
  t.after(() => store.close().catch(() => {}));
  // With all of it in the file, and nothing in the log or in memory.
  const other = new DatabaseSync(path);
  other.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  other.close();
  writeFileSync(path, readFileSync(path).fill('none of ours'));
  return store;
}

test('sqlite: a file that cannot be read is a store that is away to the keys, the banner, who is to be signed out, and a dump', async (t) => {
  const { accounts, site, transfer, keys } = openUnreadable(t);
  const reads: Readonly<Record<string, () => Promise<unknown>>> = {
    'the record of keys': () => keys.record(),
    'the banner': () => site.banner(),
    'who is to be signed out': () => Array.fromAsync(accounts.signOutAll(1)),
    'a dump': () => Array.fromAsync(transfer.dump(['site'], 0)),
  };
  for (const [what, read] of Object.entries(reads)) await assert.rejects(read(), StoreUnavailable, what);
});
