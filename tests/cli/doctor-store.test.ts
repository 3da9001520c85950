import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import files, { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { lookAtStore } from '#src/cli/doctor/store.ts';
import { createKeyRing } from '#src/crypto/key-ring.ts';
import { settleKeys } from '#src/features/keys/settling.ts';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import { POLICY } from '../store/sealed-sample.ts';
import { answerInstead } from '../support/system-calls.ts';
import { temporaryFolder } from '../support/temp.ts';
import { examine, openRedis } from './doctor-run.ts';

const siteSecret = randomBytes(32).toString('base64');

function openStore(t: TestContext) {
  const data = temporaryFolder(t);
  chmodSync(data, 0o700);
  const path = join(data, 'hushlink.db');
  const store = openSqliteStore({ path, policy: POLICY, now: () => 0, onSweepError: () => {} });
  return { path, store, env: { HUSHLINK_DATA: data } };
}

test('a database that is not there yet is no fault, and is not made', async (t) => {
  const { code, of } = await examine(t);
  assert.equal(code, 0);
  assert.match(String(of('store')), /^ok SQLite at .*hushlink\.db will be made by the first start$/);
  assert.match(String(of('data')), /^ok .*data will be made by the first start$/);
});

test('a sound database is fine beside a server that has it open, and without one', async (t) => {
  const { store, env } = openStore(t);
  for (const close of [false, true]) {
    if (close) await store.close();
    const { code, of } = await examine(t, env);
    assert.equal(code, 0);
    assert.match(String(of('store')), /^ok SQLite at .*: [\d.]+ KiB, WAL, schema 1\.\d+$/);
    assert.match(String(of('data')), /^ok .* can be written, and read by nobody else$/);
    assert.match(String(of('disk')), /^(?:ok|warn) .*free at /);
  }
});

test('a folder as volumes of containers come, open to the group of the server or of root, is fine', async (t) => {
  const { store, env } = openStore(t);
  await store.close();
  for (const mode of [0o770, 0o2770]) {
    chmodSync(env.HUSHLINK_DATA, mode);
    assert.match(String((await examine(t, env)).of('data')), /^ok /);
  }
  chmodSync(env.HUSHLINK_DATA, 0o771);
  assert.match(String((await examine(t, env)).of('data')), /^warn .* is open to others \(mode 0771\)/);
});

test('a damaged database is found, and so is a file that is none', async (t) => {
  const { store, path, env } = openStore(t);
  await store.close();
  const bytes = readFileSync(path);
  bytes.fill(0xff, 8192, bytes.length - 4096);
  writeFileSync(path, bytes);
  assert.match(String((await examine(t, env)).of('store')), /fail .*(?:is damaged|is no database that can be opened)/);
  writeFileSync(path, 'hello, '.repeat(1000));
  assert.match(String((await examine(t, env)).of('store')), /^fail .*is no database that can be opened \(ERR_SQLITE/);
});

test('of a database that may not be opened nobody is told to restore a backup', async (t) => {
  const { store, path, env } = openStore(t);
  await store.close();
  rmSync(path);
  mkdirSync(path);
  assert.deepEqual((await examine(t, env)).of('store'), [`fail ${path} cannot be opened`]);
});

test('a database of a later release, one that is held and one without WAL are told', async (t) => {
  const { store, path, env } = openStore(t);
  await store.close();
  const database = new DatabaseSync(path);
  t.after(() => database.close());
  database.exec("BEGIN IMMEDIATE; UPDATE site SET value = '9.0' WHERE name = 'schema'; COMMIT");
  assert.match(String((await examine(t, env)).of('store')), /^fail .* has schema 9\.0, this release reads 1\.x$/);
  database.exec("UPDATE site SET value = '1.0' WHERE name = 'schema'; BEGIN IMMEDIATE");
  assert.match(String((await examine(t, env)).of('store')), /^fail .* cannot be written \(ERR_SQLITE/);
  database.exec('ROLLBACK; PRAGMA journal_mode = DELETE');
  assert.match(String((await examine(t, env)).of('store')), /^warn .* is in journal mode delete, not WAL$/);
});

test('a store that a move has closed is told', async (t) => {
  const { store, path, env } = openStore(t);
  const redis = await openRedis(t);
  await store.gate.fill();
  assert.equal((await examine(t, env)).of('store')[0], 'fail This store has only a part of another');
  await store.gate.open();
  await store.gate.close('somebody', 60_000);
  await store.gate.endMoved('somebody', redis.env.HUSHLINK_STORE, 0);
  await store.close();
  const moved = await examine(t, env);
  const said = `fail This store was moved to ${redis.env.HUSHLINK_STORE}`;
  assert.deepEqual([moved.code, moved.of('store')[0]], [1, said]);
  await redis.client.set('hushlink:mark', JSON.stringify({ kind: 'moved', to: `sqlite:${path}`, atMs: 0 }));
  const back = await examine(t, redis.env);
  assert.deepEqual([back.code, back.of('store')[0]], [1, `fail This store was moved to sqlite:${path}`]);
});

test('a store whose site secret is missing, broken or another one is told', async (t) => {
  const { store, env } = openStore(t);
  const file = join(env.HUSHLINK_DATA, 'site-secret');
  writeFileSync(file, siteSecret, { mode: 0o600 });
  const ring = createKeyRing({ siteSecret: Buffer.from(siteSecret, 'base64'), previousSecrets: [], randomBytes });
  await settleKeys(store.keys, ring, 0);
  await store.close();
  const dataOf = async (more = {}) => String((await examine(t, { ...env, ...more })).of('data'));
  assert.match(await dataOf(), /^ok /);
  const other = randomBytes(32).toString('base64');
  assert.equal(await dataOf({ HUSHLINK_SITE_SECRET: other }), 'fail This store belongs to another site secret');
  writeFileSync(file, 'short');
  assert.match(await dataOf(), /^fail .*site-secret must /);
  rmSync(file);
  assert.equal(await dataOf(), `fail ${file} must be there, as this store has a site secret already`);
  assert.equal(existsSync(file), false);
  assert.match(await dataOf({ HUSHLINK_SITE_SECRET: siteSecret }), /^ok /);
});

test('a database or a secret that others can read is told', async (t) => {
  const { store, path, env } = openStore(t);
  await store.close();
  chmodSync(path, 0o644);
  const secret = join(env.HUSHLINK_DATA, 'site-secret');
  writeFileSync(secret, `${siteSecret}\n`, { mode: 0o640 });
  chmodSync(env.HUSHLINK_DATA, 0o755);
  const { of, code, output } = await examine(t, env);
  assert.equal(code, 0);
  assert.deepEqual(
    of('data').map((line) => line.replace(env.HUSHLINK_DATA, 'DATA')),
    [
      'warn DATA is open to others (mode 0755)',
      'warn DATA/site-secret is open to others (mode 0640)',
      'warn DATA/hushlink.db is open to others (mode 0644)',
    ],
  );
  assert.ok(!output.includes(siteSecret));
});

test('a data folder may be made in one that is there, however deep', async (t) => {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, 'a'));
  assert.match(String((await examine(t, { HUSHLINK_DATA: join(folder, 'a/b/c') })).of('data')), /^ok .*will be made/);
});

test('a file in place of the data folder, or above it or the database, is told to be one, as the start does', async (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const told = `fail ${file} is a file`;
  for (const data of [file, join(file, 'inner')]) {
    const { code, of } = await examine(t, { HUSHLINK_DATA: data });
    assert.deepEqual([code, of('data'), of('store')], [1, [told], [told]]);
  }
  const elsewhere = { HUSHLINK_DATA: join(folder, 'data'), HUSHLINK_STORE: `sqlite:${join(file, 'x.db')}` };
  const { code, of } = await examine(t, elsewhere);
  assert.deepEqual([code, of('store')], [1, [told]]);
  assert.match(String(of('data')), /^ok .*will be made/);
});

test('a data folder that cannot be reached is said to be closed, not still to be made', async (t) => {
  const data = join(temporaryFolder(t), 'data');
  symlinkSync(data, data);
  const { of, code } = await examine(t, { HUSHLINK_DATA: data });
  assert.equal(code, 1);
  assert.deepEqual(of('data'), [`fail ${data} cannot be read and written (ELOOP)`]);
  assert.deepEqual(of('store'), [`fail ${join(data, 'hushlink.db')} cannot be opened`]);
});

test('a database in a folder of somebody else is said to be closed', async (t) => {
  const path = join(temporaryFolder(t), 'hushlink.db');
  // To root no folder is closed.
  answerInstead(t, files, 'statSync', () => {
    throw Object.assign(new Error('closed'), { code: 'EACCES' });
  });
  const { findings } = await lookAtStore({ store: { kind: 'sqlite', path }, waitReplicas: 0 });
  assert.deepEqual(
    findings.map(({ status, message }) => `${status} ${message}`),
    [`fail ${path} cannot be opened`],
  );
});
