import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { type CommitterOptions, createCommitter } from '#src/store/sqlite/group-commit.ts';
import { isBusy } from '#src/store/sqlite/result-codes.ts';
import { StoreUnavailable } from '#src/store-unavailable.ts';
import { type Cleanup, temporaryFolder } from '../support/temp.ts';

/** Long enough to see somebody wait, and to give up within a test. */
const BRIEF_MS = 40;
const LONG_MS = 60_000;

/** A table of notes, two handles on its file, and a committer on the first. */
function stage(t: Cleanup, options: Partial<CommitterOptions> = {}) {
  const path = join(temporaryFolder(t), 'notes.db');
  const open = () => {
    const database = new DatabaseSync(path, { timeout: 0 });
    t.after(() => database.close());
    return database;
  };
  const [database, other] = [open(), open()];
  database.exec(`
    PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON;
    CREATE TABLE note (text TEXT PRIMARY KEY);
    CREATE TABLE reply (note TEXT REFERENCES note (text) DEFERRABLE INITIALLY DEFERRED);
  `);
  const groups: number[] = [];
  const committer = createCommitter(database, {
    ...{ misplaced: () => null, refusal: () => null, isSynchronous: true, busyMs: LONG_MS, looseBusyMs: 0, disk: null },
    onCommitted: (writes) => groups.push(writes),
    ...options,
  });
  const insert = database.prepare('INSERT INTO note VALUES (?)');
  return {
    ...{ database, other, committer, groups },
    note: (text: string) => () => void insert.run(text),
    /** Nothing is wrong with it until the transaction ends. */
    replyToNobody: () => void database.exec("INSERT INTO reply VALUES ('nobody')"),
    notes: () =>
      other
        .prepare('SELECT text FROM note ORDER BY text')
        .all()
        .map(({ text }) => text),
    synchronous: () => database.prepare('PRAGMA synchronous').get()?.synchronous,
  };
}

const isUnavailable = (error: unknown) =>
  error instanceof StoreUnavailable && error.isUnchanged && error.message.includes('transaction');

const turns = async (count: number) => {
  for (let at = 0; at < count; at += 1) await new Promise((resolve) => setImmediate(resolve));
};

test('a write that throws fails alone, with its own error, and leaves nothing of itself', async (t) => {
  const { committer, groups, note, notes } = stage(t);
  const own = new Error('its own');
  const done = [
    committer.commit(note('a')),
    committer.commit(() => {
      note('b')();
      throw own;
    }),
    committer.commit(note('c')),
  ];
  const outcomes = await Promise.allSettled(done);
  assert.deepEqual(
    outcomes.map((one) => (one.status === 'rejected' ? one.reason : one.status)),
    ['fulfilled', own, 'fulfilled'],
  );
  assert.deepEqual([notes(), groups], [['a', 'c'], [3]]);
});

test('a transaction that cannot end keeps nothing of all its writes, and the next one is not harmed', async (t) => {
  const { committer, note, notes, replyToNobody } = stage(t);
  const together = [committer.commit(note('a')), committer.commit(replyToNobody)];
  for (const one of together) await assert.rejects(one, isUnavailable);
  await committer.commit(note('b'));
  assert.deepEqual(notes(), ['b']);
});

test('a write by which SQLite undoes all of the transaction fails all of it, and says why', async (t) => {
  const { committer, database, note, notes } = stage(t);
  const full = new Error('database or disk is full');
  // What it does where the disk is full while it makes room in its cache.
  const spill = () => {
    database.exec('ROLLBACK');
    throw full;
  };
  const done = await Promise.allSettled([
    committer.commit(note('a')),
    committer.commit(spill),
    committer.commit(note('c')),
  ]);
  for (const one of done)
    assert.ok(one.status === 'rejected' && isUnavailable(one.reason) && one.reason.cause === full);
  await committer.commit(note('d'));
  assert.deepEqual(notes(), ['d']);
});

test('it is failing until a transaction that changes something is kept', async (t) => {
  const { committer, note, replyToNobody } = stage(t);
  const seen = [committer.isFailing()];
  await assert.rejects(committer.commit(replyToNobody));
  seen.push(committer.isFailing());
  await committer.commit(() => {});
  seen.push(committer.isFailing());
  await committer.commit(note('a'));
  seen.push(committer.isFailing());
  await committer.commit(() => {});
  assert.deepEqual([...seen, committer.isFailing()], [false, true, true, false, false]);
});

test('it is not failing where nothing was ever to be changed', async (t) => {
  const { committer } = stage(t);
  await committer.commit(() => {});
  assert.equal(committer.isFailing(), false);
});

