import type { Answer, Outcome } from './answer.ts';
import { type CliFailure, EXIT_CODES, failureAsJson } from './failure.ts';
import { type CliIo, say } from './io.ts';
import { jsonLine } from './printable.ts';
import { systemCode } from './system-code.ts';
import { TEXTS } from './texts.ts';
import { writeAll } from './write-all.ts';

/** Prints what a command answered and gives the exit code. */
export async function finish(outcome: Outcome, isJson: boolean, io: CliIo): Promise<number> {
  if (!outcome.ok) return printFailure(outcome.failure, isJson, io);
  return outcome.value === undefined ? 0 : printAnswer(outcome.value, isJson, io);
}

/** With `--json` standard output carries exactly one object, an error too. */
export async function printFailure(failure: CliFailure, isJson: boolean, io: CliIo): Promise<number> {
  const code = EXIT_CODES[failure.kind];
  if (!isJson) {
    say(io, TEXTS.errors.prefixed(failure.message));
    return code;
  }
  try {
    await writeAll(io.stdout, jsonLine(failureAsJson(failure)));
  } catch {
    say(io, TEXTS.errors.prefixed(failure.message));
  }
  return code;
}

async function printAnswer(answer: Answer, isJson: boolean, io: CliIo): Promise<number> {
  try {
    await writeAll(io.stdout, isJson ? jsonLine(answer.json) : answer.line);
  } catch (error) {
    say(io, TEXTS.errors.prefixed(TEXTS.errors.notPrinted(systemCode(error))));
    return EXIT_CODES.undelivered;
  }
  if (!isJson) for (const note of answer.notes) say(io, note);
  return answer.exitCode ?? 0;
}
