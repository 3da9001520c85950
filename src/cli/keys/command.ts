import { Argument, type Command } from 'commander';
import type { Outcome } from '../answer.ts';
import type { Frame } from '../command-frame.ts';
import { HELP } from '../help-texts.ts';
import { KEYS_HELP } from './texts.ts';

/** What the words of the command line ask for. */
export type KeysCommand =
  | { readonly kind: 'status' | 'rotate' }
  | { readonly kind: 'drop'; readonly id: string; readonly isConfirmed: boolean };

interface KeysDeps extends Pick<Frame, 'group' | 'within' | 'withJson' | 'answer'> {
  readonly run: (command: KeysCommand) => Promise<Outcome>;
}

export function addKeys(program: Command, { group, within, withJson, run, answer }: KeysDeps): void {
  const keys = group(program, 'keys', KEYS_HELP.keys, KEYS_HELP.after);
  const add = (kind: KeysCommand['kind']) => withJson(within(keys, kind, KEYS_HELP.commands[kind]));
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
