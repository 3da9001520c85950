import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Cleanup, temporaryFolder } from '../support/temp.ts';
import { callersOf, type OddServer, sendJson, someKey, startOddServer } from './odd-server.ts';
import { runCli } from './run-cli.ts';

const status = { success: true, record: { state: 'new', secret_ttl: 60, has_passphrase: false } };

interface Home {
  readonly work: OddServer;
  readonly other: OddServer;
  /** Runs `hushlink status KEY` with these arguments and variables. */
  ask(args: readonly string[], env?: Readonly<Record<string, string>>, cwd?: string): ReturnType<typeof runCli>;
  readonly folder: string;
}

/** A home whose profile 'work' has a token, and 'other' another one. */
async function openHome(t: Cleanup, top = ''): Promise<Home> {
  const home = temporaryFolder(t);
  const folder = join(home, '.config/hushlink');
  mkdirSync(join(folder, 'tokens'), { recursive: true });
  const [work, other] = [await anywhere(t), await anywhere(t)];
  writeFileSync(join(folder, 'tokens/work'), 'of-work\n', { mode: 0o600 });
  writeFileSync(join(home, 'other-token'), 'of-other', { mode: 0o600 });
  const profiles = [
    `  work: { server: '${work.url}', user: w@example.org, token_file: tokens/work }`,
    `  other: { server: '${other.url}', user: o@example.org, token_command: [cat, ${join(home, 'other-token')}] }`,
  ];
  writeFileSync(join(folder, 'config.yaml'), `${top}profiles:\n${profiles.join('\n')}\n`, { mode: 0o644 });
  const ask: Home['ask'] = (args, env = {}, cwd = home) =>
    runCli(['status', someKey, '--as', 'recipient', ...args], {
      env: { XDG_CONFIG_HOME: '', HOME: home, ...env },
      cwd,
    });
  return { work, other, ask, folder };
}

function anywhere(t: Cleanup): Promise<OddServer> {
  return startOddServer(t, (response) => sendJson(response, 200, status));
}

test('a profile names server and token: --profile goes before HUSHLINK_PROFILE, and that before default_profile', async (t) => {
  const { work, other, ask } = await openHome(t, 'default_profile: work\n');
  assert.equal((await ask([])).code, 0);
  assert.deepEqual([callersOf(work), callersOf(other)], [['w@example.org:of-work'], []]);
  await ask([], { HUSHLINK_PROFILE: 'other' });
  assert.deepEqual(callersOf(other), ['o@example.org:of-other']);
  await ask(['--profile', 'work'], { HUSHLINK_PROFILE: 'other' });
  assert.deepEqual([callersOf(work).length, callersOf(other).length], [2, 1]);
});

test('the environment goes before the profile, and what an option names before both', async (t) => {
  const { work, other, ask } = await openHome(t, 'default_profile: work\n');
  const third = await anywhere(t);
  const env = { HUSHLINK_SERVER: third.url, HUSHLINK_USER: 'e@example.org', HUSHLINK_TOKEN: 'of-env' };
  await ask([], env);
  assert.deepEqual(callersOf(third), ['e@example.org:of-env']);
  await ask(['--profile', 'other'], env);
  assert.deepEqual([callersOf(third).length, callersOf(other)], [1, ['o@example.org:of-other']]);
  await ask(['--server', work.url], env);
  assert.deepEqual(callersOf(work), ['w@example.org:of-work']);
  await ask(['--profile', 'work'], { ...env, HUSHLINK_SERVER: work.url });
  assert.deepEqual(callersOf(work).slice(1), ['w@example.org:of-work']);
});

