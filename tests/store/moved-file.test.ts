import assert from 'node:assert/strict';
import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import { StoreUnavailable } from '#src/store-unavailable.ts';
import { temporaryFolder } from '../support/temp.ts';
import { POLICY, sample } from './sealed-sample.ts';

function open(t: TestContext) {
  const path = join(temporaryFolder(t), 'hushlink.db');
  const store = openSqliteStore({
    path,
    policy: POLICY,
    now: () => 0,
    onSweepError: (error) => assert.fail(String(error)),
  });
  t.after(() => store.close().catch(() => {}));
  const put = () => {
    const { secret, metadata } = sample();
    return store.secrets.put(secret, metadata);
  };
  return { path, store, put };
}

test('sqlite: nothing is kept in a file that was moved away, and with the file in its place it goes on', async (t) => {
  const { path, store, put } = open(t);
  await put();
  renameSync(path, `${path}.away`);
  await assert.rejects(put(), StoreUnavailable);
  await assert.rejects(store.site.ping(), StoreUnavailable);
  renameSync(`${path}.away`, path);
  await put();
  await store.site.ping();
});

test('sqlite: nothing is kept in a file that another was put in place of', async (t) => {
  const { path, put } = open(t);
  copyFileSync(path, `${path}.copy`);
  rmSync(path);
  renameSync(`${path}.copy`, path);
  await assert.rejects(put(), StoreUnavailable);
});

test('sqlite: nothing is kept while its log is gone, and closing keeps what was kept before', async (t) => {
  const { path, store, put } = open(t);
  const { secret, metadata } = sample();
  await store.secrets.put(secret, metadata);
  rmSync(`${path}-wal`);
  await assert.rejects(put(), StoreUnavailable);
  await assert.rejects(store.site.ping(), StoreUnavailable);
  await store.close();
  const again = openSqliteStore({
    path,
    policy: POLICY,
    now: () => 0,
    onSweepError: (error) => assert.fail(String(error)),
  });
  assert.equal((await again.secrets.look(secret.id, secret.createdAtMs))?.life, 'live');
  await again.close();
});
