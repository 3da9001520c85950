import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createKeyRing } from '#src/crypto/key-ring.ts';
import { createClient } from '../durability/client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { runCli, runCliInShell } from './run-cli.ts';

/** The operator's command line on the data of that server. */
function operatorOf({ folder }: TestServer, env: Readonly<Record<string, string>> = {}) {
  const settings = { HUSHLINK_DATA: join(folder, 'data'), ...env };
  const keys = (...args: readonly string[]) => runCli(['keys', ...args], { env: settings });
  const status = async () => {
    const { code, stdout, stderr } = await keys('status', '--json');
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout) as {
      current: string;
      keys: { id: string; role: string; droppable: boolean; needs: { kind: string; rows: number; until: number }[] }[];
    };
  };
  return { keys, status };
}

test('the kept secret is changed by one command; after a restart what waited is read once, and status says until when the old one is needed', async (t) => {
  const server = await startServer();
  t.after(() => server.stop());
  const { keys, status } = operatorOf(server);
  const client = createClient(server.port, 4);
  t.after(() => client.close());
  const waiting = await client.share('from before');
  const before = (await status()).current;
  const rotated = await keys('rotate', '--json');
  assert.equal(rotated.code, 0, rotated.stderr);
  const { current, previous, file } = JSON.parse(rotated.stdout);
  assert.deepEqual([previous, file], [before, join(server.folder, 'data', 'site-secret')]);
  assert.notEqual(current, before);
  const late = await client.share('the server still runs with the one before');
  await server.kill('SIGTERM');
  await server.start();
  const { keys: listed } = await status();
  assert.deepEqual(
    listed.map(({ id, role, droppable }) => [id, role, droppable]),
    [
      [current, 'current', false],
      [before, 'previous', false],
    ],
  );
  const [need] = listed[1]?.needs ?? [];
  assert.deepEqual([need?.kind, need?.rows], ['secrets', 2]);
  const seconds = (need?.until ?? 0) - Date.now() / 1000;
  assert.ok(seconds > 0 && seconds < 365 * 86_400, `${seconds} s`);
  for (const [{ secretKey }, content] of [
    [waiting, 'from before'],
    [late, 'the server still runs with the one before'],
  ] as const) {
    const answer = await client.reveal(secretKey);
    assert.equal(JSON.parse(String(answer.body)).record.secret_value, content);
    assert.equal((await client.reveal(secretKey)).status, 404);
  }
  const lines = await keys('status');
  assert.match(
    lines.stdout,
    new RegExp(
      `^${current}\\tin force\\n${before}\\tneeded by 2 secrets until \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC\\n$`,
    ),
  );
  for (const output of [server.output(), rotated.stdout, rotated.stderr, lines.stdout]) {
    for (const name of ['site-secret', 'site-secret.previous']) {
      const secret = readFileSync(join(server.folder, 'data', name), 'utf8').trim();
      assert.ok(!output.includes(secret), name);
    }
  }
});

test('a previous secret that nothing needs is dropped; one that is needed only when asked for twice', async (t) => {
  const server = await startServer();
  t.after(() => server.stop());
  const { keys, status } = operatorOf(server);
  await server.kill('SIGTERM');
  const first = (await status()).current;
  assert.equal((await keys('rotate')).code, 0);
  await server.start();
  await server.kill('SIGTERM');
  assert.match(
    (await keys('status')).stderr,
    new RegExp(`Nothing needs ${first} any more.*hushlink keys drop ${first}`),
  );
  assert.equal((await keys('drop', first)).stdout, 'dropped\n');
  assert.deepEqual((await status()).keys.length, 1);
  await server.start();
  const client = createClient(server.port, 1);
  t.after(() => client.close());
  const { secretKey } = await client.share('needs the second');
  await server.kill('SIGTERM');
  const second = (await status()).current;
  await keys('rotate');
  await server.start();
  await server.kill('SIGTERM');
  const refused = await keys('drop', second);
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /Still needed by 1 secret until .* none of that will open again.*--yes/);
  assert.equal((await keys('drop', second, '--yes')).code, 0);
  await server.start();
  assert.equal((await client.reveal(secretKey)).status, 503);
  assert.equal((await client.ask('/readyz')).status, 200);
  const unknown = await keys('drop', 'nothing', '--json');
  assert.deepEqual([unknown.code, JSON.parse(unknown.stdout).error.code], [3, 'gone']);
});

test('the secret that a running server seals with is not called free before a start with the new one, nor dropped by one word', async (t) => {
  const server = await startServer();
  t.after(() => server.stop());
  const { keys, status } = operatorOf(server);
  const first = (await status()).current;
  const staysInUseAfter = async (...change: readonly string[]) => {
    assert.equal((await keys(...change)).code, 0);
    const { stdout, stderr } = await keys('status');
    assert.match(stdout, new RegExp(`^${first}\\tin use until the server is restarted$`, 'm'));
    assert.doesNotMatch(stderr, new RegExp(`drop ${first}`));
    assert.equal((await status()).keys.find(({ id }) => id === first)?.droppable, false);
    const refused = await keys('drop', first);
    assert.deepEqual([refused.code, /In use until the server is restarted.*--yes/.test(refused.stderr)], [2, true]);
  };
  await staysInUseAfter('rotate');
  const { current: middle } = await status();
  await staysInUseAfter('rotate');
  await staysInUseAfter('drop', middle);
  const client = createClient(server.port, 1);
  t.after(() => client.close());
  const { secretKey } = await client.share('made by the server that still has the first');
  await server.kill('SIGTERM');
  await server.start();
  assert.equal((await client.reveal(secretKey)).status, 200);
});

