import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { after, before, test } from 'node:test';
import { readHiddenLine } from '#src/cli/terminal/hidden-line.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temp.ts';
import { createSecret, runCli } from './run-cli.ts';

const patient = { HUSHLINK_SECRETS_PASSPHRASE_FIRST_DELAY: '0', HUSHLINK_SECRETS_PASSPHRASE_TRIES: '3' };
let server: TestServer;

before(async () => {
  server = await startServer({ env: patient });
});
after(() => server.stop());

test('one newline at the end of a passphrase file is not part of it, a second one is', async (t) => {
  const folder = temporaryFolder(t);
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const pairs = [
    ['p\u00e4ss word\n', 'p\u00e4ss word', 0],
    ['p\u00e4ss word\r\n', 'p\u00e4ss word\n', 0],
    ['pass\n\n', 'pass\n', 4],
  ] as const;
  for (const [given, tried, code] of pairs) {
    const { share_url } = await createSecret(server.url, 'x', ['--passphrase-file', file('given', given)]);
    const end = await runCli(['reveal', share_url, '--passphrase-file', file('tried', tried)]);
    assert.equal(end.code, code, JSON.stringify([given, end.stderr]));
  }
});

test('a passphrase comes from the environment or from standard input as well', async (t) => {
  const env = { HUSHLINK_PASSPHRASE: 'from outside' };
  const { share_url, has_passphrase } = await createSecret(server.url, 'x', [], env);
  assert.equal(has_passphrase, true);
  assert.equal((await runCli(['reveal', share_url, '--passphrase-file', '-'], { input: 'from outside' })).stdout, 'x');
  const source = join(temporaryFolder(t), 'content');
  writeFileSync(source, 'y');
  const created = await runCli(['create', source, '--passphrase-file', '-', '--server', server.url], { input: 'p' });
  const opened = await runCli(['reveal', created.stdout.trim()], { env: { HUSHLINK_PASSPHRASE: 'p' } });
  assert.equal(opened.stdout, 'y');
});

test('a needed passphrase that is not given is asked for before anything is tried', async () => {
  const env = { HUSHLINK_PASSPHRASE: 'p' };
  const { share_url, metadata_url } = await createSecret(server.url, 'x', [], env);
  const end = await runCli(['reveal', share_url]);
  assert.deepEqual([end.code, end.stdout], [2, '']);
  assert.match(end.stderr, /needs a passphrase/);
  assert.equal((await runCli(['burn', metadata_url, '--yes'])).code, 2);
  const { passphrase_failures } = JSON.parse((await runCli(['status', metadata_url, '--json'])).stdout);
  assert.equal(passphrase_failures, 0);
  assert.equal((await runCli(['reveal', share_url], { env })).stdout, 'x');
});

test('a wrong passphrase leaves the secret where it is, and too many lock it, each with its own exit code', async () => {
  const { share_url } = await createSecret(server.url, 'x', [], { HUSHLINK_PASSPHRASE: 'right' });
  const wrong = { env: { HUSHLINK_PASSPHRASE: 'wrong' } };
  assert.equal((await runCli(['reveal', share_url], wrong)).code, 4);
  const burned = await runCli(['burn', share_url, '--yes', '--json'], wrong);
  assert.deepEqual([burned.code, JSON.parse(burned.stdout).error.code], [4, 'wrong_passphrase']);
  assert.ok([4, 5].includes((await runCli(['reveal', share_url], wrong)).code ?? 0));
  const locked = await runCli(['reveal', share_url, '--json'], { env: { HUSHLINK_PASSPHRASE: 'right' } });
  const { code, exit, retry_after } = JSON.parse(locked.stdout).error;
  assert.deepEqual([locked.code, code, exit], [5, 'locked', 5]);
  assert.ok(Number.isInteger(retry_after) && retry_after > 0);
});

test('a passphrase typed on a terminal is read in raw mode: erasing works, Ctrl-C and Ctrl-D break off', async () => {
  assert.equal(await typed('pax\u007fss\u00e9\r'), 'pass\u00e9');
  assert.equal(await typed('\b\u007fp\n'), 'p');
  assert.equal(await typed('paxx\u0015pass\r'), 'pass');
  assert.equal(await typed('pass\u0003'), undefined);
  assert.equal(await typed('\u0004'), undefined);
});

/** A terminal on which somebody types these keys one byte at a time. */
async function typed(keys: string): Promise<string | undefined> {
  const modes: boolean[] = [];
  const terminal = Object.assign(new PassThrough(), { setRawMode: (isRaw: boolean) => void modes.push(isRaw) });
  const line = readHiddenLine(terminal as unknown as Parameters<typeof readHiddenLine>[0]);
  for (const byte of Buffer.from(keys)) terminal.write(Buffer.from([byte]));
  const result = await line;
  assert.deepEqual(modes, [true, false]);
  return result;
}
