import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { type Disk, openDisk } from '#src/store/sqlite/disk.ts';
import type { RowName } from '#src/store/sqlite/disk-work.ts';
import { createCommitter } from '#src/store/sqlite/group-commit.ts';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import { StoreUnavailable } from '#src/store-unavailable.ts';
import { runChild } from '../support/children.ts';
import { temporaryFolder } from '../support/temp.ts';
import { raceRandomSteps } from './race.ts';
import { POLICY, START_MS, sample } from './sealed-sample.ts';
import { secretStoreContract } from './secret-store.contract.ts';

const folder = temporaryFolder({ after });
const open = (path: string) =>
  openSqliteStore({
    ...{ path, policy: POLICY, now: () => START_MS, hasDiskThreads: true },
    onSweepError: (error) => assert.fail(String(error)),
  });
const path = join(folder, 'contract.db');
const [store, sameFile] = [open(path), open(path)];
after(() => Promise.all([store.close(), sameFile.close()]));

secretStoreContract('sqlite with threads for the disk', () => store.secrets);

test('sqlite with threads for the disk: one order explains every answer of two handles on one file', async () => {
  await raceRandomSteps([store.secrets, sameFile.secrets], 500);
});

/** A disk that brings nothing anywhere until it is told to. */
function slowDisk() {
  const asked: PromiseWithResolvers<void>[] = [];
  const renewals: PromiseWithResolvers<void>[] = [];
  const waitIn = (queue: PromiseWithResolvers<void>[]) => () => {
    const one = Promise.withResolvers<void>();
    queue.push(one);
    return one.promise;
  };
  return { asked, renewals, sync: waitIn(asked), renew: waitIn(renewals) };
}

function committerOn(disk: Pick<Disk, 'sync' | 'renew'>) {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE note (text TEXT)');
  const insert = database.prepare('INSERT INTO note VALUES (?)');
  const groups: number[] = [];
  const committer = createCommitter(database, {
    ...{ misplaced: () => null, refusal: () => null, busyMs: 0, looseBusyMs: 0, isSynchronous: false, disk },
    onCommitted: (writes) => groups.push(writes),
  });
  const write = (text: string) => committer.commit(() => void insert.run(text));
  const count = () => Number(database.prepare('SELECT COUNT(*) AS count FROM note').get()?.count);
  return { committer, groups, write, count };
}

const turns = async (count: number) => {
  for (let at = 0; at < count; at += 1) await new Promise((resolve) => setImmediate(resolve));
};

test('nobody is answered before the disk has it, and what comes meanwhile is the next group', async () => {
  const disk = slowDisk();
  const { groups, write } = committerOn(disk);
  const answered: string[] = [];
  const noted = (text: string) => write(text).then(() => answered.push(text));
  const first = noted('a');
  await turns(3);
  const later = ['b', 'c', 'd'].map(noted);
  await turns(3);
  assert.deepEqual([answered, groups], [[], [1]]);
  disk.asked[0]?.resolve();
  await first;
  await turns(3);
  assert.deepEqual([answered, groups], [['a'], [1, 3]]);
  disk.asked[1]?.resolve();
  await Promise.all(later);
  assert.deepEqual(answered, ['a', 'b', 'c', 'd']);
});

const isRefused = (isUnchanged: boolean) => (error: unknown) =>
  error instanceof StoreUnavailable && error.isUnchanged === isUnchanged;

async function failOnce(disk: ReturnType<typeof slowDisk>, write: (text: string) => Promise<void>) {
  const lost = write('lost');
  await turns(2);
  disk.asked[0]?.reject(new Error('EIO'));
  await assert.rejects(lost, isRefused(false));
}

test('where the disk fails nobody is told that it was written, or that it was not; it renews the log and goes on', async () => {
  const disk = slowDisk();
  const { groups, write, count } = committerOn(disk);
  await failOnce(disk, write);
  const next = write('b');
  await turns(3);
  assert.deepEqual([groups, disk.renewals.length], [[1], 1], 'nothing is written behind what may be missing');
  disk.renewals[0]?.resolve();
  await turns(3);
  disk.asked[1]?.resolve();
  await next;
  const after = write('c');
  await turns(3);
  disk.asked[2]?.resolve();
  await after;
  assert.deepEqual([count(), disk.renewals.length], [3, 1]);
});

test('as long as the log cannot be renewed nothing is written, and each write has it tried again', async () => {
  const disk = slowDisk();
  const { committer, groups, write, count } = committerOn(disk);
  await failOnce(disk, write);
  for (const at of [0, 1]) {
    const refused = [write('b'), write('c')];
    await turns(3);
    disk.renewals[at]?.reject(new Error('EIO'));
    for (const one of refused) await assert.rejects(one, isRefused(true));
  }
  assert.deepEqual([groups, disk.renewals.length, committer.isFailing()], [[1], 2, true]);
  const closing = [write('d'), committer.drain()];
  await turns(3);
  disk.renewals[2]?.resolve();
  await turns(3);
  disk.asked[1]?.resolve();
  await Promise.all(closing);
  assert.deepEqual([count(), committer.isFailing()], [2, false]);
});

