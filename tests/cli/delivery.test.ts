import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { intoClosedPipe } from '../support/closed-pipe.ts';
import { startLossyProxy } from '../support/lossy-proxy.ts';
import { commandLine } from '../support/program.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temp.ts';
import { shellQuoted, startOnTerminal } from '../support/terminal.ts';
import { sendJson, someKey, startOddServer, waitingSecret } from './odd-server.ts';
import { createSecret, runCli, runCliInShell } from './run-cli.ts';

let server: TestServer;

before(async () => {
  server = await startServer();
});
after(() => server.stop());

test('an output file that cannot be made costs nothing: the secret is still there', async (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'taken'), 'mine');
  const { share_url } = await createSecret(server.url, 'x');
  for (const path of [join(folder, 'taken'), join(folder, 'missing', 'file'), folder]) {
    const end = await runCli(['reveal', share_url, '--output', path]);
    assert.deepEqual([end.code, end.stdout], [2, '']);
    assert.match(end.stderr, /nothing was opened/);
  }
  assert.equal(readFileSync(join(folder, 'taken'), 'utf8'), 'mine');
  assert.equal((await runCli(['reveal', share_url])).stdout, 'x');
});

test('no output file is left behind where nothing was opened', async (t) => {
  const folder = temporaryFolder(t);
  const { share_url } = await createSecret(server.url, 'x', [], { HUSHLINK_PASSPHRASE: 'right' });
  const args = ['reveal', share_url, '--output', join(folder, 'out')];
  assert.equal((await runCli(args, { env: { HUSHLINK_PASSPHRASE: 'wrong' } })).code, 4);
  assert.deepEqual(readdirSync(folder), []);
});

test('reveal --output --json says where the content went and how long it is', async (t) => {
  const output = join(temporaryFolder(t), 'out');
  const { share_url } = await createSecret(server.url, '\u00e9\n');
  const end = await runCli(['reveal', share_url, '--output', output, '--json']);
  assert.deepEqual(JSON.parse(end.stdout), { output, bytes: 3, is_truncated: false, original_size: 2 });
});

for (const [what, script] of [
  ['a full disk', '"$@" > /dev/full'],
  ['a closed pipe', intoClosedPipe('echo $? > "$CODE"')],
] as const) {
  test(`behind ${what} the content is kept in a file for its owner alone, which standard error names`, async (t) => {
    const folder = temporaryFolder(t);
    const content = 'only copy\n'.repeat(900);
    const { share_url } = await createSecret(server.url, content);
    const env = { TMPDIR: folder, CODE: join(folder, 'code') };
    const end = await runCliInShell(script, ['reveal', share_url], { env });
    const code = existsSync(env.CODE) ? Number(readFileSync(env.CODE, 'utf8')) : end.code;
    const path = /only copy of the content is in (\S+);/.exec(end.stderr)?.[1] ?? '';
    assert.equal(code, 9, end.stderr);
    assert.equal(readFileSync(path, 'utf8'), content);
    assert.equal(statSync(path).mode & 0o777, 0o600);
  });
}

test('content that can neither be printed nor kept is announced as lost', async () => {
  const { share_url } = await createSecret(server.url, 'x');
  const end = await runCliInShell('"$@" > /dev/full', ['reveal', share_url], { env: { TMPDIR: '/dev/null' } });
  assert.equal(end.code, 9);
  assert.match(end.stderr, /the content is lost/);
});

