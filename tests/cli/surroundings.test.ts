import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { runChild } from '../support/children.ts';
import { intoClosedPipe } from '../support/closed-pipe.ts';
import { builtProgram, commandLine } from '../support/program.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temp.ts';
import { shellQuoted, startOnTerminal } from '../support/terminal.ts';
import { createSecret, runCli, runCliInShell } from './run-cli.ts';

let server: TestServer;

before(async () => {
  server = await startServer();
});
after(() => server.stop());

test('in an empty environment, as cron has it, everything works that is given by options', async () => {
  // No PATH, no HOME, no TERM.
  const created = await runCliInShell('echo nightly | env -i "$@"', ['create', '--server', server.url]);
  assert.deepEqual([created.code, created.stdout.length > 40], [0, true], created.stderr);
  const revealed = await runCliInShell('env -i "$@"', ['reveal', created.stdout.trim()]);
  assert.deepEqual([revealed.code, revealed.stdout, revealed.stderr], [0, 'nightly\n', '']);
  const usage = await runCliInShell('env -i "$@"', ['--help']);
  assert.deepEqual([usage.code, usage.stderr], [0, '']);
});

test('what needs the folder that it was started in says so where that was removed meanwhile', async (t) => {
  const gone = temporaryFolder(t);
  const removed = `cd ${shellQuoted(gone)} && rmdir ${shellQuoted(gone)} && "$@"`;
  const end = await runChild('sh', ['-c', removed, 'sh', ...builtProgram, 'config', 'check']);
  const sentence = 'The folder that this was started in is not there any more; change into one that is (cd).';
  assert.deepEqual([end.code, end.stderr], [1, `hushlink: ${sentence}\n`]);
});

test('with all three streams closed a command does its work and says how it ended', async () => {
  const { metadata_url, share_url } = await createSecret(server.url, 'x');
  const closed = '"$@" <&- >&- 2>&-';
  assert.equal((await runCliInShell(closed, ['status', metadata_url])).code, 0);
  assert.equal((await runCliInShell(closed, ['create', '--server', server.url])).code, 2);
  assert.equal((await runCliInShell(closed, ['burn', metadata_url, '--yes'])).code, 0);
  assert.equal((await runCliInShell(closed, ['reveal', share_url])).code, 2);
  const unknown = share_url.replace(/.$/, (last) => (last === 'z' ? 'y' : 'z'));
  assert.equal((await runCliInShell(closed, ['status', unknown])).code, 3);
});

test('nothing is opened where standard output is closed or leads nowhere, and with an output file it is', async (t) => {
  const output = join(temporaryFolder(t), 'out');
  const { share_url } = await createSecret(server.url, 'x');
  for (const script of ['"$@" > /dev/null', '"$@" >&-', '"$@" >&- --json']) {
    const end = await runCliInShell(script, ['reveal', share_url]);
    assert.equal(end.code, 2, script);
  }
  assert.equal((await runCliInShell('"$@" >&-', ['reveal', share_url, '--output', output])).code, 0);
  assert.equal(readFileSync(output, 'utf8'), 'x');
});

test('a reader that has gone away is no sentence, and exit code 9', async (t) => {
  const { metadata_url } = await createSecret(server.url, 'x');
  const file = join(temporaryFolder(t), 'code');
  const script = intoClosedPipe(`echo $? > ${file}`);
  for (const args of [
    ['status', metadata_url],
    ['status', metadata_url, '--json'],
    ['completion', 'zsh'],
  ]) {
    const end = await runCliInShell(script, args);
    assert.deepEqual([end.stderr, readFileSync(file, 'utf8')], ['', '9\n'], args.join(' '));
  }
});

test('a disk that is full is told of, whatever was to be printed', async () => {
  for (const args of [['--help'], ['--version'], ['completion', 'bash'], ['config', 'show'], ['doctor']]) {
    const end = await runCliInShell('"$@" > /dev/full', args);
    assert.deepEqual(
      [end.code, end.stderr],
      [9, 'hushlink: The answer could not be written to standard output (ENOSPC).\n'],
    );
  }
});

test('talk that nobody reads is no reason to fail: the link is printed all the same', async (t) => {
  const link = join(temporaryFolder(t), 'link');
  const script = intoClosedPipe(`echo $? >> ${link}`).replace('"$@"', `"$@" 2>&1 > ${link}`);
  await runCliInShell(script, ['generate', '--server', server.url]);
  assert.match(readFileSync(link, 'utf8'), new RegExp(`^${server.url}/secret/[0-9a-z]{31}\\n0\\n$`));
});

test('a failure that cannot be printed as JSON is told on standard error, with its own exit code', async () => {
  const end = await runCliInShell('"$@" > /dev/full', ['status', 'hunter2', '--json']);
  assert.equal(end.code, 2);
  assert.match(end.stderr, /^hushlink: That is neither a link of Hushlink/);
});

test('progress is for a terminal alone, and is gone when the answer comes', async (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'long'), 'x'.repeat(9000));
  const piped = await runCli(['create', join(folder, 'long'), '--server', server.url]);
  assert.doesNotMatch(piped.stderr, /Sending|Reading|\u001b/);
  const hush = commandLine.map(shellQuoted).join(' ');
  const home = { XDG_CONFIG_HOME: folder };
  const line = (more: string) => `${hush} create --server ${server.url} < ${join(folder, 'long')} ${more}`;
  const { code, raw } = await startOnTerminal(line('> /dev/null'), home).ended;
  assert.equal(code, 0, raw);
  assert.match(raw, /^\r\u001b\[KReading: 8 KiB\r\u001b\[KSending 8 KiB …\r\u001b\[KOpens once/);
  const dumb = await startOnTerminal(line('> /dev/null'), { ...home, TERM: 'dumb' }).ended;
  assert.match(dumb.raw, /^Opens once/);
  const json = await startOnTerminal(line('--json'), home).ended;
  assert.match(json.raw, /^\{.*\}\r\n$/);
});
