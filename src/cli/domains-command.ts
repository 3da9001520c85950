import { Argument, type Command } from 'commander';
import type { Outcome } from './answer.ts';
import { HELP } from './help-texts.ts';
import type { ClientOptions } from './wishes.ts';

/** What the words of the command line ask for. */
export type DomainsCommand =
  | { readonly kind: 'list' }
  | { readonly kind: 'add' | 'show' | 'verify'; readonly name: string }
  | { readonly kind: 'remove'; readonly name: string; readonly isConfirmed: boolean };

interface DomainsDeps {
  /** Makes a command look and fail as all of ours do. */
  readonly bare: (command: Command) => Command;
  /** Gives it the options of a command that talks to a server. */
  readonly withServer: (command: Command) => Command;
  readonly run: (command: DomainsCommand, options: ClientOptions) => Promise<Outcome>;
  readonly answer: (outcome: Promise<Outcome>, options: ClientOptions) => Promise<void>;
}

const NAMED = ['add', 'show', 'verify'] as const;

export function addDomains(program: Command, { bare, withServer, run, answer }: DomainsDeps): void {
  const group = bare(program.command('domains')).description(HELP.domains).helpCommand(false);
  group.addHelpText('after', HELP.afterDomains);
  const described = (kind: DomainsCommand['kind']) => bare(group.command(kind)).description(HELP.domainsCommands[kind]);
  const named = (kind: DomainsCommand['kind']) =>
    described(kind).addArgument(new Argument('<domain>', HELP.domainsName));

  withServer(described('list')).action((options) => answer(run({ kind: 'list' }, options), options));
  for (const kind of NAMED) {
    withServer(named(kind)).action((name, options) => answer(run({ kind, name }, options), options));
  }
  withServer(named('remove').option('--yes', HELP.options.yes)).action((name, options) =>
    answer(run({ kind: 'remove', name, isConfirmed: options.yes === true }, options), options),
  );
}
