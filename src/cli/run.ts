import type { Answer, Outcome } from './answer.ts';
import { type CliFailure, EXIT_CODES, failureAsJson } from './failure.ts';
import { type CliIo, say } from './io.ts';
import { systemCode } from './system/system-code.ts';
import { writeAll } from './system/write-all.ts';
import { jsonLine } from './terminal/printable.ts';
import { TEXTS } from './texts.ts';

export interface Manner {
  readonly isJson: boolean;
  /** A failure is printed as it is, without the name of the program before it. */
  readonly isPlain?: boolean;
}

/** Prints what a command answered and gives the exit code. */
export async function finish(outcome: Outcome, manner: Manner, io: CliIo): Promise<number> {
  if (!outcome.ok) return printFailure(outcome.failure, manner, io);
  return outcome.value === undefined ? 0 : printAnswer(outcome.value, manner, io);
}

/** With `--json` standard output carries exactly one object, an error too. */
export async function printFailure(failure: CliFailure, { isJson, isPlain }: Manner, io: CliIo): Promise<number> {
  const code = EXIT_CODES[failure.kind];
  const line = isPlain ? failure.message : TEXTS.errors.prefixed(failure.message);
  if (!isJson) {
    say(io, line);
    return code;
  }
  try {
    await writeAll(io.stdout, jsonLine(failureAsJson(failure)));
  } catch {
    say(io, line);
  }
  return code;
}

async function printAnswer(answer: Answer, { isJson }: Manner, io: CliIo): Promise<number> {
  const end = await print(isJson ? jsonLine(answer.json) : answer.line, io);
  // What was done is done: what follows from it (`Restart the server now`) is said even where the answer is lost.
  if (end === 'lost' || (end === 'printed' && !isJson)) for (const note of answer.notes) say(io, note);
  return end === 'printed' ? (answer.exitCode ?? 0) : EXIT_CODES.undelivered;
}

/** Prints to standard output and gives the exit code: `codeIfGone` if the reader went before the end. */
export async function printText(text: string, io: CliIo, codeIfGone: number = EXIT_CODES.undelivered): Promise<number> {
  return { printed: 0, gone: codeIfGone, lost: EXIT_CODES.undelivered }[await print(text, io)];
}

/** A reader that has gone away (`| head`) wants no more, and no message about it; any other loss is reported. */
async function print(text: string, io: CliIo): Promise<'printed' | 'gone' | 'lost'> {
  try {
    await writeAll(io.stdout, text);
    return 'printed';
  } catch (error) {
    const code = systemCode(error);
    if (code === 'EPIPE') return 'gone';
    say(io, TEXTS.errors.prefixed(TEXTS.errors.notPrinted(code)));
    return 'lost';
  }
}
