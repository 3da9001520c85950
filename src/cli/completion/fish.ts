import {
  type ArgumentShape,
  type CommandShape,
  everyCommand,
  type OptionShape,
  type ValueShape,
  valueOptions,
} from '../command-tree.ts';

/** A script for fish 3 and newer. */
export function fishCompletion(tree: CommandShape): string {
  const commands = everyCommand(tree);
  const paths = commands.slice(1).map(({ path }) => quoted(path.join(' ')));
  return `# Completion of hushlink for fish: hushlink completion fish > ~/.config/fish/completions/hushlink.fish

# Whether the line is about that command, with so many of its arguments (any number where none is said).
function __hushlink_at
    set -l path
    set -l given 0
    set -l is_value no
    for word in (commandline -opc)[2..-1]
        if test $is_value = yes
            set is_value no
            continue
        end
        switch $word
            case ${valueOptions(commands).join(' ')}
                set is_value yes
                continue
            case '-*'
                continue
        end
        if contains -- (string join ' ' -- $path $word) ${paths.join(' ')}
            set -a path $word
        else
            set given (math $given + 1)
        end
    end
    test "$path" = "$argv[1]"; and test -z "$argv[2]" -o "$given" = "$argv[2]"
end

complete -c hushlink -f
${commands.flatMap(linesOf).join('\n')}
`;
}

function linesOf(command: CommandShape): readonly string[] {
  const path = command.path.join(' ');
  return [
    ...command.commands.map((one) => line(path, 0, `-a ${one.path.at(-1)} -d ${quoted(one.description)}`)),
    ...command.options.map((option) => line(path, undefined, optionWords(option))),
    ...command.arguments.flatMap(({ value }: ArgumentShape, at) => {
      const words = argumentWords(value);
      return words === undefined ? [] : [line(path, at, words)];
    }),
  ];
}

function line(path: string, given: number | undefined, rest: string): string {
  const condition = `__hushlink_at "${path}"${given === undefined ? '' : ` ${given}`}`;
  return `complete -c hushlink -n ${quoted(condition)} ${rest}`;
}

function optionWords({ names, description, value }: OptionShape): string {
  const flags = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  return [...flags, ...optionValue(value), '-d', quoted(description)].join(' ');
}

function optionValue(value: ValueShape | null): readonly string[] {
  if (value === null) return [];
  if (value.kind === 'file') return ['-r', '-F'];
  return value.kind === 'choices' ? ['-x', '-a', quoted(value.words.join(' '))] : ['-x'];
}

function argumentWords(value: ValueShape): string | undefined {
  if (value.kind === 'file') return '-F';
  return value.kind === 'choices' ? `-a ${quoted(value.words.join(' '))}` : undefined;
}

function quoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
}
