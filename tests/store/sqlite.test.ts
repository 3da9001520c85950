import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { NOBODY } from '#src/features/accounts/account-store.ts';
import { ATTEMPT_LIFE_MS } from '#src/features/accounts/attempt-store.ts';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import { createSweep } from '#src/store/sqlite/sweep.ts';
import { temporaryFolder } from '../support/temp.ts';
import { sampleCustomer, sampleReset } from './account-sample.ts';
import { accountStoreContract } from './account-store.contract.ts';
import { attemptStoreContract } from './attempt-store.contract.ts';
import { raceRandomSteps } from './race.ts';
import { LIFE_MS, POLICY, RIGHT, START_MS, sample } from './sealed-sample.ts';
import { secretStoreContract } from './secret-store.contract.ts';

const path = join(temporaryFolder({ after }), 'contract.db');
const open = (file = path) =>
  openSqliteStore({
    path: file,
    policy: POLICY,
    now: () => START_MS,
    onSweepError: (error) => assert.fail(String(error)),
  });
const [store, sameFile] = [open(), open()];
after(() => Promise.all([store.close(), sameFile.close()]));

secretStoreContract('sqlite', () => store.secrets);
accountStoreContract('sqlite', () => store.accounts);
attemptStoreContract('sqlite', () => store.attempts);

test('sqlite: whatever races, over two handles on one file, one order explains every answer', async () => {
  await raceRandomSteps([store.secrets, sameFile.secrets], 2000);
});

test('sqlite: a commit is a full synchronous write, and deleted content is overwritten', () => {
  const database = new DatabaseSync(path);
  const pragma = (name: string) => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0];
  assert.equal(pragma('journal_mode'), 'wal');
  database.close();
  const source = readFileSync(join(import.meta.dirname, '../../src/store/sqlite/open.ts'), 'utf8');
  assert.match(source, /synchronous = FULL/);
  assert.match(source, /secure_delete = ON/);
});

test('sqlite: the writes of one turn share one transaction', async (t) => {
  // No sweep moves the log meanwhile.
  t.mock.timers.enable({ apis: ['setInterval'] });
  const folder = temporaryFolder(t);
  const own = open(join(folder, 'group.db'));
  const reader = new DatabaseSync(join(folder, 'group.db'));
  const rows = Array.from({ length: 50 }, () => sample());
  const versionBefore = reader.prepare('PRAGMA data_version').get();
  await Promise.all(rows.map(({ secret, metadata }) => own.secrets.put(secret, metadata)));
  const frames = statSync(join(folder, 'group.db-wal')).size;
  assert.notDeepEqual(reader.prepare('PRAGMA data_version').get(), versionBefore);
  // One by one, each commit would write its pages again: well over twice as much.
  const together = frames;
  for (let at = 0; at < 50; at += 1) {
    const { secret, metadata } = sample();
    await own.secrets.put(secret, metadata);
  }
  const alone = statSync(join(folder, 'group.db-wal')).size - together;
  assert.ok(alone > 2 * together, `${alone} bytes one by one, ${together} together`);
  reader.close();
  await own.close();
});

test('sqlite: one refused write of a group does not take the others with it', async () => {
  const [first, second] = [sample(), sample()];
  await store.secrets.put(first.secret, first.metadata);
  const outcomes = await Promise.allSettled([
    store.secrets.put(first.secret, sample().metadata),
    store.secrets.put(second.secret, second.metadata),
  ]);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['rejected', 'fulfilled'],
  );
  assert.equal((await store.secrets.look(second.secret.id, START_MS))?.life, 'live');
});

test('sqlite: the sweep removes copies, contents and records when their time is over, and nothing sooner', async (t) => {
  const file = join(temporaryFolder(t), 'sweep.db');
  const own = open(file);
  const { secret, metadata } = sample();
  await own.secrets.put(secret, metadata);
  const database = new DatabaseSync(file);
  const sweep = createSweep(database);
  const left = (nowMs: number) => {
    sweep(nowMs);
    const row = database.prepare('SELECT content, sender_copy FROM secret').get();
    return [row?.content != null, row?.sender_copy != null, row !== undefined];
  };
  assert.deepEqual(left(secret.senderCopy!.untilMs - 1), [true, true, true]);
  assert.deepEqual(left(secret.senderCopy!.untilMs), [true, false, true]);
  assert.deepEqual(left(secret.expiresAtMs - 1), [true, false, true]);
  assert.deepEqual(left(secret.expiresAtMs), [false, false, true]);
  assert.deepEqual(left(secret.recordExpiresAtMs - 1), [false, false, true]);
  assert.deepEqual(left(secret.recordExpiresAtMs), [false, false, false]);
  assert.equal(database.prepare('SELECT count(*) AS n FROM metadata').get()?.n, 0);
  database.close();
  await own.close();
});

