import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { createClient } from 'redis';
import { FEEDBACK_LIFE_MS } from '#src/features/feedback/feedback-store.ts';
import { openRedisStore } from '#src/store/redis/open.ts';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import { createSweep } from '#src/store/sqlite/sweep.ts';
import { startRedisServer } from '../support/redis-server.ts';
import { temporaryFolder } from '../support/temp.ts';
import { feedbackStoreContract } from './feedback-store.contract.ts';
import { placeStoreContract } from './place-store.contract.ts';
import { POLICY, START_MS } from './sealed-sample.ts';

const path = join(temporaryFolder({ after }), 'feedback.db');
const onSweepError = (error: unknown) => assert.fail(String(error));
const embedded = openSqliteStore({ path, policy: POLICY, now: () => START_MS, onSweepError });
const server = await startRedisServer();
const redis = await openRedisStore({ url: server.url, policy: POLICY, onError: () => {}, onWarning: () => {} });
after(async () => {
  await Promise.all([embedded.close(), redis.close()]);
  await server.stop();
});

feedbackStoreContract('sqlite', () => embedded.feedback);
feedbackStoreContract('redis', () => redis.feedback);
placeStoreContract('sqlite', () => embedded.places);
placeStoreContract('redis', () => redis.places);

const entry = { id: 'one', createdAtMs: START_MS, sealed: Buffer.from('sealed') };

test('sqlite: the sweep removes feedback and places when their time is over, and nothing sooner', async (t) => {
  const file = join(temporaryFolder(t), 'sweep.db');
  const own = openSqliteStore({ path: file, policy: POLICY, now: () => START_MS, onSweepError });
  await own.feedback.keep(entry);
  await own.places.take('name', 1, START_MS + 1000, START_MS);
  const database = new DatabaseSync(file);
  const sweep = createSweep(database);
  const rows = (table: string) => Number(database.prepare(`SELECT count(*) AS rows FROM ${table}`).get()?.rows);
  const left = (nowMs: number) => {
    sweep(nowMs);
    return [rows('feedback'), rows('place')];
  };
  assert.deepEqual(left(START_MS + 999), [1, 1]);
  assert.deepEqual(left(START_MS + 1000), [1, 0]);
  assert.deepEqual(left(START_MS + FEEDBACK_LIFE_MS - 1), [1, 0]);
  assert.deepEqual(left(START_MS + FEEDBACK_LIFE_MS), [0, 0]);
  database.close();
  await own.close();
});

test('redis: every key about feedback and places has a time to live of its own', async (t) => {
  await redis.feedback.keep(entry);
  await redis.places.take('name', 1, START_MS + 1000, START_MS);
  const client = await createClient({ url: server.url }).connect();
  t.after(() => client.close());
  const near = (found: number, expected: number) => found > Math.max(0, expected - 60_000) && found <= expected;
  assert.ok(near(await client.pTTL('hushlink:{feedback}:index'), FEEDBACK_LIFE_MS));
  assert.ok(near(await client.pTTL('hushlink:{feedback}:entry:one'), FEEDBACK_LIFE_MS));
  assert.ok(near(await client.pTTL('hushlink:place:name'), 301_000));
});

test('redis: the list of entries names none that is over', async (t) => {
  const client = await createClient({ url: server.url }).connect();
  t.after(() => client.close());
  await client.del('hushlink:{feedback}:index');
  for (const [id, createdAtMs] of [
    ['over', START_MS],
    ['last', START_MS + 1],
    ['new', START_MS + FEEDBACK_LIFE_MS],
  ] as const) {
    await redis.feedback.keep({ ...entry, id, createdAtMs });
  }
  assert.deepEqual(await client.zRange('hushlink:{feedback}:index', 0, -1), ['last', 'new']);
});