test('a change that the disk has no room for leaves the secret in force and nothing beside it, and says so', async (t) => {
  const server = await startServer();
  t.after(() => server.stop());
  const { status } = operatorOf(server);
  const data = join(server.folder, 'data');
  const [before, files] = [(await status()).current, readdirSync(data)];
  const limited = 'unset NODE_V8_COVERAGE; ulimit -f 0; "$@" keys rotate 2>&1 | cat';
  const { stdout } = await runCliInShell(limited, [], { env: { HUSHLINK_DATA: data } });
  assert.match(stdout, /site-secret could not be changed \(EFBIG\); no secret is lost/);
  assert.deepEqual([(await status()).current, readdirSync(data)], [before, files]);
});

test('whoever changes the kept secret, root too, its files stay those of the user that the server runs as', async (t) => {
  const server = await startServer();
  t.after(() => server.stop());
  await server.kill('SIGTERM');
  const { keys, status } = operatorOf(server);
  const data = join(server.folder, 'data');
  const { uid, gid } = statSync(data);
  // Only root can give files away.
  const user = process.getuid?.() === 0 ? [4242, 4343] : [uid, gid];
  for (const name of readdirSync(data)) chownSync(join(data, name), user[0]!, user[1]!);
  const owners = () =>
    ['site-secret', 'site-secret.previous'].map((name) => {
      const stats = statSync(join(data, name));
      return [stats.uid, stats.gid, stats.mode & 0o777];
    });
  const first = (await status()).current;
  assert.equal((await keys('rotate')).code, 0);
  assert.deepEqual(owners(), [
    [...user, 0o600],
    [...user, 0o600],
  ]);
  await keys('rotate');
  assert.equal((await keys('drop', first, '--yes')).code, 0);
  assert.deepEqual(owners(), [
    [...user, 0o600],
    [...user, 0o600],
  ]);
});

test('with a configured secret nothing is changed, and what to do instead is said', async (t) => {
  const env = { HUSHLINK_SITE_SECRET: randomBytes(32).toString('base64') };
  const server = await startServer({ env });
  t.after(() => server.stop());
  const { keys } = operatorOf(server, env);
  const refused = await keys('rotate');
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /HUSHLINK_SITE_PREVIOUS_SECRETS[\s\S]*Nothing was changed\./);
  assert.ok(!existsSync(join(server.folder, 'data', 'site-secret')));
});

test('beside a store that has a site secret no other one is made, by no command', async (t) => {
  const server = await startServer();
  t.after(() => server.stop());
  await server.kill('SIGTERM');
  const path = join(server.folder, 'data', 'site-secret');
  await rename(path, `${path}.away`);
  const env = { HUSHLINK_DATA: join(server.folder, 'data'), PORT: '0' };
  for (const args of [['serve'], ['keys', 'status']]) {
    const end = await runCli(args, { env });
    assert.equal(end.code, 1);
    assert.ok(
      end.stderr.includes(`${path} must be there, as this store has a site secret already; hint: put your copy`),
    );
    assert.ok(!`${end.stdout}${end.stderr}`.includes('keep a copy of it'));
    assert.ok(!existsSync(path));
  }
  await rename(`${path}.away`, path);
  await server.start();
});

test('a start without a secret that rows still need is refused with how many and until when; with it, it goes on', async (t) => {
  const [old, fresh] = [randomBytes(32), randomBytes(32)].map((bytes) => bytes.toString('base64')) as [string, string];
  const server = await startServer({ env: { HUSHLINK_SITE_SECRET: old } });
  t.after(() => server.stop());
  const client = createClient(server.port, 1);
  t.after(() => client.close());
  const { secretKey } = await client.share('waits');
  await server.kill('SIGTERM');
  const serve = (env: Readonly<Record<string, string>>) =>
    runCli(['serve'], { env: { HUSHLINK_DATA: join(server.folder, 'data'), PORT: '0', ...env } });
  const other = await serve({ HUSHLINK_SITE_SECRET: fresh });
  assert.deepEqual([other.code, /belongs to another site secret/.test(other.stderr)], [1, true], other.stderr);
  const changed = { HUSHLINK_SITE_SECRET: fresh, HUSHLINK_SITE_PREVIOUS_SECRETS: old };
  const next = await startServer({ env: changed, folder: server.folder, port: server.port });
  await next.kill('SIGTERM');
  const early = await serve({ HUSHLINK_SITE_SECRET: fresh });
  assert.equal(early.code, 1);
  assert.match(early.stderr, /still needed by 1 secret until .* UTC; hint: .*hushlink keys status/);
  const behind = await serve({ HUSHLINK_SITE_SECRET: old });
  assert.match(behind.stderr, /newer site secret than those configured here/);
  await next.start();
  t.after(() => next.stop());
  assert.equal((await client.reveal(secretKey)).status, 200);
});

test('a secret whose id begins with a hyphen is dropped as any other', async (t) => {
  const idOf = (siteSecret: Buffer) => createKeyRing({ siteSecret, randomBytes }).siteKeyId;
  let previous = randomBytes(32);
  while (!/^-V/.test(idOf(previous))) previous = randomBytes(32);
  const server = await startServer();
  t.after(() => server.stop());
  await server.kill('SIGTERM');
  writeFileSync(join(server.folder, 'data/site-secret.previous'), `${previous.toString('base64')}\n`, { mode: 0o600 });
  const { keys, status } = operatorOf(server);
  const dropped = await keys('drop', idOf(previous));
  assert.deepEqual([dropped.code, dropped.stdout], [0, 'dropped\n'], dropped.stderr);
  assert.equal((await status()).keys.length, 1);
  assert.equal((await keys('drop', '--yse', 'nothing')).code, 2);
});
