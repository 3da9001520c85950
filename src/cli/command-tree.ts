import type { Argument, Command, Option } from 'commander';

/** What may stand for a value. */
export type ValueShape =
  | { readonly kind: 'file' }
  | { readonly kind: 'choices'; readonly words: readonly string[] }
  | { readonly kind: 'text'; readonly name: string };

export interface OptionShape {
  /** `-h` and `--help`. */
  readonly names: readonly string[];
  readonly description: string;
  /** null where it takes none. */
  readonly value: ValueShape | null;
}

export interface ArgumentShape {
  readonly isRequired: boolean;
  readonly value: ValueShape;
}

/** A command as a shell needs to know it to complete its line. */
export interface CommandShape {
  /** The words that lead to it, without the name of the program. */
  readonly path: readonly string[];
  readonly description: string;
  readonly options: readonly OptionShape[];
  readonly arguments: readonly ArgumentShape[];
  readonly commands: readonly CommandShape[];
}

/** The whole command line, as it is parsed and as its help shows it. */
export function treeOf(program: Command): CommandShape {
  return shapeOf(program, [], program);
}

/** A command and all below it. */
export function everyCommand(shape: CommandShape): readonly CommandShape[] {
  return [shape, ...shape.commands.flatMap(everyCommand)];
}

/** Names of the options that take a value, each once. */
export function valueOptions(commands: readonly CommandShape[]): readonly string[] {
  const withValue = commands.flatMap(({ options }) => options.filter(({ value }) => value !== null));
  return [...new Set(withValue.flatMap(({ names }) => names))];
}

function shapeOf(command: Command, path: readonly string[], program: Command): CommandShape {
  const help = command.createHelp();
  const isHelp = path.length === 1 && path[0] === 'help';
  const commandNames = program.commands.map((one) => one.name());
  const args = isHelp
    ? [{ isRequired: false, value: { kind: 'choices', words: commandNames } as const }]
    : command.registeredArguments.map(argumentShape);
  return {
    path,
    description: command.description(),
    options: help.visibleOptions(command).map(optionShape),
    arguments: args,
    commands: help.visibleCommands(command).map((one) => shapeOf(one, [...path, one.name()], program)),
  };
}

function optionShape({ short, long, flags, description, argChoices }: Option): OptionShape {
  const names = [short, long].filter((name) => name !== undefined);
  const valueName = /[<[]([a-z-]+)[>\]]/.exec(flags)?.[1];
  return { names, description, value: valueName === undefined ? null : valueShape(valueName, argChoices) };
}

function argumentShape(argument: Argument): ArgumentShape {
  return { isRequired: argument.required, value: valueShape(argument.name(), argument.argChoices) };
}

function valueShape(name: string, choices: readonly string[] | undefined): ValueShape {
  if (choices) return { kind: 'choices', words: choices };
  return name === 'file' ? { kind: 'file' } : { kind: 'text', name };
}