test('a log is renewed when all of it is in the database, which somebody who reads it prevents', async (t) => {
  const file = join(folder, 'renewed.db');
  const open = () => new DatabaseSync(file);
  const [database, reader] = [open(), open()];
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE note (text TEXT)');
  const disk = openDisk({ path: file, busyMs: 50 });
  t.after(() => disk.close().then(() => [database, reader].map((one) => one.close())));
  reader.exec('BEGIN; SELECT * FROM note');
  database.exec("INSERT INTO note VALUES ('in the log')");
  await assert.rejects(disk.renew(), /still reads/);
  assert.ok(!readFileSync(file).includes('in the log'));
  reader.exec('COMMIT');
  await disk.renew();
  assert.equal(statSync(`${file}-wal`).size, 0);
  assert.ok(readFileSync(file).includes('in the log'));
});

test('work that wants no write meanwhile waits for the one under way, and the next waits for it', async () => {
  const disk = slowDisk();
  const { committer, groups, write } = committerOn(disk);
  const before = write('a');
  await turns(2);
  const work = Promise.withResolvers<void>();
  let isWorking = false;
  const alone = committer.alone(() => {
    isWorking = true;
    return work.promise;
  });
  await turns(2);
  assert.equal(isWorking, false);
  disk.asked[0]?.resolve();
  await before;
  await turns(2);
  assert.equal(isWorking, true);
  const behind = write('b');
  await turns(3);
  assert.deepEqual(groups, [1]);
  work.resolve();
  await alone;
  await turns(3);
  disk.asked[1]?.resolve();
  await behind;
  assert.deepEqual(groups, [1, 1]);
});

test('closing waits for what is under way, and writes what still waits', async () => {
  const disk = slowDisk();
  const { committer, write, count } = committerOn(disk);
  const writes = [write('a')];
  await turns(2);
  writes.push(write('b'));
  const drained = committer.drain();
  disk.asked[0]?.resolve();
  await writes[0];
  await turns(3);
  disk.asked[1]?.resolve();
  await Promise.all([...writes, drained]);
  assert.equal(count(), 2);
});

test('the log is moved into the database while writes go on, and begins anew', async () => {
  const file = join(folder, 'busy.db');
  const busy = open(file);
  // Bytes 12 to 15 of the log count how often it was begun anew (sqlite.org/fileformat, 4.1).
  const begunAnew = () => {
    const log = readFileSync(`${file}-wal`);
    return log.length > 16 && log.readUInt32BE(12) > 0;
  };
  // Fifty times do where the disk keeps up with the writes.
  while (!begunAnew()) {
    const rows = Array.from({ length: 100 }, () => sample());
    await Promise.all(rows.map(({ secret, metadata }) => busy.secrets.put(secret, metadata)));
  }
  await busy.close();
});

test('closing waits for threads that are being ended, also where an answer comes in meanwhile', async () => {
  const loader = import.meta.resolve('#src/build/loader.mjs');
  const script = join(import.meta.dirname, 'disk-closed.ts');
  const { code, stdout } = await runChild(process.execPath, ['--import', loader, script, join(folder, 'closed.db')]);
  assert.deepEqual([code, stdout], [0, 'closed']);
});

test('a thread that dies fails what it was asked, and nothing that is asked from then on', async (t) => {
  const file = join(folder, 'died.db');
  const database = new DatabaseSync(file);
  database.exec('CREATE TABLE secret (id, version); CREATE TABLE metadata (id, record_expires_at_ms)');
  const disk = openDisk({ path: file, busyMs: 50 });
  t.after(() => disk.close().then(() => database.close()));
  const few: RowName[] = [['secret', 'a']];
  // More than the memory of a thread has room for.
  const many = Array.from({ length: 400_000 }, (_, at): RowName => ['secret', String(at)]);
  await assert.rejects(disk.find(many));
  await Promise.all([disk.find(few), disk.find(few), disk.find(few)]);
});

test('a sweep that closing breaks off is no error', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  for (let round = 0; round < 5; round += 1) {
    const file = join(folder, `swept-${round}.db`);
    const closing = open(file);
    const rows = Array.from({ length: 300 }, () => sample());
    await Promise.all(rows.map(({ secret, metadata }) => closing.secrets.put(secret, metadata)));
    const before = statSync(file).size;
    t.mock.timers.tick(20_000);
    while (statSync(file).size === before) await turns(1);
    await closing.close();
  }
});
