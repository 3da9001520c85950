import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { KEYS } from '#src/store/redis/keys.ts';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import { createSweep } from '#src/store/sqlite/sweep.ts';
import { askRedis } from '../support/redis-ask.ts';
import { temporaryFolder } from '../support/temp.ts';
import { openOwnRedis } from './own-redis.ts';
import { POLICY, START_MS } from './sealed-sample.ts';
import { find, put, session } from './session-store.contract.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

test('sqlite: a session is kept until it is over, and cleared away then', async (t) => {
  const path = join(temporaryFolder(t), 'hushlink.db');
  const onSweepError = (error: unknown) => assert.fail(String(error));
  const { sessions, close } = openSqliteStore({ path, policy: POLICY, now: () => START_MS, onSweepError });
  t.after(close);
  await put(sessions, 'kept', session());
  await sessions.renew('kept', session(START_MS + HOUR_MS));
  const other = new DatabaseSync(path);
  const sweep = createSweep(other);
  sweep(START_MS + HOUR_MS + DAY_MS - 1);
  assert.notEqual(await find(sessions, 'kept'), null);
  sweep(START_MS + HOUR_MS + DAY_MS);
  assert.equal(await find(sessions, 'kept'), null);
  other.close();
});

test('redis: a session is kept until it is over, and who was there for an hour after the last use of all', async (t) => {
  const { server, store } = await openOwnRedis(t);
  const { sessions } = store;
  const leftMs = async (key: string) => Number(await askRedis(server.port, 'PTTL', key));
  const isNear = (ms: number, wantedMs: number) => assert.ok(ms > wantedMs - 60_000 && ms <= wantedMs, String(ms));
  await put(sessions, 'kept', session());
  isNear(await leftMs(KEYS.session('kept')), DAY_MS);
  await sessions.renew('kept', session(START_MS + HOUR_MS));
  isNear(await leftMs(KEYS.session('kept')), DAY_MS);
  isNear(await leftMs(KEYS.sessionsSeen), HOUR_MS);
  await put(sessions, 'later', session());
  await sessions.renew('later', session(START_MS + 2 * HOUR_MS));
  assert.equal(Number(await askRedis(server.port, 'ZCARD', KEYS.sessionsSeen)), 1);
});
