import { Argument, type Command, Option } from 'commander';
import type { Outcome } from '../answer.ts';
import type { Frame } from '../command-frame.ts';
import { HELP } from '../help-texts.ts';
import type { VerifyOptions } from '../verify/verify.ts';

const DEFAULT_TIMEOUT_SECONDS = 120;

interface ReleaseDeps extends Pick<Frame, 'named' | 'withJson' | 'answer'> {
  readonly readSeconds: (text: string) => number;
  readonly verify: (address: string, options: VerifyOptions) => Promise<Outcome>;
  readonly licences: () => Promise<Outcome>;
}

/** What is about the release itself: whether a site runs it unchanged, and what it is made of. */
export function addRelease(
  program: Command,
  { named, withJson, readSeconds, verify, licences, answer }: ReleaseDeps,
): void {
  const timeout = new Option('--timeout <seconds>', HELP.options.wholeTimeout);
  named(program, 'verify', HELP.verify, HELP.afterVerify)
    .addArgument(new Argument('<url>', HELP.verifyUrl))
    .addOption(timeout.default(DEFAULT_TIMEOUT_SECONDS).argParser(readSeconds))
    .option('--json', HELP.options.json)
    .action((address, options) => answer(verify(address, options), options));
  withJson(named(program, 'licences', HELP.licences, HELP.afterLicences)).action((options) =>
    answer(licences(), options),
  );
}
