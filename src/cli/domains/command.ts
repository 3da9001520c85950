import { Argument, type Command } from 'commander';
import type { Outcome } from '../answer.ts';
import type { Frame } from '../command-frame.ts';
import { HELP } from '../help-texts.ts';
import type { ClientOptions } from '../wishes.ts';

/** What the words of the command line ask for. */
export type DomainsCommand =
  | { readonly kind: 'list' }
  | { readonly kind: 'add' | 'show' | 'verify'; readonly name: string }
  | { readonly kind: 'remove'; readonly name: string; readonly isConfirmed: boolean };

interface DomainsDeps extends Pick<Frame, 'group' | 'within' | 'withServer' | 'answer'> {
  readonly run: (command: DomainsCommand, options: ClientOptions) => Promise<Outcome>;
}

const NAMED = ['add', 'show', 'verify'] as const;

export function addDomains(program: Command, { group, within, withServer, run, answer }: DomainsDeps): void {
  const domains = group(program, 'domains', HELP.domains, HELP.afterDomains);
  const described = (kind: DomainsCommand['kind']) => within(domains, kind, HELP.domainsCommands[kind]);
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
