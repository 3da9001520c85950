import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { type CommandShape, everyCommand, treeOf } from '#src/cli/command-tree.ts';
import { createProgram } from '#src/cli/program.ts';
import { runChild } from '../support/children.ts';
import { needProgram } from '../support/programs.ts';
import { temporaryFolder } from '../support/temp.ts';
import { shellQuoted, startOnTerminal } from '../support/terminal.ts';
import { runCli } from './run-cli.ts';

type Shell = 'bash' | 'zsh' | 'fish';

const folder = temporaryFolder({ after: (run) => process.once('exit', run) });
const scripts: Record<Shell, string> = { bash: '', zsh: '', fish: '' };
const tree = treeOf(createProgram({ version: '0', server: {} } as never));

before(async () => {
  for (const shell of ['bash', 'zsh', 'fish'] as const) {
    const end = await runCli(['completion', shell]);
    assert.deepEqual([end.code, end.stderr], [0, '']);
    scripts[shell] = join(folder, `completion.${shell}`);
    writeFileSync(scripts[shell], end.stdout);
  }
  for (const name of ['note one.txt', 'note-two.txt', 'wide name.txt']) writeFileSync(join(folder, name), '');
});

/** What bash would offer, asked as it asks: by its own words of the line, which end at each @, : and = too. */
async function offered(words: readonly string[]): Promise<string[]> {
  const own = words.flatMap((word) => (word === '' ? [''] : word.split(/([@:=]+)/).filter((part) => part !== '')));
  const [last = '', line] = [own.at(-1), shellQuoted(['hushlink', ...words].join(' '))];
  const typed = `COMP_LINE=${line}; COMP_WORDS=(hushlink ${own.map(shellQuoted).join(' ')}); COMP_CWORD=${own.length}`;
  const script = `source ${scripts.bash}; ${typed}; _hushlink hushlink ${shellQuoted(/[@:=]/.test(last) ? '' : last)}; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = await runChild('bash', ['--norc', '-c', script], { cwd: folder });
  assert.equal(stderr, '');
  return stdout.split('\n').filter((word) => word !== '');
}

/** What fish would offer for that line. */
async function offeredByFish(line: string): Promise<string[]> {
  const script = `source ${scripts.fish}; complete -C ${shellQuoted(line)}`;
  const env = { HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder, XDG_CACHE_HOME: folder };
  const { stdout } = await runChild(needProgram('fish'), ['--no-config', '-c', script], { cwd: folder, env });
  return stdout
    .split('\n')
    .flatMap((word) => word.split('\t').slice(0, 1))
    .filter((word) => word !== '');
}

test('the script for bash passes shellcheck, and those for zsh and fish are read without complaint', async () => {
  const checks = [
    [needProgram('shellcheck'), [scripts.bash]],
    ['bash', ['-n', scripts.bash]],
    [needProgram('zsh'), ['-n', scripts.zsh]],
    [needProgram('fish'), ['--no-config', '--no-execute', scripts.fish]],
  ] as const;
  for (const [program, args] of checks) {
    const end = await runChild(program, args);
    assert.deepEqual([program, end.code, end.stdout, end.stderr], [program, 0, '', '']);
  }
});

test('every command and every option of the program is in every script', async () => {
  for (const shape of everyCommand(tree)) {
    const words = await offered([...shape.path, '-']);
    assert.deepEqual(words, optionNames(shape), shape.path.join(' '));
    if (shape.commands.length === 0) continue;
    const names = shape.commands.map(({ path }) => path.at(-1));
    assert.deepEqual(await offered([...shape.path, '']), names);
    const byFish = await offeredByFish(`hushlink ${shape.path.map((word) => `${word} `).join('')}`);
    assert.deepEqual(byFish.toSorted(), names.toSorted());
  }
});

test('bash completes choices and files where they are meant, and nothing where a text of one’s own is', async () => {
  assert.deepEqual(await offered(['customers', 'role', 'you@example.org', 'c']), ['customer', 'colonel']);
  assert.deepEqual(await offered(['burn', 'KEY', '--as', '']), ['sender', 'recipient']);
  assert.deepEqual(await offered(['burn', '--as=r']), ['recipient']);
  assert.deepEqual(await offered(['create', 'note']), ['note one.txt', 'note-two.txt']);
  assert.deepEqual(await offered(['create', '--passphrase-file', 'note-']), ['note-two.txt']);
  assert.deepEqual(await offered(['create', '--ttl', '']), []);
  // The value of an option is no command.
  assert.deepEqual(await offered(['create', '--ttl', 'domains', '--as']), []);
  // An option without one is no argument.
  assert.deepEqual(await offered(['customers', 'role', '--json', 'you@example.org', 'c']), ['customer', 'colonel']);
  assert.deepEqual(await offered(['completion', '']), ['bash', 'zsh', 'fish']);
  assert.deepEqual(await offered(['help', 'cust']), ['customers']);
});

test('fish completes choices and files where they are meant', async () => {
  assert.deepEqual((await offeredByFish('hushlink customers role you@example.org ')).toSorted(), [
    'colonel',
    'customer',
  ]);
  assert.deepEqual((await offeredByFish('hushlink burn --as ')).toSorted(), ['recipient', 'sender']);
  assert.ok((await offeredByFish('hushlink create note-')).some((word) => word.includes('note-two.txt')));
  assert.deepEqual(await offeredByFish('hushlink create --ttl domains --as'), []);
  assert.equal((await offeredByFish('hushlink customers role --json you@example.org ')).length, 2);
  assert.ok((await offeredByFish('hushlink create --passphrase-file note-')).some((word) => /note-two/.test(word)));
  assert.deepEqual(await offeredByFish('hushlink create --ttl '), []);
});

test('typed on a terminal, a Tab makes a command, a choice or a file of its beginning, in bash and in zsh', async () => {
  const zshFirst = `autoload -Uz compinit && compinit -D && source ${scripts.zsh}`;
  const shells = [
    { line: 'bash --norc --noprofile', first: `source ${scripts.bash}` },
    { line: `${needProgram('zsh')} -f`, first: zshFirst },
  ];
  for (const { line, first } of shells) {
    const terminal = startOnTerminal(line, { HOME: folder, PS1: 'ready> ' });
    // Answers with its words, so that what was completed can be seen.
    terminal.type(`PS1='ready> '; cd ${folder}; hushlink() { echo "got:$*."; }; ${first}; echo begin${'" "'}now\r`);
    await terminal.waitFor(/begin now\nready> $|begin now\r?\n.*ready> /);
    terminal.type('hushlink custo\tre\t you@example.org\r');
    await terminal.waitFor(/got:customers reset-link +you@example\.org\./);
    terminal.type('hushlink burn --json --as send\t KEY\r');
    await terminal.waitFor(/got:burn --json --as sender +KEY\./);
    terminal.type('hushlink create --ttl 1h --passphrase-file note-\t note-\t\r');
    await terminal.waitFor(/got:create --ttl 1h --passphrase-file note-two\.txt +note-two\.txt *\./);
    terminal.type('exit\r');
    await terminal.ended;
  }
});

test('typed on a terminal, what stands behind an address or a link is completed in bash too', async () => {
  const terminal = startOnTerminal('bash --norc --noprofile', { HOME: folder, PS1: 'ready> ' });
  const first = `cd ${folder}; source ${scripts.bash}; hushlink() { local IFS=,; echo "got:$*."; }`;
  terminal.type(`PS1='ready> '; ${first}; echo begin${'" "'}now\r`);
  await terminal.waitFor(/begin now\nready> $|begin now\r?\n.*ready> /);
  const lines = [
    ['customers role you@example.org co\t', /got:customers,role,you@example\.org,colonel\./],
    ['create --server https://hush.example note-\t', /got:create,--server,https:\/\/hush\.example,note-two\.txt\./],
    ['create wid\t', /got:create,wide name\.txt\./],
    ['create --server=http://[::1]:3000 --passphrase-file=note-\t', /-file=note-two\.txt\./],
  ] as const;
  for (const [line, answer] of lines) {
    terminal.type(`hushlink ${line}\r`);
    await terminal.waitFor(answer);
  }
  terminal.type('exit\r');
  await terminal.ended;
});

test('an option takes a value in every command or in none, as the scripts take for granted', () => {
  const takes = new Map<string, boolean>();
  for (const { options } of everyCommand(tree)) {
    for (const { names, value } of options) {
      for (const name of names) assert.equal(takes.get(name) ?? value !== null, value !== null, name);
      for (const name of names) takes.set(name, value !== null);
    }
  }
});

function optionNames({ options }: CommandShape): readonly string[] {
  return options.flatMap(({ names }) => names);
}
