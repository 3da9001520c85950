import assert from 'node:assert/strict';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Cleanup, temporaryFolder } from '../support/temp.ts';
import { callersOf, type OddServer, sendJson, startOddServer } from './odd-server.ts';
import { runCli } from './run-cli.ts';

/** One that knows everybody as one and the same. */
function knowing(t: Cleanup): Promise<OddServer> {
  const record = { custid: 'you@example.org', role: 'customer', plan: { planid: 'basic' } };
  return startOddServer(t, (response) => sendJson(response, 200, { record, details: { authorized: true } }));
}

/** Somebody whose config.yaml leads to a file that nobody can replace: its name has no room for that of a draft. */
async function signedInBehindLink(t: Cleanup) {
  const env = { XDG_CONFIG_HOME: temporaryFolder(t) };
  const first = await knowing(t);
  const signIn = (server: string, token: string) =>
    runCli(['login', '--user', 'you@example.org', '--server', server], { input: `${token}\n`, env });
  assert.equal((await signIn(first.url, 'of-the-first')).code, 0);
  const config = join(env.XDG_CONFIG_HOME, 'hushlink/config.yaml');
  const kept = join(temporaryFolder(t), 'k'.repeat(250));
  renameSync(config, kept);
  symlinkSync(kept, config);
  return { env, first, signIn };
}

test('signing in keeps a file that is a link elsewhere a link, and leaves nothing half written behind', async (t) => {
  const home = temporaryFolder(t);
  const { url } = await knowing(t);
  for (const folder of ['hushlink', 'dotfiles']) mkdirSync(join(home, folder));
  writeFileSync(join(home, 'dotfiles/config.yaml'), '# mine\n', { mode: 0o600 });
  symlinkSync(join(home, 'dotfiles/config.yaml'), join(home, 'hushlink/config.yaml'));
  const args = ['login', '--user', 'you@example.org', '--server', url];
  const end = await runCli(args, { input: 'token\n', env: { XDG_CONFIG_HOME: home } });
  assert.equal(end.code, 0, end.stderr);
  assert.deepEqual(readdirSync(join(home, 'dotfiles')), ['config.yaml']);
  assert.deepEqual(readdirSync(join(home, 'hushlink')), ['config.yaml', 'tokens']);
  assert.ok(lstatSync(join(home, 'hushlink/config.yaml')).isSymbolicLink());
  const who = await runCli(['whoami'], { env: { XDG_CONFIG_HOME: home } });
  assert.deepEqual([who.code, who.stdout], [0, 'you@example.org\n']);
});

test('signing in elsewhere where config.yaml cannot be written changes nothing, and no server gets the token of another', async (t) => {
  const { env, first, signIn } = await signedInBehindLink(t);
  const second = await knowing(t);
  const refused = await signIn(second.url, 'of-the-second');
  assert.deepEqual(
    [refused.code, refused.stderr.split('\n').at(-2)],
    [9, 'hushlink: Could not store the token (ENAMETOOLONG).'],
  );
  assert.equal((await runCli(['whoami'], { env })).code, 0);
  assert.deepEqual(callersOf(first), ['you@example.org:of-the-first', 'you@example.org:of-the-first']);
});

test('a new token for the same account needs no config.yaml that can be written', async (t) => {
  const { env, first, signIn } = await signedInBehindLink(t);
  const end = await signIn(first.url, 'new');
  assert.equal(end.code, 0, end.stderr);
  assert.equal((await runCli(['whoami'], { env })).code, 0);
  assert.equal(callersOf(first).at(-1), 'you@example.org:new');
});

test('who signs out where config.yaml cannot be written is told that the token is removed', async (t) => {
  const { env } = await signedInBehindLink(t);
  const end = await runCli(['logout'], { env });
  assert.deepEqual([end.code, end.stdout], [9, '']);
  assert.match(
    end.stderr,
    /The token is removed; config\.yaml could not be changed and still names it \(ENAMETOOLONG\)/,
  );
  assert.deepEqual(readdirSync(join(env.XDG_CONFIG_HOME, 'hushlink/tokens')), []);
});

test('who signs in is named by an option or the environment, the server by the profile, and both are kept as they answer', async (t) => {
  const [own, other] = [await knowing(t), await knowing(t)];
  const home = temporaryFolder(t);
  mkdirSync(join(home, 'hushlink'));
  writeFileSync(join(home, 'hushlink/config.yaml'), `profiles: { work: { server: '${own.url}' } }`, { mode: 0o600 });
  const env = { XDG_CONFIG_HOME: home, HUSHLINK_SERVER: other.url, HUSHLINK_USER: 'You@Example.org' };
  const signedIn = await runCli(['login', '--profile', 'work', '--json'], { input: 'token\n', env });
  const { user, server } = JSON.parse(signedIn.stdout);
  assert.deepEqual([user, server], ['you@example.org', own.url], signedIn.stderr);
  assert.deepEqual([callersOf(own), callersOf(other)], [['You@Example.org:token'], []]);
});

test('who has removed the file of a token by hand can still sign out', async (t) => {
  const { url } = await knowing(t);
  const env = { XDG_CONFIG_HOME: temporaryFolder(t) };
  const args = ['login', '--user', 'you@example.org', '--server', url];
  assert.equal((await runCli(args, { input: 'token\n', env })).code, 0);
  rmSync(join(env.XDG_CONFIG_HOME, 'hushlink/tokens/default'));
  assert.equal((await runCli(['logout'], { env })).code, 0);
  assert.doesNotMatch(readFileSync(join(env.XDG_CONFIG_HOME, 'hushlink/config.yaml'), 'utf8'), /token/);
});

test('a profile whose name is a number is signed in to and out of where it stands', async (t) => {
  const home = temporaryFolder(t);
  const { url } = await knowing(t);
  mkdirSync(join(home, 'hushlink'));
  const file = join(home, 'hushlink/config.yaml');
  const before = `default_profile: 4711\nprofiles:\n  4711:\n    server: ${url}\n    user: you@example.org\n`;
  writeFileSync(file, before, { mode: 0o600 });
  const run = (command: string) => runCli([command], { input: 'token\n', env: { XDG_CONFIG_HOME: home } });
  const signedIn = await run('login');
  assert.equal(signedIn.code, 0, signedIn.stderr);
  const who = await run('whoami');
  assert.deepEqual([who.code, who.stdout], [0, 'you@example.org\n'], who.stderr);
  assert.equal((await run('logout')).code, 0);
  assert.equal(readFileSync(file, 'utf8'), before);
});

test('a server that answers with a name nobody can have spoils no profile: nothing is kept', async (t) => {
  const home = temporaryFolder(t);
  const names = ['x', 'a:b@example.org', 'a b@example.org', `${'a'.repeat(400_000)}@example.org`];
  const { url } = await startOddServer(t, (response, _asked, count) => {
    const record = { custid: names[count - 1], role: 'customer', plan: { planid: 'basic' } };
    sendJson(response, 200, { record, details: { authorized: true } });
  });
  for (const name of names) {
    const args = ['login', '--user', 'you@example.org', '--server', url];
    const end = await runCli(args, { input: 'token\n', env: { XDG_CONFIG_HOME: home } });
    assert.equal(end.code, 8, name.slice(0, 20));
  }
  assert.deepEqual(readdirSync(home), []);
});