test('a token goes to the server of its own profile or environment, and to no other', async (t) => {
  const { work, other, ask } = await openHome(t, 'default_profile: work\n');
  const third = await anywhere(t);
  const link = `${third.url}/secret/${someKey}`;
  const env = { HUSHLINK_SERVER: other.url, HUSHLINK_USER: 'e@example.org', HUSHLINK_TOKEN: 'of-env' };
  const calls = [
    () => ask(['--server', third.url]),
    () => ask(['--profile', 'work', '--server', third.url], env),
    () => ask(['--server', third.url], env),
    () => ask([], { HUSHLINK_SERVER: third.url }),
  ];
  for (const call of calls) assert.equal((await call()).code, 0);
  const home = { XDG_CONFIG_HOME: '', HOME: join(work.url, '..') };
  assert.equal((await runCli(['status', link], { env: { ...home, ...env } })).code, 0);
  assert.deepEqual(callersOf(third), [undefined, undefined, undefined, undefined, undefined]);
  assert.deepEqual([callersOf(work), callersOf(other)], [[], []]);
});

test('a token for a profile is not read where it is not sent', async (t) => {
  const { ask, folder } = await openHome(t, 'default_profile: work\n');
  const third = await anywhere(t);
  chmodSync(join(folder, 'tokens/work'), 0o644);
  assert.equal((await ask(['--server', third.url])).code, 0);
  assert.equal((await ask([])).code, 1);
});

test('a token file that group or others may read is refused, and never sent', async (t) => {
  const { work, ask, folder } = await openHome(t, 'default_profile: work\n');
  for (const mode of [0o644, 0o640, 0o604, 0o666]) {
    chmodSync(join(folder, 'tokens/work'), mode);
    const end = await ask([]);
    assert.equal(end.code, 1);
    assert.match(end.stderr, /can be read by others \(mode 06\d\d\).*hint: chmod 600/);
  }
  for (const mode of [0o600, 0o400]) {
    chmodSync(join(folder, 'tokens/work'), mode);
    assert.equal((await ask([])).code, 0);
  }
  assert.equal(callersOf(work).length, 2);
});

test('a token file of more than one word is refused, and nothing of it is sent or printed', async (t) => {
  const { work, ask, folder } = await openHome(t, 'default_profile: work\n');
  writeFileSync(join(folder, 'tokens/work'), 'two words\n');
  const end = await ask([]);
  assert.equal(end.code, 1);
  assert.match(end.stderr, /There is no token in/);
  assert.deepEqual([work.asked.length, /two words/.test(end.stderr)], [0, false]);
});

test('a token file may stand in the home, as ~/, and a lifetime be whole seconds', async (t) => {
  const { work, ask, folder } = await openHome(t);
  writeFileSync(join(folder, '../../mine'), 'of-home', { mode: 0o600 });
  const profile = `{ server: '${work.url}', user: w@example.org, token_file: ~/mine, ttl: 3600 }`;
  writeFileSync(join(folder, 'config.yaml'), `profiles: { default: ${profile} }\n`, { mode: 0o600 });
  assert.equal((await ask([])).code, 0);
  assert.deepEqual(callersOf(work), ['w@example.org:of-home']);
});

test('timeout and lifetime: option, environment, profile, default', async (t) => {
  const home = temporaryFolder(t);
  const server = await startOddServer(t, (response) => sendJson(response, 422, { message: 'no', error_type: 'x' }));
  mkdirSync(join(home, 'hushlink'));
  writeFileSync(join(home, 'hushlink/config.yaml'), `profiles: {default: {server: '${server.url}', ttl: 1h}}`);
  const generate = (args: readonly string[], env = {}) =>
    runCli(['generate', ...args], { env: { XDG_CONFIG_HOME: home, ...env } });
  await generate([]);
  await generate([], { HUSHLINK_TTL: '2h' });
  await generate(['--ttl', '3h'], { HUSHLINK_TTL: '2h' });
  const none = await runCli(['generate', '--server', server.url]);
  assert.equal(none.code, 7);
  for (const timeout of ['0', '3601']) assert.equal((await generate([], { HUSHLINK_TIMEOUT: timeout })).code, 2);
  assert.deepEqual(
    server.asked.map(({ body }) => JSON.parse(body).ttl),
    [3600, 7200, 10_800, undefined],
  );
});

