import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { EXIT_CODES } from '#src/cli/failure.ts';
import { createProgress } from '#src/cli/store/progress.ts';
import { STORE_TEXTS } from '#src/cli/store/texts.ts';
import { createSeal } from '#src/crypto/seal.ts';
import type { CustId } from '#src/features/accounts/customer.ts';
import { KEYS } from '#src/store/redis/keys.ts';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import { sampleCustomer } from '../store/account-sample.ts';
import { POLICY } from '../store/sealed-sample.ts';
import { commandLine } from '../support/program.ts';
import { askRedis } from '../support/redis-ask.ts';
import { startRedisServer } from '../support/redis-server.ts';
import { type Cleanup, temporaryFolder } from '../support/temp.ts';
import { shellQuoted, startOnTerminal } from '../support/terminal.ts';
import { playSession } from './play-session.ts';
import { runCli } from './run-cli.ts';

const SITE_SECRET = randomBytes(32).toString('base64');
const CREATED_MS = Date.UTC(2030, 0, 15);

const open = (path: string, now = () => 0) => openSqliteStore({ path, policy: POLICY, now, onSweepError: () => {} });

/** A store with an account, one that is in use already, and one that a move has left half full. */
async function openSite(t: Cleanup) {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, 'first'));
  const { siteKeyCheck } = createSeal({ siteSecret: Buffer.from(SITE_SECRET, 'base64'), randomBytes });
  for (const [name, address] of [
    ['first/hushlink.db', 'ann@example.org'],
    ['used.db', 'bob@example.org'],
  ] as const) {
    const store = open(join(folder, name));
    await store.keys.replaceRecord(null, siteKeyCheck);
    await store.accounts.create(sampleCustomer({ custid: address as CustId, createdAtMs: CREATED_MS }));
    await store.close();
  }
  const half = open(join(folder, 'half.db'));
  await half.gate.fill();
  await half.transfer.load([{ kind: 'customer', customer: sampleCustomer() }], { how: 'copy' }, 0);
  await half.close();
  writeFileSync(join(folder, 'key'), randomBytes(32));
  writeFileSync(join(folder, 'address'), 'sqlite:first/hushlink.db\n');
  return { folder, env: { HUSHLINK_DATA: join(folder, 'first'), HUSHLINK_SITE_SECRET: SITE_SECRET, PORT: '0' } };
}

test('a store is moved and the old one stays closed, as the transcript shows', async (t) => {
  const { folder, env } = await openSite(t);
  const current: Record<string, string> = { ...env };
  const stores: Readonly<Record<string, string>> = {
    'on the new store': 'new.db',
    'on the old store': 'first/hushlink.db',
    'a move was broken off': 'half.db',
  };
  const { expected, found } = await playSession('store-session.txt', {
    ...{ folder, env: current },
    happen: (what) => {
      current.HUSHLINK_STORE = `sqlite:${join(folder, stores[what] ?? assert.fail(what))}`;
    },
  });
  assert.equal(found, expected);
});

test('whose site secret the data folder keeps is told to give it to servers on Redis, which take it also after a change that was cut short', async (t) => {
  const { folder, env } = await openSite(t);
  const redis = await startRedisServer();
  t.after(() => redis.stop());
  const kept = join(folder, 'first', 'site-secret');
  const earlier = randomBytes(32).toString('base64');
  writeFileSync(kept, `${SITE_SECRET}\n`);
  writeFileSync(`${kept}.previous`, `${SITE_SECRET}\n${earlier}\n`);
  const own = { HUSHLINK_DATA: env.HUSHLINK_DATA };
  const move = async (from: Readonly<Record<string, string>>) => {
    await askRedis(redis.port, 'FLUSHALL');
    const { code, stderr } = await runCli(['store', 'migrate', '--to', redis.url], { cwd: folder, env: from });
    assert.equal(code, 0, stderr);
    const back = await runCli(['store', 'reopen', '--yes'], { cwd: folder, env: from });
    assert.equal(back.code, 0, back.stderr);
    return stderr;
  };
  assert.doesNotMatch(await move(env), /HUSHLINK_SITE_SECRET_FILE/, 'who has set it has it');
  const stderr = await move(own);
  const files = `HUSHLINK_SITE_SECRET_FILE=${kept} and HUSHLINK_SITE_PREVIOUS_SECRETS_FILE=${kept}.previous`;
  assert.ok(stderr.includes(`Give them the same site secret, ${files}: Redis keeps none.\n`), stderr);
  const onRedis = {
    HUSHLINK_STORE: redis.url,
    HUSHLINK_SITE_SECRET_FILE: kept,
    HUSHLINK_SITE_PREVIOUS_SECRETS_FILE: `${kept}.previous`,
  };
  const checked = await runCli(['config', 'check'], { env: onRedis });
  assert.equal(checked.code, 0, checked.stderr);
  assert.equal(readFileSync(`${kept}.previous`, 'utf8'), `${earlier}\n`);
  rmSync(`${kept}.previous`);
  const alone = `Give them the same site secret, HUSHLINK_SITE_SECRET_FILE=${kept}: Redis keeps none.\n`;
  assert.ok((await move(own)).includes(alone));
});

