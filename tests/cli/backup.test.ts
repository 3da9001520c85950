import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ownerTags } from '#src/compose/secrets.ts';
import { createKeyRing } from '#src/crypto/key-ring.ts';
import type { CustId } from '#src/features/accounts/customer.ts';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import { sampleCustomer } from '../store/account-sample.ts';
import { sampleDomain } from '../store/domain-sample.ts';
import { POLICY, sample } from '../store/sealed-sample.ts';
import { type Cleanup, temporaryFolder } from '../support/temp.ts';
import { playSession } from './play-session.ts';
import { runCli, runCliInShell } from './run-cli.ts';

const SITE_SECRET = randomBytes(32).toString('base64');
const DAY_MS = 86_400_000;

/** Two sites of one site secret, the first with two accounts, a domain of Ann's and a secret; keys beside them. */
async function openSites(t: Cleanup) {
  const folder = temporaryFolder(t);
  for (const name of ['first', 'second']) mkdirSync(join(folder, name));
  const store = openStore(join(folder, 'first'));
  const ring = createKeyRing({ siteSecret: Buffer.from(SITE_SECRET, 'base64'), randomBytes });
  await store.keys.replaceRecord(null, ring.siteKeyCheck);
  const [ann, bob] = ['ann', 'bob'].map((name) => sampleCustomer({ custid: `${name}@example.org` as CustId }));
  await store.accounts.create(ann!);
  await store.accounts.create(bob!);
  await store.domains.add(sampleDomain({ ownerTag: ownerTags(ring)(ann!) }), 1);
  const nowMs = Date.now();
  const times = { createdAtMs: nowMs, expiresAtMs: nowMs + DAY_MS, recordExpiresAtMs: nowMs + 2 * DAY_MS };
  const { secret, metadata } = sample({ ...times, senderCopy: null });
  await store.secrets.put(secret, { ...metadata, ...times });
  await store.close();
  for (const [name, text] of [
    ['key', randomBytes(32).toString('base64')],
    ['other-key', randomBytes(32).toString('base64')],
    ['short-key', 'too short'],
    ['words', 'twelve boxers chase victor'],
  ] as const) {
    writeFileSync(join(folder, name), `${text}\n`);
  }
  const envOf = (name: string) => ({ HUSHLINK_DATA: join(folder, name), HUSHLINK_SITE_SECRET: SITE_SECRET });
  return { folder, env: envOf('first'), envOf };
}

function openStore(data: string) {
  const path = join(data, 'hushlink.db');
  return openSqliteStore({ path, policy: POLICY, now: () => Date.now(), onSweepError: () => {} });
}

test('a site is backed up and restored elsewhere from the command line, as the transcript shows', async (t) => {
  const { folder, env, envOf } = await openSites(t);
  const current = { ...env };
  const { expected, found } = await playSession('backup-session.txt', {
    ...{ folder, env: current },
    happen: (what) => {
      if (what === 'on the other machine') Object.assign(current, envOf('second'));
      else if (what === 'with another site secret') current.HUSHLINK_SITE_SECRET = randomBytes(32).toString('base64');
      else if (what === 'the end of the file is lost') {
        const path = join(folder, 'monday.backup');
        writeFileSync(path, readFileSync(path).subarray(0, -10));
      } else assert.fail(what);
    },
  });
  assert.equal(found, expected);
});

test('a backup is for its owner alone, leaves no draft behind, and says in JSON what it holds', async (t) => {
  const { folder, env } = await openSites(t);
  const args = ['backup', '--to', 'new.backup', '--with-secrets', '--key-file', 'key', '--json'];
  const end = await runCli(args, { cwd: folder, env });
  const { made_at, bytes, ...rest } = JSON.parse(end.stdout);
  assert.deepEqual(rest, { backup: 'new.backup', accounts: 2, domains: 1, secrets: 1 });
  const stats = statSync(join(folder, 'new.backup'));
  assert.deepEqual([stats.mode & 0o777, stats.size], [0o600, bytes]);
  assert.ok(Math.abs(made_at - Date.now() / 1000) < 600);
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.includes('part')),
    [],
  );
  assert.match(end.stderr, /^Warning: this backup holds secrets that wait/);
  for (const secret of ['ann@example.org', readFileSync(join(folder, 'key'), 'utf8').trim()]) {
    assert.ok(!readFileSync(join(folder, 'new.backup')).includes(secret));
  }
});

