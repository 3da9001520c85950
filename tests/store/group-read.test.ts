import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { createGroupRead } from '#src/store/sqlite/group-read.ts';

function rowsOf(...names: readonly string[]) {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE row (name TEXT PRIMARY KEY) STRICT');
  for (const name of names) database.prepare('INSERT INTO row VALUES (?)').run(name);
  const find = database.prepare('SELECT name FROM row WHERE name = ?');
  return { database, find: (name: string) => find.get(name)?.name };
}

test('who asks in one turn is answered from one transaction, each with its own', async () => {
  const { database, find } = rowsOf('a', 'b');
  const read = createGroupRead(database);
  const seen: boolean[] = [];
  const answers = ['a', 'b', 'c'].map((name) =>
    read(() => {
      seen.push(database.isTransaction);
      return find(name);
    }),
  );
  assert.deepEqual(seen, []);
  assert.deepEqual(await Promise.all(answers), ['a', 'b', undefined]);
  assert.deepEqual(seen, [true, true, true]);
  assert.equal(database.isTransaction, false);
  assert.equal(await read(() => find('b')), 'b');
});

test('a query that fails fails alone', async () => {
  const { database, find } = rowsOf('a');
  const read = createGroupRead(database);
  const failing = read(() => database.prepare('SELECT nothing FROM nowhere').get());
  const [refused, found] = await Promise.allSettled([failing, read(() => find('a'))]);
  assert.equal(refused.status === 'rejected' && refused.reason.name, 'StoreUnavailable');
  assert.equal(found.status === 'fulfilled' && found.value, 'a');
});

test('a transaction that could not be ended stands in nobody’s way', async () => {
  const { database, find } = rowsOf('a');
  database.exec('CREATE TABLE part (row TEXT REFERENCES row DEFERRABLE INITIALLY DEFERRED)');
  const read = createGroupRead(database);
  // What it refers to is looked for at the end of the transaction.
  const ended = read(() => database.prepare("INSERT INTO part VALUES ('nobody')").run());
  await assert.rejects(ended, { name: 'StoreUnavailable' });
  assert.equal(await read(() => find('a')), 'a');
});

test('where the database cannot be read everybody is told so', async () => {
  const { database, find } = rowsOf('a');
  const read = createGroupRead(database);
  const answers = [read(() => find('a')), read(() => find('b'))];
  database.close();
  for (const answer of answers) await assert.rejects(answer, { name: 'StoreUnavailable' });
});
