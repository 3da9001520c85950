import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import { createSweep } from '#src/store/sqlite/sweep.ts';
import { temporaryFolder } from '../support/temp.ts';
import { openBothEngines } from './both-engines.ts';
import { LIFE_MS, POLICY, RIGHT, START_MS, sample } from './sealed-sample.ts';

const attempt = { proofHash: RIGHT, claimantHash: null };
const TODAY = new Date(START_MS).toISOString().slice(0, 10);

for (const [engine, { secrets, colonel }] of await openBothEngines()) {
  test(`${engine}: secrets are counted as they come, are read, burned and expire [COL-03]`, async () => {
    const made = [];
    for (let at = 0; at < 4; at += 1) {
      const { secret, metadata } = sample();
      await secrets.put(secret, metadata);
      made.push(secret.id);
    }
    const [read, burned] = made;
    assert.deepEqual(await colonel.secrets(START_MS), { live: 4, records: 4, created: 4, shared: 0 });
    if (read) await secrets.claim(read, attempt, START_MS + 1);
    if (burned) await secrets.burn(burned, attempt, 'sender', START_MS + 1);
    assert.deepEqual(await colonel.secrets(START_MS + 2), { live: 2, records: 4, created: 4, shared: 1 });
    const expiresAtMs = START_MS + LIFE_MS;
    assert.deepEqual(await colonel.secrets(expiresAtMs - 1), { live: 2, records: 4, created: 4, shared: 1 });
    assert.deepEqual(await colonel.secrets(expiresAtMs), { live: 0, records: 4, created: 4, shared: 1 });
    assert.deepEqual(await colonel.secrets(START_MS + 2 * LIFE_MS), { live: 0, records: 0, created: 4, shared: 1 });
    assert.deepEqual(await colonel.days([TODAY, '2001-01-01']), [{ day: TODAY, created: 4, shared: 1 }]);
  });

  test(`${engine}: the store tells about itself in plain facts [COL-06]`, async () => {
    const info = await colonel.info();
    assert.equal(info.engine, engine);
    assert.ok(Object.keys(info).length >= 8);
    for (const value of Object.values(info)) assert.match(String(value), /\S/);
  });
}

test('sqlite: counts stay true through the sweep, and in a file that an older release has filled [COL-03]', async (t) => {
  const path = join(temporaryFolder(t), 'older.db');
  const open = () =>
    openSqliteStore({ path, policy: POLICY, now: () => START_MS, onSweepError: (error) => assert.fail(String(error)) });
  const older = open();
  for (let at = 0; at < 3; at += 1) {
    const { secret, metadata } = sample();
    await older.secrets.put(secret, metadata);
  }
  await older.close();
  const database = new DatabaseSync(path);
  database.exec(`DROP TABLE tally; DROP TABLE day_tally;
    DROP TRIGGER secret_made; DROP TRIGGER secret_emptied; DROP TRIGGER secret_received; DROP TRIGGER secret_removed;
    DROP INDEX secret_owner; ALTER TABLE secret DROP COLUMN owner_copy;
    UPDATE site SET value = '1.0' WHERE name = 'schema'`);
  const store = open();
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
