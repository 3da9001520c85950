import { createInterface } from 'node:readline/promises';
import type { CliIo } from './io.ts';

/** Asks on the terminal; only 'y' and 'yes' mean yes. */
export async function askYesNo(question: string, io: CliIo): Promise<boolean> {
  return /^y(es)?$/i.test((await askLine(question, io)) ?? '');
}

/** Asks on the terminal for a word that nobody types by habit. */
export async function askForWord(question: string, word: string, io: CliIo): Promise<boolean> {
  return (await askLine(question, io))?.toLowerCase() === word.toLowerCase();
}

/** One line typed on the terminal, without space around it; undefined when it was broken off (Ctrl-C, Ctrl-D). */
export async function askLine(question: string, io: CliIo): Promise<string | undefined> {
  const lines = createInterface({ input: io.stdin, output: io.stderr });
  // Ctrl-C and the end of input answer too: neither is a yes.
  const broken = new AbortController();
  lines.once('close', () => broken.abort());
  try {
    return (await lines.question(question, { signal: broken.signal })).trim();
  } catch {
    return undefined;
  } finally {
    lines.close();
  }
}