test('content that can be kept nowhere else is shown where somebody sits, and does nothing to the terminal', async () => {
  const { share_url } = await createSecret(server.url, 'the only copy\u001b[2J');
  const line = `${[...commandLine, 'reveal', share_url].map(shellQuoted).join(' ')} > /dev/full`;
  const end = await startOnTerminal(line, { TMPDIR: '/dev/null' }).ended;
  assert.equal(end.code, 9);
  assert.match(end.raw, /the only copy\\u001b\[2J\r\n.*ENOSPC.*; the content was shown on the terminal\./m);
});

test('a disk that takes only the beginning is not taken for a success', async (t) => {
  const { share_url } = await createSecret(server.url, 'x'.repeat(5000));
  const env = { TARGET: join(temporaryFolder(t), 'out') };
  // What is measured would be cut off, too, and then nothing of it can be read.
  const script = 'unset NODE_V8_COVERAGE; trap "" XFSZ; ulimit -f 1; "$@" > "$TARGET"';
  const end = await runCliInShell(script, ['reveal', share_url], { env });
  assert.equal(end.code, 9, end.stderr);
  assert.match(end.stderr, /EFBIG/);
});

test('where the disk has no room for an output file nothing is opened, and no beginning of one is left', async (t) => {
  const output = join(temporaryFolder(t), 'out');
  const { share_url } = await createSecret(server.url, 'x'.repeat(5000));
  const script = 'unset NODE_V8_COVERAGE; trap "" XFSZ; ulimit -f 1; "$@"';
  const end = await runCliInShell(script, ['reveal', share_url, '--output', output]);
  assert.equal(end.code, 2, end.stderr);
  assert.match(end.stderr, /EFBIG.*nothing was opened/);
  assert.equal(existsSync(output), false);
  assert.equal((await runCli(['reveal', share_url])).stdout.length, 5000);
});

test('where - stands for the output file, standard output is meant', async (t) => {
  const cwd = temporaryFolder(t);
  const { share_url } = await createSecret(server.url, 'x');
  const end = await runCli(['reveal', share_url, '--output', '-'], { cwd });
  assert.deepEqual([end.code, end.stdout, end.stderr, readdirSync(cwd)], [0, 'x', '', []]);
});

test('a link that could not be printed is an error', async () => {
  const end = await runCliInShell('"$@" > /dev/full', ['generate', '--server', server.url]);
  assert.equal(end.code, 9);
});

test('a connection that breaks during the claim is tried again with the same token', async (t) => {
  const { url, asked } = await startOddServer(t, (response, { method }, count) => {
    if (method === 'GET') return sendJson(response, 200, waitingSecret);
    if (count === 2) return response.destroy();
    sendJson(response, 200, { success: true, record: { secret_value: 'saved' } });
  });
  const end = await runCli(['reveal', `${url}/secret/${someKey}`]);
  assert.deepEqual([end.code, end.stdout, end.stderr], [0, 'saved', '']);
  const [first, second, third] = asked.slice(1).map(({ headers }) => headers['idempotency-key']);
  assert.match(String(first), /^[\w-]{22}$/);
  assert.deepEqual([second, third], [first, undefined]);
});

test('an answer that is lost on its way from a real server is asked for again, and comes', async (t) => {
  const { share_url } = await createSecret(server.url, 'not lost');
  const lossy = await startLossyProxy(t, server.port, (claim) => (['nothing', 'half'] as const)[claim] ?? 'whole');
  const end = await runCli(['reveal', share_url.replace(server.url, lossy.url)]);
  assert.deepEqual([end.code, end.stdout, end.stderr], [0, 'not lost', '']);
  assert.deepEqual(lossy.statuses, [200, 200, 200]);
  assert.equal((await runCli(['reveal', share_url])).code, 3);
});

const lost = (response: ServerResponse) => void response.destroy();

/** A claim that is answered like that, the last way again and again. */
async function revealAnswered(t: TestContext, ...answers: readonly ((response: ServerResponse) => void)[]) {
  let claims = 0;
  const { url, asked } = await startOddServer(t, (response, { method }) => {
    if (method === 'GET') return sendJson(response, 200, waitingSecret);
    claims += 1;
    answers[Math.min(claims, answers.length) - 1]?.(response);
  });
  const end = await runCli(['reveal', `${url}/secret/${someKey}`]);
  const tokens = asked.filter(({ method }) => method === 'POST').map(({ headers }) => headers['idempotency-key']);
  return { ...end, claims, tokens: new Set(tokens).size };
}

const refusing =
  (status: number, fields: object): ((response: ServerResponse) => void) =>
  (response) =>
    sendJson(response, status, { success: false, ...fields });

const unchanged = refusing(503, { error_type: 'StoreUnavailable', message: 'Nothing was changed.' });
const limited = (seconds: number) =>
  refusing(429, { error_type: 'RateLimited', message: 'Wait.', retry_after: seconds });
const gone = refusing(404, { error_type: 'RecordNotFound', message: 'gone' });
const PERHAPS = /The secret may have been opened on the way/;

test('content lost on the way is told from content that somebody else has opened between two calls', async (t) => {
  const [ours, theirs] = await Promise.all([revealAnswered(t, lost, gone), revealAnswered(t, unchanged, gone)]);
  assert.deepEqual([ours.code, ours.claims, theirs.code, theirs.claims], [9, 2, 3, 2]);
  assert.match(ours.stderr, /The connection broke during the hand-over/);
  assert.match(theirs.stderr, /it was opened, burned or has expired/);
});

test('after a lost answer trouble of the server does not say that nothing was done', async (t) => {
  const answers = [lost, refusing(502, {}), refusing(503, { error_type: 'StoreUncertain' })];
  for (const end of await Promise.all(answers.map((answer) => revealAnswered(t, answer, unchanged)))) {
    assert.deepEqual([end.code, end.claims, end.tokens], [8, 4, 1]);
    assert.match(end.stderr, /Nothing was changed\. The secret may have been opened on the way/);
  }
});

test('where nothing was done each time it is not said that the secret may have been opened', async (t) => {
  const end = await revealAnswered(t, unchanged);
  assert.deepEqual([end.code, end.claims, end.tokens], [8, 4, 1]);
  assert.doesNotMatch(end.stderr, PERHAPS);
});

test('after a lost answer a limit is waited for, since only this call can get the content', async (t) => {
  const saved = (response: ServerResponse) =>
    sendJson(response, 200, { success: true, record: { secret_value: 'saved' } });
  const end = await revealAnswered(t, lost, limited(1), saved);
  assert.deepEqual([end.code, end.stdout, end.stderr, end.claims, end.tokens], [0, 'saved', '', 3, 1]);
});

test('after a lost answer a limit that outlasts the content is said at once, and that it may have been opened', async (t) => {
  const end = await revealAnswered(t, lost, limited(50));
  assert.deepEqual([end.code, end.claims], [5, 2]);
  assert.match(end.stderr, PERHAPS);
});