test('sqlite: claimed content is in neither the file nor its log once the store is closed', async (t) => {
  const folder = temporaryFolder(t);
  const own = open(join(folder, 'erase.db'));
  const mark = Buffer.from('MARKED-CONTENT-'.repeat(20));
  const { secret, metadata } = sample({ content: mark, senderCopy: null });
  await own.secrets.put(secret, metadata);
  assert.ok(readFileSync(join(folder, 'erase.db-wal')).includes('MARKED-CONTENT'));
  await own.secrets.claim(secret.id, { proofHash: RIGHT, claimantHash: null }, START_MS);
  await own.close();
  assert.equal(readFileSync(join(folder, 'erase.db')).includes('MARKED-CONTENT'), false);
});

test('sqlite: the sweep removes reset keys and counts of tries when their time is over', async (t) => {
  const file = join(temporaryFolder(t), 'people.db');
  const own = open(file);
  const reset = sampleReset(NOBODY);
  await own.accounts.keepReset(reset);
  await own.attempts.begin([{ name: 'x', freeTries: 1, tries: 2 }], { firstDelayMs: 1, maxDelayMs: 1 }, START_MS);
  const database = new DatabaseSync(file);
  const sweep = createSweep(database);
  const left = (nowMs: number) => {
    sweep(nowMs);
    return ['reset', 'attempt'].map((table) => database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n);
  };
  assert.deepEqual(left(reset.expiresAtMs - 1), [1, 1]);
  assert.deepEqual(left(reset.expiresAtMs), [0, 1]);
  assert.deepEqual(left(START_MS + ATTEMPT_LIFE_MS - 1), [0, 1]);
  assert.deepEqual(left(START_MS + ATTEMPT_LIFE_MS), [0, 0]);
  database.close();
  await own.close();
});

test('sqlite: a sign-up is written to the disk whether the account is new, waits or is in use', async (t) => {
  const file = join(temporaryFolder(t), 'sign-up.db');
  const own = open(file);
  const reader = new DatabaseSync(file);
  const version = () => reader.prepare('PRAGMA data_version').get()?.data_version;
  const customer = sampleCustomer({ isVerified: false });
  for (const expected of ['created', 'renewed', 'known']) {
    const before = version();
    assert.equal(await own.accounts.register(customer, 'another hash'), expected);
    assert.notEqual(version(), before, expected);
    if (expected === 'renewed') await own.accounts.verify(customer.custid, { isMailProven: true, epoch: null });
  }
  reader.close();
  await own.close();
});

test('sqlite: a file of an older minor release gets the tables it lacks, and says so', async (t) => {
  const file = join(temporaryFolder(t), 'older.db');
  await open(file).close();
  const database = new DatabaseSync(file);
  database.exec("DROP TABLE customer; UPDATE site SET value = '1.0' WHERE name = 'schema'");
  const own = open(file);
  assert.equal(await own.accounts.create(sampleCustomer()), true);
  assert.match(String(database.prepare("SELECT value FROM site WHERE name = 'schema'").get()?.value), /^1\.(?!0$)\d/);
  database.close();
  await own.close();
});

test('sqlite: a file of schema 1.4 keeps its secrets, whose first reading can be noted', async (t) => {
  const file = join(temporaryFolder(t), 'older.db');
  const { secret, metadata } = sample();
  const older = open(file);
  await older.secrets.put(secret, metadata);
  await older.close();
  const database = new DatabaseSync(file);
  database.exec("ALTER TABLE secret DROP COLUMN viewed_at_ms; UPDATE site SET value = '1.4' WHERE name = 'schema'");
  database.close();
  const own = open(file);
  assert.equal((await own.secrets.look(secret.id, START_MS))?.viewedAtMs, null);
  assert.equal(await own.secrets.markViewed(secret.id, START_MS), true);
  assert.equal((await own.secrets.look(secret.id, START_MS))?.viewedAtMs, START_MS);
  await own.close();
});

test('sqlite: a file that a newer major release wrote is refused with a hint', async (t) => {
  const file = join(temporaryFolder(t), 'newer.db');
  await open(file).close();
  const database = new DatabaseSync(file);
  database.exec("UPDATE site SET value = '2.0' WHERE name = 'schema'");
  database.close();
  assert.throws(() => open(file), /schema 2\.0.*hint/s);
});

test('sqlite: many rows expire in steps, none is left over', async (t) => {
  const file = join(temporaryFolder(t), 'many.db');
  const own = open(file);
  await Promise.all(
    Array.from({ length: 1200 }, () => sample()).map(({ secret, metadata }) => own.secrets.put(secret, metadata)),
  );
  const database = new DatabaseSync(file);
  const sweep = createSweep(database);
  let steps = 1;
  while (sweep(START_MS + 2 * LIFE_MS)) steps += 1;
  assert.ok(steps >= 3);
  assert.equal(database.prepare('SELECT count(*) AS n FROM secret').get()?.n, 0);
  database.close();
  await own.close();
});

test('a sweep that is under way when the store is closed is no failure', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const failures: unknown[] = [];
  const path = join(temporaryFolder(t), 'hushlink.db');
  const own = openSqliteStore({ path, policy: POLICY, now: () => START_MS, onSweepError: (e) => failures.push(e) });
  t.mock.timers.tick(60_000);
  await own.close();
  await new Promise(setImmediate);
  assert.deepEqual(failures, []);
});
