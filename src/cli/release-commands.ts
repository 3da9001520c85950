import { Argument, type Command, Option } from 'commander';
import type { Outcome } from './answer.ts';
import { HELP } from './help-texts.ts';
import type { VerifyOptions } from './verify.ts';

const DEFAULT_TIMEOUT_SECONDS = 120;

interface ReleaseDeps {
  /** Makes a command look and fail as all of ours do. */
  readonly bare: (command: Command) => Command;
  /** Reads a number of seconds. */
  readonly readSeconds: (text: string) => number;
  readonly verify: (address: string, options: VerifyOptions) => Promise<Outcome>;
  readonly licences: () => Promise<Outcome>;
  readonly answer: (outcome: Promise<Outcome>, options: { readonly json?: boolean }) => Promise<void>;
}

/** What is about the release itself: whether a site runs it unchanged, and what it is made of. */
export function addRelease(program: Command, { bare, readSeconds, verify, licences, answer }: ReleaseDeps): void {
  const timeout = new Option('--timeout <seconds>', HELP.options.wholeTimeout);
  bare(program.command('verify'))
    .description(HELP.verify)
    .addHelpText('after', HELP.afterVerify)
    .addArgument(new Argument('<url>', HELP.verifyUrl))
    .addOption(timeout.default(DEFAULT_TIMEOUT_SECONDS).argParser(readSeconds))
    .option('--json', HELP.options.json)
    .action((address, options) => answer(verify(address, options), options));
  bare(program.command('licences'))
    .description(HELP.licences)
    .addHelpText('after', HELP.afterLicences)
    .option('--json', HELP.options.json)
    .action((options) => answer(licences(), options));
}
