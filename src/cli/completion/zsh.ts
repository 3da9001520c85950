import { type CommandShape, everyCommand, type OptionShape, type ValueShape } from '../command-tree.ts';
import { quoted } from '../system/shell-word.ts';

/** A script for zsh: to be sourced, or to stand as `_hushlink` in a folder of fpath. */
export function zshCompletion(tree: CommandShape): string {
  return `#compdef hushlink
# Completion of hushlink for zsh: source <(hushlink completion zsh), after compinit

${everyCommand(tree).map(functionOf).join('\n')}
if [[ "\${funcstack[1]}" == _hushlink ]]; then
  _hushlink "$@"
else
  compdef _hushlink hushlink
fi
`;
}

function functionOf(command: CommandShape): string {
  return command.commands.length === 0 ? leafFunction(command) : groupFunction(command);
}

function leafFunction(command: CommandShape): string {
  const args = command.arguments.map(
    ({ isRequired, value }, at) => `${at + 1}:${isRequired ? '' : ':'}${valueSpec(value)}`,
  );
  const specs = [...command.options.map(optionSpec), ...args.map(quoted)];
  return `${nameOf(command)}() {\n  _arguments -s -S ${specs.map(indented).join('')}\n}\n`;
}

function groupFunction(command: CommandShape): string {
  const specs = [...command.options.map(optionSpec), "'1:command:->command'", "'*::argument:->argument'"];
  const words = command.commands.map((one) => quoted(`${escaped(lastWord(one))}:${escaped(one.description)}`));
  const branches = command.commands.map((one) => `        ${lastWord(one)}) ${nameOf(one)} ;;\n`);
  return `${nameOf(command)}() {
  local curcontext="$curcontext" state line
  local -a commands=(${words.map((word) => `\n    ${word}`).join('')}
  )
  _arguments -C -S ${specs.map(indented).join('')}
  case "$state" in
    command) _describe command commands ;;
    argument)
      case "\${line[1]}" in
${branches.join('')}      esac
      ;;
  esac
}
`;
}

function nameOf({ path }: CommandShape): string {
  return ['_hushlink', ...path].join('_').replaceAll('-', '_');
}

function lastWord({ path }: CommandShape): string {
  return path.at(-1) ?? '';
}

function optionSpec({ names, description, value }: OptionShape): string {
  const explained = `[${escaped(description)}]`;
  if (value === null) return names.length === 1 ? quoted(`${names[0]}${explained}`) : bothNames(names, explained);
  // Every option may be repeated: some collect their values, of the others the last value counts.
  return quoted(`*${names.at(-1)}=${explained}:${valueSpec(value)}`);
}

function bothNames(names: readonly string[], explained: string): string {
  return `${quoted(`(${names.join(' ')})`)}{${names.join(',')}}${quoted(explained)}`;
}

function valueSpec(value: ValueShape): string {
  if (value.kind === 'file') return 'file:_files';
  return value.kind === 'choices' ? `word:(${value.words.join(' ')})` : `${value.name}: `;
}

function indented(spec: string): string {
  return `\\\n    ${spec}`;
}

/** Escapes what _arguments and _describe would take for their own marks. */
function escaped(text: string): string {
  return text.replaceAll(/[\\:[\]]/g, '\\$&');
}
