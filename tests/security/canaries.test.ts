import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, type TestContext, test } from 'node:test';
import { freePort } from '../support/free-port.ts';
import { builtProgram } from '../support/program.ts';
import { startRedisServer } from '../support/redis-server.ts';
import type { TestServer } from '../support/server.ts';
import { startSmtpServer } from '../support/smtp-server.ts';
import { type ChattyServer, logOf, readFiles, runEverything, sendRedis, startChattyServer } from './canary-run.ts';
import type { Marks } from './flows.ts';
import { markedAddress } from './flows-people.ts';
import { sendWithoutStore } from './flows-support.ts';
import { findMarks, type Place } from './search.ts';
import { openForm } from './stores.ts';

const smtp = await startSmtpServer();
after(() => smtp.stop());
const reached = [
  ...['POST / 303', 'POST / 422', 'POST / 400', 'POST / 413', 'POST / 415', 'GET /secret/*** 421'],
  ...['POST /secret/*** 200', 'POST /secret/*** 422', 'POST /secret/***/burn 200', 'POST /private/***/burn 303'],
  ...['POST /api/v2/secret/conceal 200', 'POST /api/v2/secret/generate 200', 'POST /api/v2/secret/*** 200'],
  ...['POST /api/v2/secret/*** 422', 'POST /api/v2/secret/*** 404', 'POST /api/v2/secret/***/seen 204'],
  ...['POST /api/v2/secret/***/burn 200', 'POST /api/v2/private/***/burn 200', 'POST /api/v2/private/***/burn 429'],
  ...['POST /signup 303', 'POST /signup 422', 'POST /signin 303', 'POST /signin 422', 'POST /forgot 303'],
  ...[
    'GET /forgot/*** 200',
    'GET /forgot/*** 303',
    'POST /forgot/*** 303',
    'POST /forgot/*** 422',
    'GET /signup/*** 404',
  ],
  ...['POST /account/password 303', 'POST /account/destroy 303', 'POST /api/v2/account/destroy 422', 'GET /logout 303'],
  ...['POST /api/v2/account/apitoken 200', 'POST /api/v2/account/change-password 422', 'GET /api/v2/account 401'],
  ...['POST /feedback 303', 'POST /feedback 422', 'POST /api/v2/feedback 200', 'POST /api/v2/feedback 422'],
  ...['POST /incoming 303', 'POST /incoming 422', 'POST /incoming 413', 'POST /incoming 429'],
  ...['POST /dashboard 303', 'POST /dashboard 422', 'GET /recent 200', 'GET /api/v2/private/recent 200'],
  ...['POST /api/v2/private/***/unlock 200', 'GET /api/v2/status 401', 'GET /x/*** 404'],
];
const planted = { name: 'planted', value: 'planted-mark' };

test('log, SQLite file, metrics and process arguments never hold a content, a passphrase, a password, a key, a token, a stranger’s address or the site secret, but for the links that programs are given', async (t) => {
  const server = await start(t);
  const folder = join(server.folder, 'data');
  const { marks, notInLog, processArguments } = await runEverything(server, smtp);
  assert.ok(marks.all.length > 200, `${marks.all.length} marks`);
  assert.deepEqual(findMarks(await filesWithLog(server, folder), marks.all), []);
  await breakTables(join(folder, 'hushlink.db'), () => runBroken(server, marks, [500, 503]));
  const measured = [await server.metrics(), processArguments];
  await server.kill('SIGTERM');
  const places = [...readFiles(folder), logOf(server), ...measured];
  assert.deepEqual(findMarks(places, marks.all), []);
  assert.deepEqual(findMarks([logOf(server), ...measured], notInLog), []);
  assertAnswered(server, reached);
  const told = ['hushlink_', `${builtProgram.at(-1)} serve`, 'dist/hushlink.js reveal LINK'];
  assertReadable(places, ['SQLite format 3', '"status":500', '"event":"failure"', '/secret/***', ...told]);
  plantInFile(join(folder, 'hushlink.db'));
  expectFound([...readFiles(folder), logOf(server)], ['hushlink.db', 'log']);
});

