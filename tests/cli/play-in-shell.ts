import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runChild } from '../support/children.ts';
import { builtProgram } from '../support/program.ts';
import { shellQuoted, startOnTerminal } from '../support/terminal.ts';
import type { Played, Stage } from './play-session.ts';

export interface ShellStage extends Stage {
  /** What differs from run to run, and how the transcript calls it. */
  readonly names: Readonly<Record<string, string>>;
}

/** What is no word that Enter ends. */
const KEYS: Readonly<Record<string, string>> = { 'Ctrl-C': '\u0003', 'Ctrl-D': '\u0004' };
const AT_TERMINAL = / {2}\(on a terminal, typing (.*)\)$/;
/** `hushlink` of the transcript is the program under test. */
const definition = `hushlink() { ${builtProgram.map(shellQuoted).join(' ')} "$@"; }`;

/**
 * Runs the lines of a transcript in a shell: pipes, redirections and variables are those people write. What is
 * typed on a terminal stands behind the line, and then all that was on the screen.
 */
export async function playInShell(name: string, stage: ShellStage): Promise<Played> {
  const expected = readFileSync(join(import.meta.dirname, 'transcripts', name), 'utf8');
  const lines: string[] = [];
  for (const block of expected.split(/^(?=[$#] )/m)) {
    const [first = ''] = block.split('\n');
    lines.push(`${first}\n`);
    if (first.startsWith('# ')) await stage.happen(first.slice(2));
    else lines.push(await printedBy(first.slice(2), stage));
  }
  return { expected, found: lines.join('') };
}

async function printedBy(line: string, { folder, env = {}, names }: ShellStage): Promise<string> {
  const replaced = Object.entries(names).reduce((text, [real, shown]) => text.replaceAll(shown, real), line);
  const typed = AT_TERMINAL.exec(replaced)?.[1];
  const script = `cd ${shellQuoted(folder)}; ${definition}; ${replaced.replace(AT_TERMINAL, '')}`;
  const printed = typed === undefined ? await inPipes(script, env) : await onTerminal(script, typed, env);
  return Object.entries(names).reduce((text, [real, shown]) => text.replaceAll(real, shown), printed);
}

async function inPipes(script: string, env: Readonly<Record<string, string>>): Promise<string> {
  const end = await runChild('sh', ['-c', script], { env });
  return `${end.stdout}${end.stderr}[${end.code}]\n`;
}

async function onTerminal(script: string, typed: string, env: Readonly<Record<string, string>>): Promise<string> {
  const terminal = startOnTerminal(script, env);
  for (const word of typed === 'nothing' ? [] : typed.split(', ')) {
    // A prompt ends with a colon, or with what may be answered.
    await terminal.waitFor(/[:\]] $/);
    terminal.type(KEYS[word] ?? `${word}\r`);
  }
  const { code, screen } = await terminal.ended;
  return `${screen.replace(/\n?$/, '\n')}[${code}]\n`;
}
