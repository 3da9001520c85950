import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { createCommitter } from '#src/store/sqlite/group-commit.ts';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import { StoreUnavailable } from '#src/store-unavailable.ts';
import { startChild } from '../support/children.ts';
import { temporaryFolder } from '../support/temp.ts';
import { POLICY, sample } from './sealed-sample.ts';

const failOn = (error: unknown): void => assert.fail(String(error));

function openAt(path: string, onSweepError: (error: unknown) => void = failOn) {
  return openSqliteStore({ path, policy: POLICY, now: () => 0, onSweepError });
}

function open(t: TestContext, onSweepError = failOn) {
  const path = join(temporaryFolder(t), 'hushlink.db');
  const store = openAt(path, onSweepError);
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
  const again = openAt(path);
  assert.equal((await again.secrets.look(secret.id, secret.createdAtMs))?.life, 'live');
  await again.close();
});

test('sqlite: nothing is kept while the index of its log is gone, by which alone other processes know of it', async (t) => {
  const { path, store, put } = open(t);
  const { secret, metadata } = sample();
  await store.secrets.put(secret, metadata);
  rmSync(`${path}-shm`);
  await assert.rejects(put(), StoreUnavailable);
  await assert.rejects(store.site.ping(), StoreUnavailable);
  // What goes past a mark would write over the log of others as well.
  await assert.rejects(store.gate.open(), StoreUnavailable);
  await store.close();
  const again = openAt(path);
  assert.equal((await again.secrets.look(secret.id, secret.createdAtMs))?.life, 'live');
  await again.close();
});

test('sqlite: what is refused for its place counts as nothing that would bring the log into the file', async (t) => {
  const database = new DatabaseSync(':memory:');
  t.after(() => database.close());
  const groups: number[] = [];
  const committer = createCommitter(database, {
    ...{ misplaced: () => new Error('moved'), refusal: () => null, isSynchronous: true, disk: null },
    ...{ busyMs: 0, looseBusyMs: 0, onCommitted: (writes) => groups.push(writes) },
  });
  for (const commit of [committer.commit, committer.commitPast, committer.commitLoosely]) {
    await assert.rejects(
      commit(() => assert.fail('written')),
      StoreUnavailable,
    );
  }
  assert.deepEqual(groups, []);
});

/** Another process, since one alone has one index: it writes into the log, and goes on having the file open. */
const WRITING = `
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const database = new DatabaseSync(process.argv[1]);
  const put = database.prepare('INSERT INTO site (name, value) VALUES (?, ?)');
  database.exec('BEGIN');
  for (let row = 0; row < 200; row += 1) put.run('row ' + row, 'x'.repeat(1000));
  database.exec('COMMIT');
  console.log('written');
  setInterval(() => database, 1000);
`;

test('sqlite: who has lost the index leaves the log to whoever has opened the file since', async (t) => {
  const errors: unknown[] = [];
  const { path, store, put } = open(t, (error) => errors.push(error));
  await put();
  rmSync(`${path}-shm`);
  const other = startChild(process.execPath, ['-e', WRITING, path]);
  other.background();
  await other.waitFor(/written/);
  await store.close();
  await other.kill('SIGKILL');
  const database = new DatabaseSync(path);
  t.after(() => database.close());
  const found = database.prepare("SELECT count(*) AS rows FROM site WHERE name LIKE 'row %'").get();
  assert.equal(found?.rows, 200);
  assert.equal(errors.length, 1);
});

test('sqlite: a link may lead to the file, and nothing is kept once it leads to another', async (t) => {
  const { path: elsewhere } = open(t);
  const folder = join(dirname(elsewhere), 'volume');
  mkdirSync(folder);
  const link = join(temporaryFolder(t), 'hushlink.db');
  symlinkSync(join(folder, 'hushlink.db'), link);
  const options = { path: link, policy: POLICY, now: () => 0, onSweepError: failOn, hasDiskThreads: true };
  const store = openSqliteStore(options);
  t.after(() => store.close());
  const [first, second] = [sample(), sample()];
  await store.secrets.put(first.secret, first.metadata);
  assert.equal((await store.secrets.look(first.secret.id, first.secret.createdAtMs))?.life, 'live');
  rmSync(link);
  symlinkSync(elsewhere, link);
  await assert.rejects(store.secrets.put(second.secret, second.metadata), StoreUnavailable);
});
