import { createInterface } from 'node:readline/promises';
import { ok, type Result } from '#src/result.ts';
import { type CliFailure, failed } from '../failure.ts';
import { type CliIo, canAsk } from '../io.ts';
import { TEXTS } from '../texts.ts';
import { withTerminalBack } from './terminal-back.ts';

/**
 * Goes on if `--yes` was given (`isGiven`), or if 'y' or 'yes' is typed; `stopped` says after any other answer what has
 * not happened. Fails where there is nobody to ask.
 */
export async function askConsent(
  question: string,
  isGiven: boolean | undefined,
  io: CliIo,
  stopped: string = TEXTS.errors.unchanged,
): Promise<Result<void, CliFailure>> {
  if (isGiven) return ok(undefined);
  if (!canAsk(io)) return failed('usage', TEXTS.errors.yesNeeded);
  const isYes = /^y(es)?$/i.test((await askLine(question, io)) ?? '');
  return isYes ? ok(undefined) : failed('cancelled', stopped);
}

/** Asks on the terminal for a word that nobody types by habit. */
export async function askForWord(question: string, word: string, io: CliIo): Promise<boolean> {
  return (await askLine(question, io))?.toLowerCase() === word.toLowerCase();
}

/** One line typed on the terminal, without space around it; undefined when it was broken off (Ctrl-C, Ctrl-D). */
export function askLine(question: string, io: CliIo): Promise<string | undefined> {
  return withTerminalBack(io, () => readLine(question, io));
}

async function readLine(question: string, io: CliIo): Promise<string | undefined> {
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