test('a profile whose token comes from somewhere else is neither signed in to nor out of', async (t) => {
  const { other, folder } = await openHome(t);
  const config = () => readFileSync(join(folder, 'config.yaml'), 'utf8');
  const before = config();
  const env = { XDG_CONFIG_HOME: join(folder, '..') };
  for (const verb of ['login', 'logout']) {
    const end = await runCli([verb, '--profile', 'other'], { input: 'token\n', env });
    assert.deepEqual([end.code, config()], [2, before], verb);
    assert.match(end.stderr, /gets its token from somewhere else/);
  }
  assert.deepEqual([other.asked.length, readdirSync(join(folder, 'tokens'))], [0, ['work']]);
});

test('a program named by a path is the one beside config.yaml, never one in the folder somebody stands in', async (t) => {
  const home = await openHome(t);
  const script = (answer: string) => `#!/bin/sh\necho ${answer}\n`;
  const cwd = temporaryFolder(t);
  writeFileSync(join(cwd, 'say-token'), script('of-a-stranger'), { mode: 0o755 });
  writeFileSync(join(home.folder, 'say-token'), script('of-mine'), { mode: 0o755 });
  const profile = `{ server: '${home.work.url}', user: w@example.org, token_command: [./say-token] }`;
  writeFileSync(join(home.folder, 'config.yaml'), `profiles: { default: ${profile} }\n`, { mode: 0o600 });
  const env = { XDG_CONFIG_HOME: join(home.folder, '..') };
  assert.equal((await runCli(['status', someKey, '--as', 'recipient'], { env, cwd })).code, 0);
  assert.deepEqual(callersOf(home.work), ['w@example.org:of-mine']);
});

test('a relative XDG_CONFIG_HOME is none: nothing is read from the folder somebody stands in', async (t) => {
  const { work, other, ask } = await openHome(t, 'default_profile: work\n');
  const cwd = temporaryFolder(t);
  mkdirSync(join(cwd, 'sent/hushlink'), { recursive: true });
  const config = `profiles: { default: { server: '${other.url}' } }`;
  writeFileSync(join(cwd, 'sent/hushlink/config.yaml'), config, { mode: 0o600 });
  assert.equal((await ask([], { XDG_CONFIG_HOME: 'sent' }, cwd)).code, 0);
  assert.deepEqual([callersOf(work), callersOf(other)], [['w@example.org:of-work'], []]);
});

test('a token command gets nothing of the content that comes by standard input', async (t) => {
  const home = await openHome(t);
  const profile = `{ server: '${home.work.url}', user: w@example.org, token_command: [sh, -c, 'cat; echo of-work'] }`;
  writeFileSync(join(home.folder, 'config.yaml'), `profiles: { default: ${profile} }\n`, { mode: 0o600 });
  await runCli(['create'], { env: { XDG_CONFIG_HOME: join(home.folder, '..') }, input: 'meet at nine' });
  assert.deepEqual(callersOf(home.work), ['w@example.org:of-work']);
  assert.equal(JSON.parse(home.work.asked[0]?.body ?? '').secret, 'meet at nine');
});

test('an alias of nothing is told with its line, and nothing of the file is printed', async (t) => {
  const home = await openHome(t);
  const path = join(home.folder, 'config.yaml');
  writeFileSync(path, 'profiles:\n  default: { server: *of-nothing }\n  hunter: {{ hunter2 }}\n', { mode: 0o600 });
  const end = await runCli(['whoami'], { env: { XDG_CONFIG_HOME: join(home.folder, '..') } });
  assert.equal(end.code, 1);
  assert.match(end.stderr, /config\.yaml:2 must be valid YAML \(BAD_ALIAS\)/);
  assert.doesNotMatch(end.stderr, /hunter2/);
});