test('what closes the database refuses every write but one that goes past it, with its own error', async (t) => {
  const closed = new Error('closed');
  const { committer, note, notes } = stage(t, { refusal: () => closed });
  const [refused, loose, past] = [
    committer.commit(note('a')),
    committer.commitLoosely(note('b')),
    committer.commitPast(note('c')),
  ];
  for (const one of [refused, loose]) await assert.rejects(one, (error) => error === closed);
  await past;
  assert.deepEqual(notes(), ['c']);
});

test('while another process has the file some wait, and who has waited long enough is refused unchanged', async (t) => {
  const { committer, other, note, notes } = stage(t, { looseBusyMs: BRIEF_MS });
  other.exec('BEGIN IMMEDIATE');
  const patient = committer.commit(note('a'));
  await assert.rejects(committer.commitLoosely(note('b')), isUnavailable);
  assert.equal(committer.isFailing(), false);
  other.exec('ROLLBACK');
  await patient;
  assert.deepEqual(notes(), ['a']);
});

test('a write that may wait for nobody is refused at once', async (t) => {
  const { committer, other, note } = stage(t, { busyMs: 0 });
  other.exec('BEGIN IMMEDIATE');
  await assert.rejects(committer.commit(note('a')), isUnavailable);
  other.exec('ROLLBACK');
});

test('only counts are not brought to the disk, each by itself or by threads', async (t) => {
  const { committer, synchronous } = stage(t);
  const alone = [
    await committer.commitLoosely(synchronous),
    await committer.commit(synchronous),
    await committer.commitPast(synchronous),
  ];
  const together = await Promise.all([committer.commitLoosely(synchronous), committer.commit(synchronous)]);
  const [normal, full] = [1, 2];
  assert.deepEqual(
    [alone, together],
    [
      [normal, full, full],
      [full, full],
    ],
  );
});

test('where threads bring it to the disk, they are asked for every group but one of counts alone', async (t) => {
  let syncs = 0;
  const sync = async () => {
    syncs += 1;
  };
  const { committer, synchronous } = stage(t, { disk: { sync, renew: sync }, isSynchronous: false });
  const before = synchronous();
  const asked: unknown[] = [];
  const noting = async (...writes: Promise<unknown>[]) => asked.push(...(await Promise.all(writes)), syncs);
  await noting(committer.commitLoosely(synchronous));
  await noting(committer.commit(synchronous));
  await noting(committer.commitPast(synchronous), committer.commitLoosely(synchronous));
  assert.deepEqual(asked, [before, 0, before, 1, before, before, 2]);
});

test('what is asked within one turn is one group, and begins after it', async (t) => {
  const { committer, groups, note } = stage(t);
  const first = [committer.commit(note('a')), committer.commit(note('b'))];
  assert.deepEqual(groups, []);
  await turns(1);
  assert.deepEqual(groups, [2]);
  await Promise.all(first);
  await turns(3);
  assert.deepEqual(groups, [2]);
});

test('draining answers all that waits, and what comes meanwhile', async (t) => {
  let bring = () => {};
  const sync = () => new Promise<void>((resolve) => (bring = resolve));
  const { committer, groups, note, notes } = stage(t, { disk: { sync, renew: sync }, isSynchronous: false });
  const seen: string[] = [];
  const noting = (text: string) => committer.commit(note(text)).then(() => seen.push(text));
  const asked = [noting('a')];
  const drained = committer.drain().then(() => seen.push('drained'));
  assert.deepEqual([groups, seen], [[1], []]);
  asked.push(noting('b'));
  await turns(2);
  assert.deepEqual([groups, seen], [[1], []]);
  bring();
  await turns(2);
  assert.deepEqual([groups, seen], [[1, 1], ['a']]);
  bring();
  await Promise.all([...asked, drained]);
  assert.deepEqual(
    [seen, notes()],
    [
      ['a', 'b', 'drained'],
      ['a', 'b'],
    ],
  );
});

test('there is no transaction where nothing waits', async (t) => {
  const { committer, groups } = stage(t);
  await committer.drain();
  assert.deepEqual(groups, []);
});

test('what is due when somebody wants no transaction waits until they have done', async (t) => {
  const { committer, groups, note } = stage(t);
  const due = committer.commit(note('a'));
  const done = committer.alone(async () => {
    await turns(3);
    assert.deepEqual(groups, []);
  });
  await Promise.all([due, done]);
  assert.deepEqual(groups, [1]);
});

test('the file is taken when SQLite says so, in whichever of its ways', () => {
  const withCode = (errcode: unknown) => Object.assign(new Error('of SQLite'), { errcode });
  const [busy, busySnapshot, locked, full] = [5, 517, 6, 13];
  assert.deepEqual([busy, busySnapshot, locked, full].map(withCode).map(isBusy), [true, true, false, false]);
  assert.deepEqual([new Error('of somebody'), { errcode: busy }, undefined].map(isBusy), [false, false, false]);
});
