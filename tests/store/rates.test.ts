import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { connectRedis } from '#src/store/redis/connection.ts';
import { openRedisStore } from '#src/store/redis/open.ts';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import { createSweep } from '#src/store/sqlite/sweep.ts';
import { StoreUnavailable } from '#src/store-unavailable.ts';
import { startRedisServer } from '../support/redis-server.ts';
import { temporaryFolder } from '../support/temp.ts';
import { rateStoreContract } from './rate-store.contract.ts';
import { POLICY, START_MS } from './sealed-sample.ts';

const path = join(temporaryFolder({ after }), 'rates.db');
const openFile = () =>
  openSqliteStore({ path, policy: POLICY, now: () => START_MS, onSweepError: (error) => assert.fail(String(error)) });
const files = [openFile(), openFile()] as const;
const server = await startRedisServer();
const openRedis = () => openRedisStore({ url: server.url, policy: POLICY, onError: () => {}, onWarning: () => {} });
const servers = [await openRedis(), await openRedis()] as const;
after(async () => {
  await Promise.all([...files, ...servers].map((store) => store.close()));
  await server.stop();
});

rateStoreContract('sqlite', () => [files[0].rates, files[1].rates]);
rateStoreContract('redis', () => [servers[0].rates, servers[1].rates]);

test('sqlite: what was counted goes with the first sweep after its window', async () => {
  const database = new DatabaseSync(path);
  const names = () => database.prepare("SELECT name FROM rate WHERE name = 'gone soon'").all().length;
  await files[0].rates.add('gone soon', 1, 60_000, START_MS);
  const sweep = createSweep(database);
  sweep(START_MS + 59_999);
  assert.equal(names(), 1);
  sweep(START_MS + 60_000);
  assert.equal(names(), 0);
  database.close();
});

test('redis: what was counted goes by itself when its window ends', async () => {
  const redis = await connectRedis({ url: server.url, onError: () => {} });
  await servers[0].rates.add('gone soon', 1, 60_000, START_MS);
  const leftMs = Number(await redis.command('PTTL', 'hushlink:rate:gone soon'));
  await redis.close();
  assert.ok(leftMs > 0 && leftMs <= 60_000);
});

test('sqlite: a count waits for no other process for long, and secrets go on as before', async () => {
  const other = new DatabaseSync(path);
  other.exec('BEGIN IMMEDIATE');
  await assert.rejects(files[0].rates.add('held up', 1, 60_000, START_MS), StoreUnavailable);
  assert.equal(await files[0].secrets.look('nobody' as never, START_MS), null);
  other.exec('COMMIT');
  other.close();
  assert.equal((await files[0].rates.add('held up', 1, 60_000, START_MS)).count, 1);
});
