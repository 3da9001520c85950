import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { EXIT_CODES } from '#src/cli/failure.ts';
import { commandLine } from '../support/program.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { shellQuoted, startOnTerminal, type TerminalEnd } from '../support/terminal.ts';
import { untilSo } from '../support/until-so.ts';
import { createSecret, runCli } from './run-cli.ts';

let server: TestServer;
let env: Readonly<Record<string, string>>;

before(async () => {
  server = await startServer();
  env = { HUSHLINK_DATA: join(server.folder, 'data'), XDG_CONFIG_HOME: '/dev/null' };
});
after(() => server.stop());

const CTRL_C = '\u0003';
const STOPPED = 'Stopped; nothing was changed.';

/** Run where somebody sits, who types a line at each question. */
async function typing(args: readonly string[], answers: readonly string[]): Promise<TerminalEnd> {
  const terminal = startOnTerminal([...commandLine, ...args].map(shellQuoted).join(' '), env);
  for (const answer of answers) {
    await terminal.waitFor(/[:\]] $/);
    terminal.type(answer === CTRL_C ? answer : `${answer}\r`);
  }
  return terminal.ended;
}

const stateOf = async (link: string) => (await runCli(['status', link])).stdout.trim();
const newSecret = () => createSecret(server.url, 'x');

test('y and yes burn a secret, in any capitals; nothing else does', async () => {
  const { metadata_url } = await newSecret();
  for (const answer of ['', 'yep', CTRL_C]) {
    const { code, screen } = await typing(['burn', metadata_url], [answer]);
    assert.deepEqual([code, /Stopped; nothing was opened or burned\.\n$/.test(screen)], [130, true], screen);
  }
  assert.equal(await stateOf(metadata_url), 'new');
  assert.equal((await typing(['burn', metadata_url], ['YES '])).code, 0);
  assert.equal(await stateOf(metadata_url), 'burned');
  const other = await newSecret();
  assert.equal((await typing(['burn', other.metadata_url], ['y'])).code, 0);
});

test('everything unread is burned by whoever has read what will happen and types the word, and by no mere yes', async () => {
  const { metadata_url } = await newSecret();
  const burn = ['incident', 'burn', '--all'];
  for (const answer of ['y', 'everybody', CTRL_C]) {
    const { code, screen } = await typing(burn, [answer]);
    assert.deepEqual([code, screen.endsWith(`hushlink: ${STOPPED}\n`)], [130, true], screen);
  }
  assert.equal(await stateOf(metadata_url), 'new');
  const { code, screen } = await typing(burn, ['Everything']);
  assert.equal(code, 0, screen);
  assert.match(
    screen,
    /^Every unread secret of this site will be destroyed\. .*\n.*Type everything to go on: Everything\n/,
  );
  assert.equal(await stateOf(metadata_url), 'burned');
});

test('an account is burned and signed out by whoever types its address', async () => {
  const about = ['--account', 'Nobody@Example.org'];
  for (const kind of ['burn', 'sign-out']) {
    const refused = await typing(['incident', kind, ...about], ['everything']);
    assert.equal(refused.code, 130, refused.screen);
    // Asked for no more: what is missing now is the account alone.
    const known = await typing(['incident', kind, ...about], ['nobody@example.org']);
    assert.match(known.screen, /of nobody@example\.org will .*\n/);
    assert.deepEqual([known.code, /There is no account of this address\./.test(known.screen)], [3, true]);
  }
  const { code, screen } = await typing(['incident', 'sign-out', '--all'], ['everybody']);
  assert.deepEqual([code, /yours too\.\n/.test(screen)], [0, true], screen);
});

test('the passphrase of a backup is typed twice, once to restore it, and is never shown', async () => {
  const file = join(server.folder, 'site.backup');
  const backup = ['backup', '--to', file];
  for (const [answers, code, said] of [
    [['correct horse', 'correct hose'], 2, 'The two passphrases are not the same.'],
    [[''], 2, 'The passphrase is empty.'],
    [['correct horse', CTRL_C], 130, STOPPED],
  ] as const) {
    const end = await typing(backup, answers);
    assert.deepEqual([end.code, end.screen.includes(said)], [code, true], end.screen);
    assert.equal(existsSync(file), false);
  }
  const made = await typing(backup, ['correct horse', 'correct horse']);
  assert.deepEqual([made.code, made.raw.includes('horse')], [0, false], made.screen);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.equal((await typing(['restore', '--from', file], ['correct hose'])).code, 4);
  const restored = await typing(['restore', '--from', file], ['correct horse']);
  assert.deepEqual([restored.code, restored.raw.includes('horse')], [0, false], restored.screen);
});

test('nobody is asked where standard error does not show the question', async () => {
  const { metadata_url } = await newSecret();
  const line = [...commandLine, 'burn', metadata_url].map(shellQuoted).join(' ');
  const terminal = startOnTerminal(`${line} 2> /dev/null`, env);
  terminal.type('y\r');
  assert.equal((await terminal.ended).code, 2);
  assert.equal(await stateOf(metadata_url), 'new');
});

