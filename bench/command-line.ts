import { Command, InvalidArgumentError } from 'commander';

/** 1 says that something was not as it should be; this, that nothing was looked at. */
const WRONG_CALL = 2;

/**
 * What `npm run SCRIPT --` can be called with, and what `--help` says of it. A wrong option ends the process before
 * anything is measured: half an hour later it would look like a result.
 */
export function commandLine(script: string, about: string): Command {
  return new Command(`npm run ${script} --`)
    .description(about)
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : WRONG_CALL));
}

/** Of an option: a whole number from 1. */
export function count(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1) throw new InvalidArgumentError('A whole number from 1 is needed.');
  return number;
}

/** Of an option: a number above 0. */
export function amount(text: string): number {
  const number = Number(text);
  if (!Number.isFinite(number) || number <= 0) throw new InvalidArgumentError('A number above 0 is needed.');
  return number;
}

/** Of an option: a number above 0, and 1 at most. */
export function share(text: string): number {
  const number = amount(text);
  if (number > 1) throw new InvalidArgumentError('A number from 0 to 1 is needed.');
  return number;
}
