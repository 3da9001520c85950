import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { connectRedis } from '#src/store/redis/connection.ts';
import { openRedisStore } from '#src/store/redis/open.ts';
import { prepareRedisSchema } from '#src/store/redis/schema.ts';
import { SCHEMA, schemaText } from '#src/store/schema-version.ts';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import type { Store } from '#src/store/store.ts';
import { type ChildEnd, startChild } from '../support/children.ts';
import { startRedisServer } from '../support/redis-server.ts';
import { temporaryFolder } from '../support/temp.ts';
import { markingSteps, ROWS, TARGET } from './schema-steps.ts';
import { POLICY, START_MS, sample } from './sealed-sample.ts';

const folder = temporaryFolder({ after });
const server = await startRedisServer();
const redis = await connectRedis({ url: server.url, onError: () => {} });
after(async () => {
  await redis.close();
  await server.stop();
});

const file = (name: string) => join(folder, name);
const openFile = (path: string) =>
  openSqliteStore({ path, policy: POLICY, now: () => START_MS, onSweepError: (error) => assert.fail(String(error)) });
const openRedis = () => openRedisStore({ url: server.url, policy: POLICY, onError: () => {}, onWarning: () => {} });

interface Engine {
  readonly name: string;
  open(): Promise<Store>;
  write(version: string): Promise<void>;
  read(): Promise<string | null>;
}

const engines: readonly Engine[] = [
  {
    name: 'sqlite',
    open: async () => openFile(file('version.db')),
    write: async (version) => withFile(file('version.db'), (database) => setVersion(database, version)),
    read: async () => withFile(file('version.db'), versionOf),
  },
  {
    name: 'redis',
    open: openRedis,
    write: async (version) => void (await redis.command('SET', 'hushlink:schema', version)),
    read: async () => (await redis.command('GET', 'hushlink:schema'))?.toString() ?? null,
  },
];

for (const { name, open, read, write } of engines) {
  test(`${name}: a store says which schema it has, from its first start on`, async () => {
    await (await open()).close();
    assert.equal(await read(), schemaText(SCHEMA));
  });

  test(`${name}: an older minor is raised, a newer one is taken as it is`, async () => {
    await write('1.2');
    await (await open()).close();
    assert.equal(await read(), schemaText(SCHEMA));
    await write('1.77');
    const store = await open();
    const { secret, metadata } = sample();
    await store.secrets.put(secret, metadata);
    await store.close();
    assert.equal(await read(), '1.77');
  });

  test(`${name}: another major is refused with a hint, and stays as it was`, async () => {
    for (const version of ['2.0', '0.9']) {
      await write(version);
      await assert.rejects(open(), new RegExp(`schema ${version}.*reads 1\\.x.*hint: run the release that wrote it`));
      assert.equal(await read(), version);
    }
    await write(schemaText(SCHEMA));
  });
}

test('sqlite: a process killed at any step of a migration leaves a file that the next one raises, with all that was in it', async () => {
  const old = file('old.db');
  const secrets = await oldFile(old);
  const whole = file('whole.db');
  copyFileSync(old, whole);
  const { stdout } = await run('sqlite', whole, '0');
  const steps = Number(stdout);
  assert.ok(steps > 10);
  for (let at = 1; at <= steps; at += 1) {
    const path = file(`killed-${at}.db`);
    copyFileSync(old, path);
    assert.equal((await run('sqlite', path, String(at))).signal, 'SIGKILL');
    const isDone = at === steps;
    assert.equal(withFile(path, versionOf), isDone ? schemaText(SCHEMA) : '1.0', `killed at ${at}`);
    const store = openFile(path);
    for (const id of secrets) assert.equal((await store.secrets.look(id, START_MS))?.life, 'live');
    await store.close();
    assert.equal(withFile(path, versionOf), schemaText(SCHEMA));
  }
});

