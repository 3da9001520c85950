import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChildOptions } from '../support/children.ts';
import { runCli } from './run-cli.ts';

export interface Stage {
  /** Where the commands run; the transcript calls it /srv. */
  readonly folder: string;
  readonly env: ChildOptions['env'];
  /** Does what a line tells of that begins with '#'. */
  readonly happen: (what: string) => Promise<void> | void;
}

export interface Played {
  readonly expected: string;
  readonly found: string;
}

/** Runs the commands of a transcript one after the other: what they printed, beside what it says they print. */
export async function playSession(name: string, { folder, env = {}, happen }: Stage): Promise<Played> {
  const expected = readFileSync(join(import.meta.dirname, 'transcripts', name), 'utf8');
  const lines: string[] = [];
  for (const block of expected.split(/^(?=[$#] )/m)) {
    const [first = ''] = block.split('\n');
    lines.push(`${first}\n`);
    if (first.startsWith('# ')) await happen(first.slice(2));
    else lines.push(await printedBy(first.replace('$ hushlink ', '').split(' '), { cwd: folder, env }, folder));
  }
  return { expected, found: lines.join('') };
}

async function printedBy(args: readonly string[], options: ChildOptions, folder: string): Promise<string> {
  const end = await runCli(args, options);
  return `${end.stdout}${end.stderr}[${end.code}]\n`.replaceAll(folder, '/srv');
}
