import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after } from 'node:test';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import type { Store } from '#src/store/store.ts';
import { temporaryFolder } from '../support/temp.ts';
import { POLICY, START_MS } from './sealed-sample.ts';

export function openFile(path: string): Store {
  const onSweepError = (error: unknown) => assert.fail(String(error));
  return openSqliteStore({ path, policy: POLICY, now: () => START_MS, onSweepError });
}

/** A port of two stores on one new file, as two processes have it. */
export async function openTwiceOnFile<Port>(portOf: (store: Store) => Port) {
  const path = join(temporaryFolder({ after }), 'store.db');
  const [store, second] = [openFile(path), openFile(path)];
  after(() => Promise.all([store.close(), second.close()]));
  return [portOf(store), portOf(second)] as const;
}
