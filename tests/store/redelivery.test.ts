import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { openRedisStore } from '#src/store/redis/open.ts';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import { createSweep } from '#src/store/sqlite/sweep.ts';
import { askRedis } from '../support/redis-ask.ts';
import { startRedisServer } from '../support/redis-server.ts';
import { temporaryFolder } from '../support/temp.ts';
import { claimant, redeliveryContract } from './redelivery.contract.ts';
import { POLICY, RIGHT, START_MS, sample } from './sealed-sample.ts';

const WINDOW_MS = 60_000;
const path = join(temporaryFolder({ after }), 'store.db');
const openFile = () =>
  openSqliteStore({ path, policy: POLICY, now: () => START_MS, onSweepError: (error) => assert.fail(String(error)) });
const server = await startRedisServer();
const stores = {
  sqlite: openFile(),
  redis: await openRedisStore({ url: server.url, policy: POLICY, onError: () => {}, onWarning: () => {} }),
};
after(async () => {
  await Promise.all([stores.sqlite.close(), stores.redis.close()]);
  await server.stop();
});

for (const [engine, store] of Object.entries(stores)) {
  redeliveryContract(engine, () => store.secrets);

  test(`${engine}: what is kept for a claimant is in no copy of the store`, async () => {
    const { secret, metadata } = sample();
    await store.secrets.put(secret, metadata);
    await store.secrets.claim(secret.id, claimant(), START_MS);
    const records = await Array.fromAsync(store.transfer.dump(['secret'], START_MS));
    const own = records.find((record) => record.kind === 'secret' && record.id === secret.id);
    assert.ok(own?.kind === 'secret');
    assert.deepEqual([own.life, own.content, own.senderCopy], ['received', null, null]);
  });
}

test('sqlite: what is kept for a claimant waits for nobody else, and the sweep takes it at the end of its window', async () => {
  const { secret, metadata } = sample();
  const database = new DatabaseSync(path);
  const live = async () => (await stores.sqlite.colonel.secrets(START_MS)).live;
  const row = () =>
    database.prepare('SELECT content, claimant_hash AS claimant FROM secret WHERE id = ?').get(secret.id);
  const before = await live();
  await stores.sqlite.secrets.put(secret, metadata);
  assert.equal(await live(), before + 1);
  await stores.sqlite.secrets.claim(secret.id, claimant(), START_MS);
  assert.equal(await live(), before);
  const sweep = createSweep(database);
  sweep(START_MS + WINDOW_MS - 1);
  assert.notEqual(row()?.content, null);
  sweep(START_MS + WINDOW_MS);
  assert.deepEqual({ ...row() }, { content: null, claimant: null });
  assert.equal(await live(), before);
  database.close();
});

test('sqlite: a file whose triggers an older release has made counts as this one does', async (t) => {
  const older = join(temporaryFolder(t), 'older.db');
  const options = { policy: POLICY, now: () => START_MS, onSweepError: (error: unknown) => assert.fail(String(error)) };
  await openSqliteStore({ path: older, ...options }).close();
  const database = new DatabaseSync(older);
  database.exec(`DROP TRIGGER secret_emptied; UPDATE site SET value = '1.5' WHERE name = 'schema';
    CREATE TRIGGER secret_emptied AFTER UPDATE OF content ON secret
      WHEN OLD.content IS NOT NULL AND NEW.content IS NULL BEGIN
      UPDATE tally SET count = count - 1 WHERE name = 'live';
    END`);
  database.close();
  const store = openSqliteStore({ path: older, ...options });
  const { secret, metadata } = sample();
  await store.secrets.put(secret, metadata);
  await store.secrets.claim(secret.id, claimant(), START_MS);
  assert.equal((await store.colonel.secrets(START_MS)).live, 0);
  await store.close();
});

test('redis: the content has a time to live of the window after a claim by a claimant, and is gone after any other', async () => {
  const keep = async (attempt: Parameters<typeof stores.redis.secrets.claim>[1]) => {
    const { secret, metadata } = sample();
    await stores.redis.secrets.put(secret, metadata);
    await stores.redis.secrets.claim(secret.id, attempt, START_MS);
    return Number(await askRedis(server.port, 'PTTL', `{${secret.id}}:content`));
  };
  const leftMs = await keep(claimant());
  assert.ok(leftMs > 0 && leftMs <= WINDOW_MS, String(leftMs));
  assert.equal(await keep({ proofHash: RIGHT, claimantHash: null }), -2);
});