test('sqlite: where the disk has no room for the tables the reason is told, and the next one makes them', async () => {
  const path = file('no-room.db');
  // 64 blocks of 512 bytes, and no file grows any more; what is counted of the process would not fit either.
  const limited = ['sh', '-c', 'unset NODE_V8_COVERAGE; ulimit -f 64; exec "$@"', 'sh'];
  const { code, stderr } = await run('sqlite', path, '0', limited);
  assert.notEqual(code, 0);
  assert.match(stderr, /Error: disk I\/O error/);
  await openFile(path).close();
  assert.equal(withFile(path, versionOf), schemaText(SCHEMA));
});

test('redis: a process killed in the middle of a step has not written its number, and the next one does all of it', async () => {
  for (const at of [1, 7, ROWS.length, ROWS.length + 1, 2 * ROWS.length]) {
    await redis.command('FLUSHALL');
    await (await openRedis()).close();
    assert.equal((await run('redis', server.url, String(at))).signal, 'SIGKILL');
    const done = at <= ROWS.length ? 0 : 1;
    assert.equal(String(await redis.command('GET', 'hushlink:schema')), `${SCHEMA.major}.${SCHEMA.minor + done}`);
    await prepareRedisSchema(redis, { steps: markingSteps(() => {}), target: TARGET });
    await expectMarked();
  }
});

test('both: processes that start at once on an old store all come up, and leave it whole', async () => {
  await redis.command('FLUSHALL');
  const together = file('together.db');
  const secrets = await oldFile(together);
  const ends = await Promise.all([
    ...Array.from({ length: 3 }, () => run('redis', server.url, '0')),
    ...Array.from({ length: 3 }, () => run('sqlite', together, '0')),
  ]);
  assert.deepEqual(
    ends.map(({ code, stderr }) => (code === 0 ? 0 : stderr)),
    ends.map(() => 0),
  );
  await expectMarked();
  const store = openFile(together);
  for (const id of secrets) assert.equal((await store.secrets.look(id, START_MS))?.life, 'live');
  await store.close();
});

async function expectMarked(): Promise<void> {
  assert.equal(String(await redis.command('GET', 'hushlink:schema')), schemaText(TARGET));
  for (const row of ROWS) {
    const marks = await redis.command('HMGET', row, String(SCHEMA.minor + 1), String(SCHEMA.minor + 2));
    assert.deepEqual((marks as Buffer[]).map(String), ['done', 'done'], row);
  }
}

/** As schema 1.0 left it: nothing but secrets, and these without an owner's copy. */
async function oldFile(path: string) {
  const store = openFile(path);
  const made = Array.from({ length: 20 }, () => sample());
  await Promise.all(made.map(({ secret, metadata }) => store.secrets.put(secret, metadata)));
  await store.close();
  withFile(path, (database) => {
    const names = database.prepare("SELECT type, name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'").all();
    for (const { type, name } of names) if (type === 'trigger') database.exec(`DROP TRIGGER ${name}`);
    const kept = ['secret', 'metadata', 'site'];
    for (const { type, name } of names) {
      if (type === 'table' && !kept.includes(String(name))) database.exec(`DROP TABLE ${name}`);
    }
    database.exec('DROP INDEX secret_owner; ALTER TABLE secret DROP COLUMN owner_copy');
    setVersion(database, '1.0');
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  });
  return made.map(({ secret }) => secret.id);
}

function withFile<Value>(path: string, work: (database: DatabaseSync) => Value): Value {
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

function versionOf(database: DatabaseSync): string {
  return String(database.prepare("SELECT value FROM site WHERE name = 'schema'").get()?.value);
}

function setVersion(database: DatabaseSync, version: string): void {
  database.prepare("UPDATE site SET value = ? WHERE name = 'schema'").run(version);
}

function run(engine: string, place: string, at: string, under: readonly string[] = []): Promise<ChildEnd> {
  const loader = import.meta.resolve('#src/build/loader.mjs');
  const script = join(import.meta.dirname, 'schema-killed.ts');
  const [program = '', ...args] = [...under, process.execPath, '--import', loader, script, engine, place, at];
  return startChild(program, args).ended;
}
