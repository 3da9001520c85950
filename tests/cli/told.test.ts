import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { everyCommand, treeOf } from '#src/cli/command-tree.ts';
import { PROFILE_TEXTS } from '#src/cli/profiles/texts.ts';
import { createProgram } from '#src/cli/program.ts';
import { TEXTS } from '#src/cli/texts.ts';

const folder = join(import.meta.dirname, 'transcripts');
const transcripts = globSync('*.txt', { cwd: folder }).map((name) => readFileSync(join(folder, name), 'utf8'));
const all = transcripts.join('');
const tree = treeOf(createProgram({ version: '0', server: {} } as never));

/** Stands for whatever a sentence is about. */
const ANYTHING = '\u0001';

/** Why a sentence cannot be in a transcript. */
const UNTOLD: Readonly<Record<string, string>> = {
  'errors.unexpected': 'a fault of ours',
  'errors.folderGone': 'takes a folder that was removed, see tests/cli/surroundings.test.ts',
  'errors.incomplete': 'of an installation that is not whole, see tests/durability/incomplete.test.ts',
  'errors.proxyAsks': 'takes a proxy, see tests/cli/proxy.test.ts',
  'errors.proxyRefuses': 'takes a proxy, see tests/cli/proxy.test.ts',
  'errors.wrongUsage': 'every failure of the parser that can happen has a sentence of its own',
  tooLong: 'a file of settings is never that long',
  'logout.stillNamed': 'takes a configuration that cannot be written, see tests/cli/login.test.ts',
  closed: 'takes another user, see tests/cli/closed-home.test.ts',
};

type Texts = { readonly [name: string]: Texts | string | ((...facts: never[]) => unknown) | readonly string[] };

/** Every sentence below, by its dotted name; what it is about stands as ANYTHING. */
function sentencesOf(texts: Texts, path: readonly string[] = []): [string, string][] {
  return Object.entries(texts).flatMap(([name, text]): [string, string][] => {
    const here = [...path, name];
    if (typeof text === 'string') return [[here.join('.'), text]];
    if (typeof text === 'function') return [[here.join('.'), said(text)]];
    return sentencesOf(text as Texts, here);
  });
}

function said(sentence: (...facts: never[]) => unknown): string {
  // As a list of one it is a text where a text is asked for, too.
  const facts = Array.from({ length: sentence.length }, () => [ANYTHING]);
  return String(sentence(...(facts as never[])));
}

function isTold(sentence: string): boolean {
  const parts = sentence
    .trim()
    .split(ANYTHING)
    .map((part) => RegExp.escape(part));
  return new RegExp(parts.join('.+?')).test(all);
}

test('every command and every command of a group has a transcript, --help and --json', () => {
  const commands = everyCommand(tree).filter(({ path, commands: below }) => below.length === 0 && path[0] !== 'help');
  assert.ok(commands.length > 40);
  for (const { path, options } of commands) {
    const words = path.join(' ');
    const names = options.flatMap((option) => option.names);
    assert.ok(names.includes('--help') && names.includes('--json'), words);
    assert.match(all, new RegExp(`^\\$ (?:\\S+=\\S* |.*\\| )?hushlink ${words}\\b`, 'm'), words);
  }
});

test('every failure of the command line is in a transcript', () => {
  const untold = [...sentencesOf({ errors: TEXTS.errors } as never), ...sentencesOf(PROFILE_TEXTS as never)]
    .filter(([name, sentence]) => !isTold(sentence) && !(name in UNTOLD))
    .map(([name]) => name);
  assert.deepEqual(untold, []);
});