test('a backup goes through a pipe into another site', async (t) => {
  const { folder, env, envOf } = await openSites(t);
  const script = '"$@" backup --to - --passphrase-file words > piped.backup';
  const made = await runCliInShell(script, [], { cwd: folder, env });
  assert.equal(made.code, 0, made.stderr);
  const script2 = '"$@" restore --from - --passphrase-file words --json < piped.backup';
  const restored = await runCliInShell(script2, [], { cwd: folder, env: envOf('second') });
  assert.equal(JSON.parse(restored.stdout).accounts.added, 2, restored.stderr);
});

test('a domain does not come back to an account that was made anew since, and the command says so', async (t) => {
  const { folder, env } = await openSites(t);
  const restore = ['restore', '--from', 'a.backup', '--key-file', 'key', '--json'];
  const made = ['customers', 'create', 'ann@example.org', '--password-file', 'words'];
  const backup = ['backup', '--to', 'a.backup', '--key-file', 'key'];
  for (const args of [backup, ['customers', 'delete', 'ann@example.org', '--yes'], made]) {
    assert.equal((await runCli(args, { cwd: folder, env })).code, 0, args.join(' '));
  }
  const kept = await runCli(restore.slice(0, -1), { cwd: folder, env });
  assert.equal(kept.stdout, 'accounts: 2 kept\ndomains: 1 over\n');
  assert.match(kept.stderr, /^Left out: 1 domain of accounts that were deleted and made anew since/m);
  const replaced = await runCli([...restore, '--replace'], { cwd: folder, env });
  assert.equal(JSON.parse(replaced.stdout).domains.added, 1);
});

test('a store that was moved, or filled only in part, gives no backup; one that is being moved does', async (t) => {
  const { folder, env } = await openSites(t);
  const backup = () => runCli(['backup', '--to', 'a.backup', '--key-file', 'key'], { cwd: folder, env });
  const store = openStore(join(folder, 'first'));
  t.after(() => store.close());
  await store.gate.fill();
  const filled = await backup();
  await store.gate.open();
  await store.gate.close('somebody', 60_000);
  await store.gate.endMoved('somebody', 'redis://cache.example.org', 1);
  const moved = await backup();
  assert.deepEqual([filled.code, moved.code, existsSync(join(folder, 'a.backup'))], [8, 8, false]);
  assert.match(filled.stderr, /This store has only a part of another; hint: run `hushlink store migrate` again/);
  assert.match(moved.stderr, /This store was moved to redis:\/\/cache\.example\.org; hint: set HUSHLINK_STORE/);
  await store.gate.open();
  await store.gate.close('somebody', 60_000);
  assert.equal((await backup()).code, 0);
});

test('a disk that is full leaves no backup, and says so', async (t) => {
  const { folder, env } = await openSites(t);
  const end = await runCliInShell(
    'unset NODE_V8_COVERAGE; ulimit -f 0; "$@" backup --to full.backup --key-file key',
    [],
    { cwd: folder, env },
  );
  assert.notEqual(end.code, 0);
  assert.equal(existsSync(join(folder, 'full.backup')), false);
});

test('without a site secret nothing is restored, and nothing is made', async (t) => {
  const { folder, env } = await openSites(t);
  await runCli(['backup', '--to', 'a.backup', '--key-file', 'key'], { cwd: folder, env });
  const data = join(folder, 'nowhere');
  const end = await runCli(['restore', '--from', 'a.backup', '--key-file', 'key'], {
    cwd: folder,
    env: { HUSHLINK_DATA: data },
  });
  assert.equal(end.code, 1);
  assert.match(end.stderr, /no site secret here/);
  assert.equal(existsSync(data), false);
});