test('a store that is being moved is not opened again', async (t) => {
  const { folder, env } = await openSite(t);
  const store = open(join(folder, 'first/hushlink.db'), Date.now);
  t.after(() => store.close());
  await store.gate.close('somebody', 60_000);
  const { code, stderr } = await runCli(['store', 'reopen', '--yes'], { cwd: folder, env });
  assert.equal(code, EXIT_CODES.refused);
  assert.match(stderr, /The store is being moved; nothing was changed\./);
  assert.equal((await store.gate.mark())?.kind, 'moving');
});

test('nothing is moved into a store that was moved itself, and the old one is not closed for it', async (t) => {
  const { folder, env } = await openSite(t);
  const moved = open(join(folder, 'moved.db'), Date.now);
  await moved.gate.close('somebody', 60_000);
  await moved.gate.endMoved('somebody', 'sqlite:elsewhere.db', CREATED_MS);
  await moved.close();
  const { code, stderr } = await runCli(['store', 'migrate', '--to', 'sqlite:moved.db'], { cwd: folder, env });
  assert.equal(code, EXIT_CODES.refused);
  assert.match(stderr, /The new store is closed itself/);
  assert.ok(!stderr.includes(STORE_TEXTS.freezing));
});

test('a move out of a store that was moved leaves no file where there was none', async (t) => {
  const { folder, env } = await openSite(t);
  const migrate = (to: string) => runCli(['store', 'migrate', '--to', `sqlite:${to}`], { cwd: folder, env });
  assert.equal((await migrate('new.db')).code, 0);
  const { code, stderr } = await migrate('late/other.db');
  assert.equal(code, EXIT_CODES.refused);
  assert.ok(stderr.includes(STORE_TEXTS.moveFailed('from-moved')), stderr);
  assert.ok(!existsSync(join(folder, 'late')));
});

test('where only the opening of the new store is left to do, nobody is told that the old one goes on', async (t) => {
  const { folder, env } = await openSite(t);
  const redis = await startRedisServer();
  t.after(() => redis.stop());
  const move = () => runCli(['store', 'migrate', '--to', redis.url], { cwd: folder, env });
  assert.equal((await move()).code, 0);
  await askRedis(redis.port, 'SET', KEYS.mark, JSON.stringify({ kind: 'filling' }));
  await askRedis(redis.port, 'CONFIG', 'SET', 'min-replicas-to-write', '1');
  const { code, stderr } = await move();
  assert.equal(code, EXIT_CODES.server);
  assert.match(
    stderr,
    /which could not be opened: .*NOREPLICAS.*\. The old one takes no writes any more; run it again\.$/m,
  );
  await askRedis(redis.port, 'CONFIG', 'SET', 'min-replicas-to-write', '0');
  assert.deepEqual([(await move()).code, await askRedis(redis.port, 'EXISTS', KEYS.mark)], [0, 0]);
});

test('an address with an account is not told as one that servers could be given', async (t) => {
  const { folder, env } = await openSite(t);
  const redis = await startRedisServer();
  t.after(() => redis.stop());
  await askRedis(redis.port, 'CONFIG', 'SET', 'requirepass', 'hunter2');
  writeFileSync(join(folder, 'address'), `redis://:hunter2@127.0.0.1:${redis.port}\n`);
  const { code, stderr } = await runCli(['store', 'migrate', '--to-file', 'address'], { cwd: folder, env });
  assert.equal(code, 0, stderr);
  const told = `HUSHLINK_STORE at redis://[redacted]@127.0.0.1:${redis.port} now, its account included;`;
  assert.ok(stderr.includes(`Start the servers with ${told}`), stderr);
  assert.ok(!stderr.includes('hunter2'));
});