test('log, append-only file and dump of Redis, metrics and process arguments never hold a content, a passphrase, a password, a key, a token, a stranger’s address or the site secret, but for the links that programs are given', async (t) => {
  const redis = await startRedisServer({ appendfsync: 'no' });
  t.after(() => redis.stop());
  const server = await start(t, { HUSHLINK_STORE: redis.url });
  const { marks, notInLog, processArguments } = await runEverything(server, smtp);
  // Compressed, a mark might hide from the search.
  await sendRedis(redis.port, 'CONFIG SET rdbcompression no', 'SAVE');
  const inFull = readFiles(redis.folder);
  await sendRedis(redis.port, `SET planted ${planted.value}`, 'SAVE');
  const withPlanted = readFiles(redis.folder);
  await redis.kill('SIGKILL');
  await runBroken(server, marks, [503]);
  const measured = [await server.metrics(), processArguments];
  await server.kill('SIGTERM');
  const places = [...inFull, logOf(server), ...measured];
  assert.deepEqual(findMarks(places, marks.all), []);
  assert.deepEqual(findMarks([logOf(server), ...measured], notInLog), []);
  assertAnswered(server, reached);
  assertReadable(places, ['REDIS', 'recordExpiresAtMs', '"status":503', '/secret/***']);
  const aof = withPlanted.find(({ name }) => name.endsWith('.incr.aof'))?.name ?? 'no append-only file';
  expectFound([...withPlanted, logOf(server)], [aof, 'dump.rdb', 'log']);
});

async function start(t: TestContext, env: Readonly<Record<string, string>> = {}): Promise<ChattyServer> {
  return startChattyServer(t, { smtp, env, siteSecret: randomBytes(32), internalPort: await freePort() });
}

/** The sweep may just have emptied the log: then another write is in it. */
async function filesWithLog({ client }: ChattyServer, folder: string): Promise<ReturnType<typeof readFiles>> {
  for (;;) {
    await client.share('written last');
    const files = readFiles(folder);
    if (files.some(({ name, bytes }) => name.endsWith('-wal') && bytes.length > 0)) return files;
  }
}

/** The store does not do what it should, with marks in every request. */
async function runBroken({ client }: ChattyServer, marks: Marks, statuses: readonly number[]): Promise<void> {
  const fields = { kind: 'share', secret: marks.fresh('content'), passphrase: marks.fresh('passphrase') };
  const key = randomBytes(16).toString('hex').slice(1);
  marks.add('secret key', key);
  const stranger = markedAddress();
  marks.add('stranger', stranger);
  const door = await openForm(client, '/signin');
  const answers = [
    await client.post('/secret/conceal', fields),
    await door.post('/signin', { u: stranger, p: marks.fresh('passphrase') }),
    await door.post('/signup', { u: stranger, p: marks.fresh('passphrase'), agree: 'on' }),
    await door.post('/feedback', { msg: marks.fresh('content'), email: stranger }),
    await sendWithoutStore(client, marks),
    await client.ask(`/forgot/${key}`),
    await client.reveal(key, { passphrase: fields.passphrase }),
    await client.ask(`/api/v2/private/${key}`),
    await client.ask(`/secret/${key}`),
    await client.post(`/private/${key}/burn`, { continue: 'true', passphrase: fields.passphrase }),
  ];
  assert.deepEqual([...new Set(answers.map((answer) => answer.status))].sort(), statuses);
  await client.ask(`/${planted.value}`); // proves that the log would show a mark
}

/** For a while the tables are not there, so that every statement fails in a way nobody foresaw. */
async function breakTables(path: string, use: () => Promise<void>): Promise<void> {
  const database = new DatabaseSync(path, { timeout: 5000 });
  const tables = ['secret', 'metadata', 'customer', 'attempt', 'reset', 'feedback', 'place'];
  try {
    for (const table of tables) database.exec(`ALTER TABLE ${table} RENAME TO away_${table}`);
    await use();
    for (const table of tables) database.exec(`ALTER TABLE away_${table} RENAME TO ${table}`);
  } finally {
    database.close();
  }
}

function plantInFile(path: string): void {
  const database = new DatabaseSync(path);
  database.prepare('INSERT INTO site (name, value) VALUES (?, ?)').run(planted.name, planted.value);
  database.close();
}

function expectFound(places: readonly Place[], names: readonly string[]): void {
  const found = findMarks(places, [planted]);
  for (const name of names) assert.ok(found.includes(`planted, plain, ${name}`), `${name} in ${found}`);
}

/** The places hold what they should hold, so that nothing found means something. */
function assertReadable(places: readonly Place[], texts: readonly string[]): void {
  for (const text of texts) {
    assert.ok(
      places.some(({ bytes }) => bytes.includes(text)),
      `${text} in ${places.map(({ name }) => name)}`,
    );
  }
}

/** The flows came to where they should: `METHOD path status` of the access log. */
function assertAnswered(server: TestServer, answers: readonly string[]): void {
  const lines = server
    .output()
    .split('\n')
    .filter((line) => line.includes('"event":"request"'));
  const seen = new Set(
    lines.map((line) => JSON.parse(line)).map((line) => `${line.method} ${line.path} ${line.status}`),
  );
  assert.deepEqual(
    answers.filter((answer) => !seen.has(answer)),
    [],
  );
}
