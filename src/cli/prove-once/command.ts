import { Argument, type Command, Option } from 'commander';
import type { Outcome } from '../answer.ts';
import { type Frame, wholeNumber } from '../command-frame.ts';
import type { ProveOnceOptions } from './prove-once.ts';
import { PROVE_ONCE_HELP } from './texts.ts';

// Together about a thousand requests: polite, and within the default limits of a window.
const DEFAULT_ROUNDS = 20;
const DEFAULT_READERS = 50;
const MAX_ROUNDS = 100_000;
const MAX_READERS = 2000;

interface ProveOnceDeps extends Pick<Frame, 'named' | 'withHost' | 'withTimeout' | 'withJson' | 'answer'> {
  readonly run: (addresses: readonly string[], options: ProveOnceOptions) => Promise<Outcome>;
}

/** The words of `hushlink prove-once`. */
export function addProveOnce(
  program: Command,
  { named, withHost, withTimeout, withJson, run, answer }: ProveOnceDeps,
): void {
  const number = (flags: string, description: string, max: number) =>
    new Option(flags, description).argParser(wholeNumber(max));
  const command = named(program, 'prove-once', PROVE_ONCE_HELP.proveOnce, PROVE_ONCE_HELP.after)
    .addArgument(new Argument('<url...>', PROVE_ONCE_HELP.url))
    .addOption(number('--rounds <number>', PROVE_ONCE_HELP.rounds, MAX_ROUNDS).default(DEFAULT_ROUNDS))
    .addOption(number('--readers <number>', PROVE_ONCE_HELP.readers, MAX_READERS).default(DEFAULT_READERS))
    .addOption(new Option('--api <version>', PROVE_ONCE_HELP.api).choices(['v2', 'v1']).default('v2'))
    .option('--passphrase', PROVE_ONCE_HELP.passphrase)
    .option('--claimants', PROVE_ONCE_HELP.claimants);
  withJson(withTimeout(withHost(command))).action((addresses, options) => answer(run(addresses, options), options));
}
