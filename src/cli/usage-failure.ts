import type { CommanderError } from 'commander';
import type { CliFailure } from './failure.ts';
import { TEXTS } from './texts.ts';

/** Own sentences: the parser's repeat the arguments, and somebody may have put a secret there. */
const SENTENCES: Readonly<Record<string, string>> = {
  'commander.unknownOption': TEXTS.errors.unknownOption,
  'commander.excessArguments': TEXTS.errors.tooManyArguments,
  'commander.unknownCommand': TEXTS.errors.unknownCommand,
  'commander.missingArgument': TEXTS.errors.missingArgument,
  'commander.missingMandatoryOptionValue': TEXTS.errors.missingOption,
  'commander.optionMissingArgument': TEXTS.errors.missingValue,
  'commander.invalidArgument': TEXTS.errors.wrongValue,
};

/** What was wrong with the command line. */
export function usageFailure(error: CommanderError, command: string): CliFailure {
  const sentence = rangeOf(error) ?? SENTENCES[error.code] ?? TEXTS.errors.wrongUsage;
  const name = nameOf(error);
  const message = name === undefined ? sentence : `${name}: ${sentence}`;
  return { kind: 'usage', message: TEXTS.errors.seeHelp(message, command) };
}

/** The long option it is about, without its value. Not a short one: `-pVALUE` is one word. */
function nameOf(error: CommanderError): string | undefined {
  return /'(--[a-z][a-z-]{0,30})(?=[=' <])/.exec(error.message)?.[1];
}

/** Our sentence about a number out of range. The parser's repeats the value before it, of which nothing is shown. */
function rangeOf({ code, message }: CommanderError): string | undefined {
  const max = code === 'commander.invalidArgument' ? / from 1 to (\d+)\.$/.exec(message)?.[1] : undefined;
  return max === undefined ? undefined : TEXTS.errors.notInRange(Number(max));
}
