import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import type { Whose } from '#src/features/secrets/secret-store.ts';
import { createBurnUnread } from '#src/store/sqlite/burn-unread.ts';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import { temporaryFolder } from '../support/temp.ts';
import { POLICY, START_MS, sample } from './sealed-sample.ts';

const OVER = 5_000;
const NOW = START_MS + 1_000;
const [ownerTag, domainTag] = ['owner', 'domain'];

/** A file with three unread secrets, before, between and after thousands that are over, all made in one instant. */
async function stage(t: TestContext) {
  const path = join(temporaryFolder(t), 'burn.db');
  const onSweepError = (error: unknown) => assert.fail(String(error));
  const store = openSqliteStore({ path, policy: POLICY, now: () => START_MS, onSweepError });
  const database = new DatabaseSync(path);
  t.after(async () => {
    database.close();
    await store.close();
  });
  const unread: string[] = [];
  const put = async () => {
    const { secret, metadata } = sample({ ownerTag, domainTag });
    await store.secrets.put(secret, metadata);
    unread.push(secret.id);
  };
  await put();
  cloneAsOver(database, 0);
  await put();
  cloneAsOver(database, OVER / 2);
  await put();
  const ids = database.prepare('SELECT id FROM secret ORDER BY rowid').all() as { id: never }[];
  return { database, unread, ids: ids.map(({ id }) => id) };
}

function cloneAsOver(database: DatabaseSync, from: number): void {
  const columns = database.prepare('PRAGMA table_info(secret)').all();
  const names = columns.map(({ name }) => String(name));
  const values = names.map((name) => ({ id: "'over-' || (i + ?1)", life: "'burned'", content: 'NULL' })[name] ?? name);
  database
    .prepare(
      `INSERT INTO secret (${names}) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
         SELECT ${values} FROM n, (SELECT * FROM secret LIMIT 1)`,
    )
    .run(from, OVER / 2);
}

const kinds: Readonly<Record<Whose['kind'], (ids: never[]) => Whose>> = {
  all: () => ({ kind: 'all' }),
  owner: () => ({ kind: 'owner', ownerTag }),
  domain: () => ({ kind: 'domain', domainTag }),
  ids: (ids) => ({ kind: 'ids', ids }),
};

for (const [kind, whoseOf] of Object.entries(kinds)) {
  test(`sqlite: where few are unread of ${kind}, one transaction looks at two thousand rows at most`, async (t) => {
    const { database, unread, ids } = await stage(t);
    let transactions = 0;
    const burnUnread = createBurnUnread(database, async (write) => {
      transactions += 1;
      return write();
    });
    const counts: number[] = [];
    for await (const count of burnUnread(whoseOf(ids), NOW)) counts.push(count);
    assert.deepEqual(counts, [1, 1, 1]);
    assert.ok(transactions >= ids.length / 2_000, `${transactions}`);
    const burned = database.prepare("SELECT id FROM secret WHERE burned_by = 'operator' ORDER BY rowid").all();
    assert.deepEqual(
      burned.map(({ id }) => id),
      unread,
    );
  });
}

test('sqlite: what is unread is found by the index of its kind, in the order of that index', async (t) => {
  const { database } = await stage(t);
  const prepare = t.mock.method(database, 'prepare');
  createBurnUnread(database, async (write) => write());
  const looks = prepare.mock.calls.map(({ arguments: [sql] }) => sql).filter((sql) => sql.startsWith('SELECT'));
  prepare.mock.restore();
  const plans = looks.map((sql) => database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all());
  assert.deepEqual(
    plans.map((steps) => steps.map(({ detail }) => String(detail)).filter((step) => /secret|ORDER BY/.test(step))),
    [
      ['SEARCH secret USING INTEGER PRIMARY KEY (rowid>?)'],
      ['SEARCH secret USING INDEX secret_owner (owner_tag=? AND created_at_ms>?)'],
      ['SEARCH secret USING INDEX secret_domain (domain_tag=? AND rowid>?)'],
      ['SEARCH secret USING INDEX sqlite_autoindex_secret_1 (id=?)', 'USE TEMP B-TREE FOR ORDER BY'],
    ],
  );
});