test('an empty passphrase that was typed is not tried', async () => {
  const { share_url, metadata_url } = await createSecret(server.url, 'x', [], { HUSHLINK_PASSPHRASE: 'p' });
  const { code, screen } = await typing(['reveal', share_url], ['']);
  assert.deepEqual([code, screen.endsWith('hushlink: The passphrase is empty.\n')], [2, true], screen);
  const { passphrase_failures } = JSON.parse((await runCli(['status', metadata_url, '--json'])).stdout);
  assert.equal(passphrase_failures, 0);
});

test('for `-` a terminal does not show the passphrase of a secret either, and a new one is typed twice', async () => {
  const content = join(server.folder, 'content');
  writeFileSync(content, 'the door code is 4711');
  const asked = ['--passphrase-file', '-', '--server', server.url];
  const refused = await typing(['create', content, ...asked], ['correct horse', 'correct hose']);
  assert.deepEqual([refused.code, /The two passphrases are not the same/.test(refused.screen)], [2, true]);
  const made = await typing(['create', content, ...asked], ['correct horse', 'correct horse']);
  assert.deepEqual([made.code, made.raw.includes('horse')], [0, false], made.screen);
  const [link = ''] = /http\S+\/secret\/\w+/.exec(made.screen) ?? [];
  const read = await typing(['reveal', link, ...asked], ['correct horse']);
  assert.deepEqual([read.code, read.raw.includes('horse')], [0, false], read.screen);
  assert.match(read.screen, /the door code is 4711/);
});

test('a token that is typed is not shown either where standard error leads to a file', async () => {
  const said = join(server.folder, 'said');
  const line = [...commandLine, 'login', '--user', 'ann@example.org', '--server', server.url]
    .map(shellQuoted)
    .join(' ');
  const terminal = startOnTerminal(`${line} 2> ${shellQuoted(said)}`, { ...env, XDG_CONFIG_HOME: server.folder });
  await untilSo('the token is asked for', async () => readFileSync(said, 'utf8').endsWith('API token (not shown): '));
  terminal.type('correct-horse\r');
  const { code, raw } = await terminal.ended;
  assert.deepEqual([code, raw.includes('horse')], [EXIT_CODES.refused, false], raw);
});

test('the password of an account is typed twice, for `-` too, and never shown', async () => {
  const create = ['customers', 'create', 'typed@example.org', '--password-file', '-'];
  for (const [answers, code] of [
    [['correct horse battery', 'correct hose battery'], 2],
    [['correct horse battery', CTRL_C], 130],
  ] as const) {
    const end = await typing(create, answers);
    assert.equal(end.code, code, end.screen);
  }
  for (const args of [create, ['customers', 'create', 'other@example.org']]) {
    const made = await typing(args, ['correct horse battery', 'correct horse battery']);
    assert.deepEqual([made.code, made.raw.includes('horse')], [0, false], made.screen);
  }
});

test('a backup is not written to a terminal', async () => {
  const words = join(server.folder, 'words');
  writeFileSync(words, 'correct horse');
  const { code, screen } = await typing(['backup', '--to', '-', '--passphrase-file', words], []);
  assert.deepEqual([code, screen.startsWith('hushlink: A backup is not for a terminal;')], [2, true], screen);
});

test('a site secret that something still needs is forgotten after a yes alone', async () => {
  const status = async () => JSON.parse((await runCli(['keys', 'status', '--json'], { env })).stdout);
  const { current: first } = await status();
  const roleOfFirst = async () => (await status()).keys.find(({ id }: { id: string }) => id === first).role;
  await newSecret();
  assert.equal((await runCli(['keys', 'rotate'], { env })).code, 0);
  const kept = await typing(['keys', 'drop', first], ['']);
  assert.deepEqual([kept.code, kept.screen.endsWith(`hushlink: ${STOPPED}\n`)], [130, true], kept.screen);
  assert.equal(await roleOfFirst(), 'previous');
  const { code, screen } = await typing(['keys', 'drop', first], ['y']);
  assert.equal(code, 0, screen);
  assert.match(screen, /^Still needed by .*\nDrop it all the same\? \[y\/N\] y\ndropped\n$/);
  assert.equal(await roleOfFirst(), 'missing');
});

test('a store that was moved is opened again after a yes alone', async () => {
  const moved = ['store', 'migrate', '--to', `sqlite:${join(server.folder, 'other.db')}`];
  assert.equal((await runCli(moved, { env })).code, 0);
  assert.equal((await typing(['store', 'reopen'], ['n'])).code, 130);
  const { code, screen } = await typing(['store', 'reopen'], ['y']);
  assert.deepEqual([code, screen.endsWith('\nreopened\n')], [0, true], screen);
});

test('a terminal whose question is ended by a signal from elsewhere shows what is typed again', async () => {
  const asking = [
    ['backup', '--to', join(server.folder, 'never.backup')],
    ['incident', 'burn', '--all'],
  ];
  for (const args of asking) {
    const words = [...commandLine, ...args].map(shellQuoted).join(' ');
    const terminal = startOnTerminal(`sh -c 'echo pid $$; exec "$@"' sh ${words}; stty -a`, env);
    await terminal.waitFor(/: $/);
    const pid = Number(/^pid (\d+)$/m.exec(terminal.shown())?.[1]);
    process.kill(pid, 'SIGHUP');
    const { screen } = await terminal.ended;
    assert.match(screen, /\sicanon\s[\s\S]*\secho\s/, args.join(' '));
  }
});
