import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { secretIdOf } from '#src/crypto/ids.ts';
import { contentOf, type Shared } from '../durability/client.ts';
import { openSite, type Site, signedIn, signUp } from './stores.ts';

type Row = Readonly<Record<string, SQLInputValue>>;

test('whoever can write the store gets no content to another link: what is sealed opens in its own row alone', async (t) => {
  const site = await openSite(t, 'SQLite');
  const { client } = site;
  const [theirs, own] = [await client.share('theirs'), await client.share('own')];
  const database = openFile(t, site);
  const [victim, thief] = [rowOf(database, theirs), rowOf(database, own)];
  for (const columns of [['content'], ['content', 'facts', 'proof_hash', 'sender_copy']]) {
    writeRow(database, { ...thief, ...Object.fromEntries(columns.map((name) => [name, victim[name] ?? null])) });
    const answer = await client.reveal(own.secretKey);
    assert.equal(contentOf(answer), null, columns.join());
    assert.equal(answer.body.includes('theirs'), false);
  }
  assert.equal(contentOf(await client.reveal(theirs.secretKey)), 'theirs');
});

test('whoever can write the store can bring back what was read, for whoever has its link', async (t) => {
  const site = await openSite(t, 'SQLite');
  const shared = await site.client.share('read');
  const database = openFile(t, site);
  const copy = rowOf(database, shared);
  assert.equal(contentOf(await site.client.reveal(shared.secretKey)), 'read');
  assert.equal(contentOf(await site.client.reveal(shared.secretKey)), null);
  writeRow(database, copy);
  assert.equal(contentOf(await site.client.reveal(shared.secretKey)), 'read');
});

test('whoever can write the store can make anybody an administrator, and sign in as anybody', async (t) => {
  const site = await openSite(t, 'SQLite');
  await signUp(site.client, 'ann@example.org');
  const { cookie } = await signedIn(site.client, 'ann@example.org');
  const look = async () => (await site.client.ask('/api/v2/colonel', { headers: { Cookie: cookie } })).status;
  assert.equal(await look(), 404);
  const database = openFile(t, site);
  database.exec("UPDATE customer SET role = 'colonel'");
  assert.equal(await look(), 200);
  await signUp(site.client, 'thief@example.org', 'the password of a thief');
  const hash = "(SELECT password_hash FROM customer WHERE custid = 'thief@example.org')";
  database.exec(`UPDATE customer SET password_hash = ${hash} WHERE custid = 'ann@example.org'`);
  await signedIn(site.client, 'ann@example.org', '/account', 'the password of a thief');
});

/** The file of the running site, as somebody else on its machine opens it. */
function openFile(t: TestContext, { folder }: Site): DatabaseSync {
  const database = new DatabaseSync(join(folder, 'hushlink.db'), { timeout: 5000 });
  t.after(() => database.close());
  return database;
}

function rowOf(database: DatabaseSync, { secretKey }: Shared): Row {
  const row = database.prepare('SELECT * FROM secret WHERE id = ?').get(idOf(secretKey));
  assert.ok(row);
  return row as Row;
}

function writeRow(database: DatabaseSync, row: Row): void {
  const names = Object.keys(row);
  const places = names.map(() => '?').join(', ');
  database.prepare(`INSERT OR REPLACE INTO secret (${names.join(', ')}) VALUES (${places})`).run(...Object.values(row));
}

function idOf(secretKey: string): string {
  return secretIdOf(secretKey as Parameters<typeof secretIdOf>[0]);
}
