import { Argument, type Command } from 'commander';
import { ok } from '#src/result.ts';
import type { Outcome } from '../answer.ts';
import type { Frame } from '../command-frame.ts';
import { treeOf } from '../command-tree.ts';
import { bashCompletion } from './bash.ts';
import { fishCompletion } from './fish.ts';
import { COMPLETION_HELP } from './texts.ts';
import { zshCompletion } from './zsh.ts';

const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;

/** `hushlink completion SHELL`: written from the very commands that are parsed. */
export function addCompletion(program: Command, { named, withJson, answer }: Frame): void {
  const shell = new Argument('<shell>', COMPLETION_HELP.shell).choices(Object.keys(SCRIPTS));
  const command = named(program, 'completion', COMPLETION_HELP.completion, COMPLETION_HELP.afterCompletion);
  withJson(command.addArgument(shell)).action((name, options) => answer(completion(name, program), options));
}

async function completion(shell: keyof typeof SCRIPTS, program: Command): Promise<Outcome> {
  const script = SCRIPTS[shell](treeOf(program));
  return ok({ line: script, json: { shell, script }, notes: [] });
}
