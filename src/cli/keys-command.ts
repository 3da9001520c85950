import { Argument, type Command } from 'commander';
import type { Outcome } from './answer.ts';
import { HELP } from './help-texts.ts';
import { KEYS_HELP } from './keys-texts.ts';

/** What the words of the command line ask for. */
export type KeysCommand =
  | { readonly kind: 'status' | 'rotate' }
  | { readonly kind: 'drop'; readonly id: string; readonly isConfirmed: boolean };

interface KeysDeps {
  /** Makes a command look and fail as all of ours do. */
  readonly bare: (command: Command) => Command;
  readonly run: (command: KeysCommand) => Promise<Outcome>;
  readonly answer: (outcome: Promise<Outcome>, options: { readonly json?: boolean }) => Promise<void>;
}

export function addKeys(program: Command, { bare, run, answer }: KeysDeps): void {
  const group = bare(program.command('keys')).description(KEYS_HELP.keys).helpCommand(false);
  group.addHelpText('after', KEYS_HELP.after);
  const add = (kind: KeysCommand['kind']) =>
    bare(group.command(kind)).description(KEYS_HELP.commands[kind]).option('--json', HELP.options.json);
  for (const kind of ['status', 'rotate'] as const) {
    add(kind).action((options) => answer(run({ kind }), options));
  }
  add('drop')
    // One id of sixty-four begins with a hyphen.
    .allowUnknownOption()
    .addArgument(new Argument('<id>', KEYS_HELP.id))
    .option('--yes', HELP.options.yes)
    .action((id, options) => answer(run({ kind: 'drop', id, isConfirmed: options.yes === true }), options));
}