test('the guide shows what a move from the data folder to a Redis with an account says', () => {
  const guide = readFileSync(resolve(import.meta.dirname, '../../docs/operations.md'), 'utf8');
  const [, shown] = /^\$ hushlink store migrate --to-file .*\n([\s\S]*?)```$/m.exec(guide) ?? [];
  const [to] = /redis:\/\/\S+/.exec(shown ?? '') ?? [''];
  const kept = '/var/lib/hushlink/data/site-secret';
  const { freezing, moved, startServersAt, giveSecret, deleteOld } = STORE_TEXTS;
  assert.equal(shown, `${freezing}\n${moved(41_234)}${startServersAt(to)}\n${giveSecret(kept, null)}\n${deleteOld}\n`);
});

test('it is told which of the two stores does not answer', async (t) => {
  const { folder, env } = await openSite(t);
  const absent = 'redis://127.0.0.1:1';
  const [to, from] = await Promise.all([
    runCli(['store', 'migrate', '--to', absent], { cwd: folder, env }),
    runCli(['store', 'migrate', '--from', absent, '--to', 'sqlite:new.db'], { cwd: folder, env }),
  ]);
  assert.deepEqual([to.code, from.code], [8, 8]);
  assert.match(to.stderr, /^hushlink: The new store does not answer: .*; nothing was changed\.$/m);
  assert.match(from.stderr, /^hushlink: The old store does not answer: .*; nothing was changed\.$/m);
});

test('an old store to which the way is barred is not called absent', async (t) => {
  const { folder, env } = await openSite(t);
  symlinkSync('circle.db', join(folder, 'circle.db'));
  const migrate = (from: string) =>
    runCli(['store', 'migrate', '--from', `sqlite:${from}`, '--to', 'sqlite:new.db'], { cwd: folder, env });
  const [barred, absent] = await Promise.all([migrate('circle.db'), migrate('absent.db')]);
  assert.deepEqual([barred.code, absent.code], [8, 2]);
  assert.match(barred.stderr, /^hushlink: The old store does not answer: /m);
  assert.match(absent.stderr, /^hushlink: There is no old store at that address\.$/m);
});

test('a move whose turn somebody else has taken is trouble of the store, and can be run again', async (t) => {
  const { folder, env } = await openSite(t);
  const beside = new DatabaseSync(join(folder, 'first/hushlink.db'));
  beside.exec(`CREATE TRIGGER taken AFTER INSERT ON site WHEN json_extract(NEW.value, '$.kind') = 'moving' BEGIN
    UPDATE site SET value = json_set(value, '$.holder', 'somebody else') WHERE name = 'mark'; END`);
  beside.close();
  const end = await runCli(['store', 'migrate', '--to', 'sqlite:new.db'], { cwd: folder, env });
  assert.deepEqual([end.code, end.stdout], [EXIT_CODES.server, ''], end.stderr);
  assert.match(end.stderr, /took a break that was too long.*run it again\.$/m);
});

test('with --json one object says what was moved', async (t) => {
  const { folder, env } = await openSite(t);
  const beganAtMs = performance.now();
  const end = await runCli(['store', 'migrate', '--to', 'sqlite:new.db', '--json'], { cwd: folder, env });
  const { seconds, ...moved } = JSON.parse(end.stdout);
  assert.ok(Number.isInteger(seconds) && seconds <= (performance.now() - beganAtMs) / 1000 + 1, `${seconds} s`);
  const [from, to] = ['first/hushlink.db', 'new.db'].map((name) => `sqlite:${join(folder, name)}`);
  assert.deepEqual(moved, { from, to, records: 3 });
});

test('on a terminal a bar grows on its line, and on a pipe there is nothing', () => {
  const printedOn = (isTTY: boolean, TERM = 'xterm') => {
    const printed: string[] = [];
    const stderr = { isTTY, write: (text: string) => printed.push(text) } as never;
    const progress = createProgress({}, { stderr, env: { TERM } });
    for (let done = 0; done <= 2000; done += 5) progress.show(done, 2000);
    progress.end();
    return printed;
  };
  assert.deepEqual([printedOn(false), printedOn(true, 'dumb')], [[], []]);
  const bars = printedOn(true);
  assert.equal(bars.length, 102);
  assert.equal(bars[50], `\r[${'#'.repeat(15)}${'.'.repeat(15)}] 50 % (1000 of 2000 records)\u001b[K`);
  assert.equal(bars.at(-1), '\n');
});

test('with --json a terminal sees no bar', async (t) => {
  const { folder, env } = await openSite(t);
  const screenOf = async (...args: readonly string[]) => {
    const line = [...commandLine, 'store', 'migrate', ...args].map(shellQuoted).join(' ');
    const { code, raw } = await startOnTerminal(`cd ${shellQuoted(folder)} && ${line}`, env).ended;
    assert.equal(code, 0, raw);
    return raw;
  };
  assert.doesNotMatch(await screenOf('--to', 'sqlite:one.db', '--json'), /%/);
  const open = ['store', 'reopen', '--yes'];
  assert.equal((await runCli(open, { cwd: folder, env })).code, 0);
  assert.match(await screenOf('--to', 'sqlite:two.db'), /100 %/);
});
