import assert from 'node:assert/strict';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { createRedisColonelStore } from '#src/store/redis/colonel-store.ts';
import { connectRedis } from '#src/store/redis/connection.ts';
import { KEYS } from '#src/store/redis/keys.ts';
import { openRedisStore } from '#src/store/redis/open.ts';
import { createTally } from '#src/store/redis/tally.ts';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import { createSweep } from '#src/store/sqlite/sweep.ts';
import { startRedisServer } from '../support/redis-server.ts';
import { temporaryFolder } from '../support/temp.ts';
import { openBothEngines } from './both-engines.ts';
import { colonelStoreContract } from './colonel-store.contract.ts';
import { LIFE_MS, POLICY, putSample, START_MS, sample } from './sealed-sample.ts';

for (const [engine, store] of await openBothEngines()) colonelStoreContract(engine, () => store);

const openAt = (path: string) =>
  openSqliteStore({ path, policy: POLICY, now: () => START_MS, onSweepError: (error) => assert.fail(String(error)) });

test('sqlite: counts stay true through the sweep, and in a file that an older release has filled [COL-03]', async (t) => {
  const path = join(temporaryFolder(t), 'older.db');
  const older = openAt(path);
  for (let at = 0; at < 3; at += 1) await putSample(older.secrets);
  await older.close();
  const database = new DatabaseSync(path);
  database.exec(`DROP TABLE tally; DROP TABLE day_tally;
    DROP TRIGGER secret_made; DROP TRIGGER secret_emptied; DROP TRIGGER secret_received; DROP TRIGGER secret_removed;
    DROP INDEX secret_owner; ALTER TABLE secret DROP COLUMN owner_copy;
    UPDATE site SET value = '1.0' WHERE name = 'schema'`);
  const store = openAt(path);
  assert.deepEqual(await store.colonel.secrets(START_MS), { live: 3, records: 3, created: 3, shared: 0 });
  const sweep = createSweep(database);
  const sweptAt = async (nowMs: number) => {
    sweep(nowMs);
    const { live, records } = await store.colonel.secrets(nowMs);
    return { live, records };
  };
  assert.deepEqual(await sweptAt(START_MS + LIFE_MS), { live: 0, records: 3 });
  assert.deepEqual(await sweptAt(START_MS + 2 * LIFE_MS), { live: 0, records: 0 });
  database.close();
  await store.close();
});

test('sqlite: what is not to be counted is not through the sweep either, also in a file of schema 1.6, which counted it [COL-03]', async (t) => {
  const path = join(temporaryFolder(t), 'older.db');
  await openAt(path).close();
  const database = new DatabaseSync(path);
  database.exec(`DROP TRIGGER secret_made; DROP TRIGGER secret_removed; DROP TRIGGER secret_emptied; DROP TRIGGER secret_received;
    ALTER TABLE secret DROP COLUMN is_counted; UPDATE site SET value = '1.6' WHERE name = 'schema';
    CREATE TRIGGER secret_made AFTER INSERT ON secret BEGIN
      UPDATE tally SET count = count + 1 WHERE name IN ('live', 'records', 'created');
    END;
    CREATE TRIGGER secret_removed AFTER DELETE ON secret BEGIN
      UPDATE tally SET count = count - 1 WHERE name = 'records' OR (name = 'live' AND OLD.life = 'live' AND OLD.content IS NOT NULL);
    END`);
  const store = openAt(path);
  await putSample(store.secrets);
  for (let at = 0; at < 3; at += 1) await putSample(store.secrets, { isCounted: false });
  const sweep = createSweep(database);
  const steps = [START_MS, START_MS + LIFE_MS, START_MS + 2 * LIFE_MS];
  const counts = [];
  for (const nowMs of steps) {
    sweep(nowMs);
    counts.push(await store.colonel.secrets(nowMs));
  }
  database.close();
  const ever = { created: 1, shared: 0 };
  assert.deepEqual(counts, [
    { live: 1, records: 1, ...ever },
    { live: 0, records: 1, ...ever },
    { live: 0, records: 0, ...ever },
  ]);
  await store.close();
});