test('a backup that is refused makes no store where there was none', async (t) => {
  const { folder, env } = await openSites(t);
  await runCli(['backup', '--to', 'a.backup', '--key-file', 'key'], { cwd: folder, env });
  writeFileSync(join(folder, 'cut.backup'), readFileSync(join(folder, 'a.backup')).subarray(0, -1));
  const data = join(folder, 'nowhere');
  const restore = async (file: string, key: string, secret: string) => {
    const place = { cwd: folder, env: { HUSHLINK_DATA: data, HUSHLINK_SITE_SECRET: secret } };
    return (await runCli(['restore', '--from', file, '--key-file', key], place)).code;
  };
  const codes = [
    await restore('a.backup', 'other-key', SITE_SECRET),
    await restore('cut.backup', 'key', SITE_SECRET),
    await restore('a.backup', 'key', randomBytes(32).toString('base64')),
  ];
  assert.deepEqual([codes, existsSync(data)], [[4, 7, 7], false]);
  assert.equal(await restore('a.backup', 'key', SITE_SECRET), 0);
});

test('a site secret that is there and of no use is not called missing', async (t) => {
  const { folder, env } = await openSites(t);
  await runCli(['backup', '--to', 'a.backup', '--key-file', 'key'], { cwd: folder, env });
  const restore = async (data: string) =>
    runCli(['restore', '--from', 'a.backup', '--key-file', 'key'], {
      cwd: folder,
      env: { HUSHLINK_DATA: join(folder, data) },
    });
  writeFileSync(join(folder, 'second/site-secret'), 'short');
  const short = await restore('second');
  assert.deepEqual([short.code, short.stdout], [1, '']);
  assert.match(short.stderr, /second\/site-secret must be base64, base64url or hex/);
  mkdirSync(join(folder, 'third/site-secret'), { recursive: true });
  assert.match((await restore('third')).stderr, /third\/site-secret must be a file that can be read .*\(EISDIR\)/);
});

test('a folder in place of a backup is wrong usage, and nobody is told to run it again', async (t) => {
  const { folder, env } = await openSites(t);
  const end = await runCli(['restore', '--from', folder, '--key-file', 'key'], { cwd: folder, env });
  const said = 'hushlink: The backup could not be read (EISDIR); nothing was changed.\n';
  assert.deepEqual([end.code, end.stdout, end.stderr], [2, '', said]);
});

test('a backup comes from a pipe that has a name as it does from standard input', async (t) => {
  const { folder, env, envOf } = await openSites(t);
  await runCli(['backup', '--to', 'a.backup', '--key-file', 'key'], { cwd: folder, env });
  const script = 'mkfifo pipe && { cat a.backup > pipe & "$@" restore --from pipe --key-file key; }';
  const { code, stdout, stderr } = await runCliInShell(script, [], { cwd: folder, env: envOf('second') });
  assert.deepEqual([code, stdout, stderr], [0, 'accounts: 2 added\ndomains: 1 added\n', '']);
});

test('a folder that does not keep what comes by a pipe is named, and nobody looks for a fault in the backup', async (t) => {
  const { folder, env, envOf } = await openSites(t);
  await runCli(['backup', '--to', 'a.backup', '--key-file', 'key'], { cwd: folder, env });
  const TMPDIR = join(folder, 'nowhere');
  const piped = { cwd: folder, env: { ...envOf('second'), TMPDIR } };
  const said = `hushlink: The backup could not be kept in ${TMPDIR} meanwhile (ENOENT); hint: let TMPDIR name a folder with room for it. Nothing was changed.\n`;
  for (const script of [
    '"$@" restore --from - --key-file key < a.backup',
    'mkfifo pipe && { cat a.backup > pipe & "$@" restore --from pipe --key-file key; }',
  ]) {
    const { code, stdout, stderr } = await runCliInShell(script, [], piped);
    assert.deepEqual([code, stdout, stderr], [2, '', said]);
  }
});

test('a pipe that is closed before the end of a backup ends it without a sentence, and with 9', async (t) => {
  const { folder, env } = await openSites(t);
  const script = '{ "$@" backup --to - --key-file key; echo $? > code; } | :';
  const { stdout, stderr } = await runCliInShell(script, [], { cwd: folder, env });
  assert.deepEqual([readFileSync(join(folder, 'code'), 'utf8'), stdout, stderr], ['9\n', '', '']);
});
