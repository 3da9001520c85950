import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import type { SealedSecret } from '#src/features/secrets/secret-store.ts';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import { createSweep } from '#src/store/sqlite/sweep.ts';
import { temporaryFolder } from '../support/temp.ts';
import { LIFE_MS, POLICY, RIGHT, START_MS, sample } from './sealed-sample.ts';

const COPY_UNTIL_MS = START_MS + 300_000;
const DAY_MS = 86_400_000;
/** More than one step of a sweep handles, by a hundred. */
const MANY = 600;

/** A store of its own with so many secrets in it, a sweep, and a look into the file. */
async function stage(t: TestContext, secrets: number, changes: Partial<SealedSecret> = {}) {
  const path = join(temporaryFolder(t), 'sweep.db');
  const onSweepError = (error: unknown) => assert.fail(String(error));
  const { secrets: store, close } = openSqliteStore({ path, policy: POLICY, now: () => START_MS, onSweepError });
  const rows = Array.from({ length: secrets }, () => sample(changes));
  await Promise.all(rows.map(({ secret, metadata }) => store.put(secret, metadata)));
  const database = new DatabaseSync(path);
  t.after(async () => {
    database.close();
    await close();
  });
  const count = (from: string) => Number(database.prepare(`SELECT count(*) AS n FROM ${from}`).get()?.n);
  return { store, rows, database, count, sweep: createSweep(database) };
}

test('a sweep handles five hundred rows of a kind at most and says when there are more', async (t) => {
  const { sweep, count } = await stage(t, MANY);
  const kinds = [
    { from: 'secret WHERE sender_copy IS NOT NULL', atMs: COPY_UNTIL_MS },
    { from: 'secret WHERE content IS NOT NULL', atMs: START_MS + LIFE_MS },
    { from: 'secret', atMs: START_MS + 2 * LIFE_MS },
  ];
  for (const { from, atMs } of kinds) {
    const steps = [1, 2, 3].map(() => [sweep(atMs), count(from)]);
    assert.deepEqual(
      steps,
      [
        [true, 100],
        [false, 0],
        [false, 0],
      ],
      from,
    );
  }
});

test('of records that end, too, five hundred go in one step', async (t) => {
  const { sweep, count } = await stage(t, MANY);
  sweep(START_MS + 2 * LIFE_MS);
  assert.equal(count('metadata'), 100);
  sweep(START_MS + 2 * LIFE_MS);
  assert.equal(count('metadata'), 0);
});

test('exactly five hundred may be all there were, so it is looked once more', async (t) => {
  const { sweep } = await stage(t, 500);
  assert.deepEqual([sweep(COPY_UNTIL_MS), sweep(COPY_UNTIL_MS)], [true, false]);
});

test('a row is due for the sweep when the next part of it is over, and not again before', async (t) => {
  const { sweep, database, rows } = await stage(t, 1);
  const [{ secret } = assert.fail()] = rows;
  const dueAfter = (nowMs: number) => {
    sweep(nowMs);
    return Number(database.prepare('SELECT sweep_at_ms FROM secret').get()?.sweep_at_ms);
  };
  assert.equal(dueAfter(START_MS), COPY_UNTIL_MS);
  assert.equal(dueAfter(COPY_UNTIL_MS), secret.expiresAtMs);
  assert.equal(dueAfter(secret.expiresAtMs), secret.recordExpiresAtMs);
});

test('what was read, or has no copy for its sender, is due when there is something to remove', async (t) => {
  const { store, database, rows } = await stage(t, 2, { senderCopy: null });
  const [read, waiting] = rows.map(({ secret }) => secret) as [SealedSecret, SealedSecret];
  await store.claim(read.id, { proofHash: RIGHT, claimantHash: null }, START_MS);
  const dueOf = (id: string) =>
    Number(database.prepare('SELECT sweep_at_ms FROM secret WHERE id = ?').get(id)?.sweep_at_ms);
  assert.equal(dueOf(waiting.id), waiting.expiresAtMs);
  assert.equal(dueOf(read.id), read.recordExpiresAtMs);
});

test('what ends a secret takes content and copy out of the file at once, without waiting for a sweep', async (t) => {
  const { store, database, rows } = await stage(t, 3);
  const [read, burned, swept] = rows.map(({ secret }) => secret) as [SealedSecret, SealedSecret, SealedSecret];
  await store.claim(read.id, { proofHash: RIGHT, claimantHash: null }, START_MS);
  await store.burn(burned.id, { proofHash: RIGHT }, 'sender', START_MS);
  await Array.fromAsync(store.burnUnread({ kind: 'ids', ids: [swept.id] }, START_MS));
  const left = database.prepare('SELECT content, sender_copy, sender_until_ms FROM secret').all();
  assert.deepEqual(
    left.map((row) => Object.values(row)),
    [1, 2, 3].map(() => [null, null, null]),
  );
});

test('what is kept for its claimant is so without the copy of its sender', async (t) => {
  const { store, database, rows } = await stage(t, 1);
  const [{ secret }] = rows as [(typeof rows)[number]];
  const claimantHash = Buffer.alloc(32, 7);
  await store.claim(secret.id, { proofHash: RIGHT, claimantHash, redeliveryMs: 60_000 }, START_MS);
  const left = database.prepare('SELECT content IS NULL, sender_copy, sender_until_ms FROM secret').get();
  assert.deepEqual(Object.values(left ?? {}), [0, null, null]);
});

test('who disowns a secret leaves nothing in its row that leads back', async (t) => {
  const { store, database } = await stage(t, 1, { ownerTag: 'leaver', ownerCopy: Buffer.from('copy') });
  await store.disown('leaver');
  const row = database.prepare('SELECT owner_tag, owner_copy FROM secret').get();
  assert.deepEqual({ ...row }, { owner_tag: null, owner_copy: null });
});

test('while an owner of many secrets is forgotten others write', async (t) => {
  const { store, count } = await stage(t, MANY, { ownerTag: 'leaver', ownerCopy: Buffer.from('copy') });
  const leaving = store.disown('leaver');
  const { secret, metadata } = sample();
  await store.put(secret, metadata);
  assert.ok(count("secret WHERE owner_tag = 'leaver'") >= 200, 'one has not waited for all of them');
  await leaving;
  assert.equal(count("secret WHERE owner_tag = 'leaver'"), 0);
  assert.equal(count('secret'), MANY + 1);
});

test('a copy that would outlive its secret is over with it', async (t) => {
  const { sweep, database } = await stage(t, 1, {
    senderCopy: { sealed: Buffer.from('copy'), untilMs: START_MS + LIFE_MS + 1 },
  });
  sweep(START_MS + LIFE_MS);
  const row = database.prepare('SELECT content, sender_copy, sender_until_ms FROM secret').get();
  assert.deepEqual({ ...row }, { content: null, sender_copy: null, sender_until_ms: null });
});

test('the counts of a day are kept for thirty days', async (t) => {
  const { sweep, count } = await stage(t, 1);
  const midnightMs = START_MS - (START_MS % DAY_MS);
  sweep(midnightMs + 31 * DAY_MS - 1);
  assert.equal(count('day_tally'), 1);
  sweep(midnightMs + 31 * DAY_MS);
  assert.equal(count('day_tally'), 0);
});