test('sqlite: a start looks through no secrets, however many there are', async (t) => {
  const path = join(temporaryFolder(t), 'many.db');
  const store = openAt(path);
  for (let at = 0; at < 50; at += 1) await putSample(store.secrets);
  await store.close();
  const database = new DatabaseSync(path);
  const pages = database.prepare("SELECT pageno, pgsize FROM dbstat WHERE name = 'secret' AND pagetype = 'leaf'").all();
  database.close();
  assert.ok(pages.length > 5);
  // Whoever reads a row now notices.
  const file = openSync(path, 'r+');
  for (const { pageno, pgsize } of pages)
    writeSync(file, Buffer.alloc(Number(pgsize), 0xff), 0, null, (Number(pageno) - 1) * Number(pgsize));
  closeSync(file);
  const reader = new DatabaseSync(path);
  assert.throws(() => reader.prepare("SELECT COUNT(*) FROM secret WHERE life = 'live'").get(), /malformed/);
  reader.close();
  const again = openAt(path);
  assert.deepEqual(await again.colonel.secrets(START_MS), { live: 50, records: 50, created: 50, shared: 0 });
  await again.close();
});

test('redis: of the databases that a process keeps, the one of this site is told of, and no other [COL-06]', async (t) => {
  const server = await startRedisServer();
  t.after(() => server.stop());
  const openAt = async (database: number) => {
    const url = `${server.url}/${database}`;
    const store = await openRedisStore({ url, policy: POLICY, onError: () => {}, onWarning: () => {} });
    t.after(() => store.close());
    return store;
  };
  const [other, own] = [await openAt(0), await openAt(3)];
  await putSample(other.secrets);
  const info = await own.colonel.info();
  assert.deepEqual([info.db0, /^keys=\d+/.test(String(info.db3))], [undefined, true]);
  assert.match(String((await other.colonel.info()).db0), /^keys=\d+/);
});

test('redis: a secret that one process makes and another ends waits no longer, in whatever order they count [COL-03]', async (t) => {
  const server = await startRedisServer();
  t.after(() => server.stop());
  const redis = await connectRedis({ url: server.url, onError: () => {} });
  t.after(() => redis.close());
  const store = await openRedisStore({ url: server.url, policy: POLICY, onError: () => {}, onWarning: () => {} });
  t.after(() => store.close());
  const [maker, ender] = [createTally(redis), createTally(redis)];
  const colonel = createRedisColonelStore(redis, maker);
  const [{ secret }, { secret: other }] = [sample(), sample()];
  ender.ended(secret.id, 'received', START_MS);
  await ender.flush();
  for (const made of [other, secret]) maker.made(made);
  assert.deepEqual(await colonel.secrets(START_MS), { live: 1, records: 2, created: 2, shared: 1 });
  ender.ended(other.id, 'burned', START_MS);
  await ender.flush();
  assert.deepEqual(await colonel.secrets(START_MS), { live: 0, records: 2, created: 2, shared: 1 });
  assert.equal(await redis.command('EXISTS', KEYS.earlyEnds), 0);
  const waiting = async () => [
    ...((await redis.command('ZRANGE', KEYS.earlyEnds, '0', '-1')) as Buffer[]).map(String),
    Number(await redis.command('PTTL', KEYS.earlyEnds)) > 0,
  ];
  ender.ended('never made', 'burned', START_MS);
  await ender.flush();
  assert.deepEqual(await waiting(), ['never made', true]);
  ender.ended('nor this one', 'burned', START_MS + 60_000);
  await ender.flush();
  assert.deepEqual(await waiting(), ['nor this one', true]);
  const { secret: uncounted } = await putSample(store.secrets, { isCounted: false });
  await Array.fromAsync(store.secrets.burnUnread({ kind: 'ids', ids: [uncounted.id] }, START_MS));
  await store.close();
  assert.deepEqual(await waiting(), ['nor this one', true]);
});
