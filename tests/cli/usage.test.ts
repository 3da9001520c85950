import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { intoClosedPipe } from '../support/closed-pipe.ts';
import { runCli, runCliInShell } from './run-cli.ts';

const transcripts = join(import.meta.dirname, 'transcripts');
const commands = [
  'create',
  'generate',
  'reveal',
  'burn',
  'status',
  'recent',
  'selftest',
  'login',
  'logout',
  'whoami',
  'serve',
  'healthcheck',
  'doctor',
  'config',
  'banner',
  'mail',
  'domains',
  'customers',
  'backup',
  'restore',
  'store',
  'keys',
  'incident',
  'prove-once',
  'verify',
  'licences',
  'completion',
];

for (const command of ['', ...commands]) {
  const args = command === '' ? ['--help'] : [command, '--help'];
  test(`the usage text of ${command || 'the program'} is the one that was promised`, async () => {
    const end = await runCli(args);
    assert.equal(`$ hushlink ${args.join(' ')}\n${end.stdout}`, read(`${command || 'hushlink'}.txt`));
    assert.deepEqual([end.code, end.stderr], [0, '']);
  });
}

test('a wrong command line is answered as promised, and never repeats what might be a secret', async () => {
  const blocks = read('wrong-usage.txt').split(/^(?=\$ )/m);
  assert.ok(blocks.length > 10);
  for (const block of blocks) {
    const args = /^\$ hushlink ?(.*)$/m.exec(block)?.[1]?.split(' ').filter(Boolean) ?? [];
    const end = await runCli(args);
    assert.equal(`$ hushlink ${args.join(' ')}\n${end.stdout}${end.stderr}[${end.code}]\n`, block);
    assert.doesNotMatch(end.stdout + end.stderr, /hunter2/);
  }
});

test('without a command the usage text goes to standard error, and that is an error', async () => {
  const [bare, asked] = [await runCli([]), await runCli(['--help'])];
  assert.deepEqual(bare, { code: 2, signal: null, stdout: '', stderr: asked.stdout });
});

test('help followed by a command prints what that one says of itself, of those within others too', async () => {
  for (const words of [
    ['create'],
    ['customers'],
    ['customers', 'create'],
    ['domains', 'add'],
    ['create', '--json'],
    ['--help'],
    ['help'],
    [],
  ]) {
    const path = words.filter((word) => word !== 'help' && !word.startsWith('-'));
    assert.deepEqual(await runCli(['help', ...words]), await runCli([...path, '--help']), words.join(' '));
  }
});

test('a usage text whose reader has gone is no trouble', async () => {
  const end = await runCliInShell(intoClosedPipe('echo "[$?]" >&2'), ['--help']);
  assert.deepEqual([end.stdout, end.stderr], ['', '[0]\n']);
});

test('the version is that of the package', async () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
  assert.equal((await runCli(['--version'])).stdout, `${version}\n`);
});

function read(name: string): string {
  return readFileSync(join(transcripts, name), 'utf8');
}
