import { type CommandShape, everyCommand, type ValueShape, valueOptions } from '../command-tree.ts';

/** A script for bash 3.2 and newer, which needs no package beside it. */
export function bashCompletion(tree: CommandShape): string {
  const commands = everyCommand(tree);
  return `# shellcheck shell=bash
# Completion of hushlink for bash: source <(hushlink completion bash)

_hushlink() {
  local rest="\${COMP_LINE}" typed=() last=-1 current word='' path='' option='' name='' words='' files='' index given=0

  # bash takes an address, a link and --name=value apart (at @, : and =); the line shows what belongs together.
  for ((index = 0; index <= COMP_CWORD; index++)); do
    word="\${COMP_WORDS[index]}"
    if [[ $index == 0 || $rest == [[:space:]]* ]]; then last=$((last + 1)); fi
    typed[last]="\${typed[last]-}$word"
    rest="\${rest#*"$word"}"
  done

  # Which command the line is about, how many of its arguments stand there, and whose value is being typed.
  for ((index = 1; index < last; index++)); do
    word="\${typed[index]}"
    if [[ -n $option ]]; then
      option=''
      continue
    fi
    case "$word" in
      ${patterns(valueOptions(commands))}) option="$word" && continue ;;
      -*) continue ;;
    esac
    case "$path $word" in
      ${patterns(commands.slice(1).map(pathOf))}) path="$path $word" ;;
      *) given=$((given + 1)) ;;
    esac
  done
  current="\${typed[last]}"
  word="$current"
  if [[ -z $option && $current == --*=* ]]; then
    name="\${current%%=*}="
    option="\${name%=}"
    current="\${current#*=}"
  fi

  if [[ -n $option ]]; then
    case "$path $option" in
${cases(commands.flatMap(optionValues))}
    esac
  elif [[ $current == -* ]]; then
    case "$path" in
${cases(commands.map((one) => [pathOf(one), `words='${optionNames(one).join(' ')}'`] as const))}
    esac
  else
    case "$path/$given" in
${cases(commands.flatMap(argumentValues))}
    esac
  fi

  COMPREPLY=()
  if [[ -n $files ]]; then
    compopt -o filenames 2> /dev/null
    while IFS= read -r rest; do COMPREPLY+=("$rest"); done < <(compgen -f -- "$current")
  elif [[ -n $words ]]; then
    while IFS= read -r rest; do COMPREPLY+=("$rest"); done < <(compgen -W "$words" -- "$current")
  fi
  # What bash puts it in the place of ($2) is the end of the word alone.
  for index in "\${!COMPREPLY[@]}"; do
    rest="$name\${COMPREPLY[index]}"
    COMPREPLY[index]="\${rest#"\${word%"$2"}"}"
  done
}

complete -F _hushlink hushlink
`;
}

type Case = readonly [pattern: string, action: string];

function pathOf({ path }: CommandShape): string {
  return path.map((word) => ` ${word}`).join('');
}

function optionNames({ options }: CommandShape): readonly string[] {
  return options.flatMap(({ names }) => names);
}

function optionValues(command: CommandShape): readonly Case[] {
  return command.options.flatMap(({ names, value }) =>
    names.flatMap((name) => valueCase(`${pathOf(command)} ${name}`, value)),
  );
}

function argumentValues(command: CommandShape): readonly Case[] {
  const words = command.commands.map(({ path }) => path.at(-1)).join(' ');
  const below: readonly Case[] = words === '' ? [] : [[`${pathOf(command)}/0`, `words='${words}'`]];
  return [...below, ...command.arguments.flatMap(({ value }, at) => valueCase(`${pathOf(command)}/${at}`, value))];
}

function valueCase(pattern: string, value: ValueShape | null): readonly Case[] {
  if (value?.kind === 'file') return [[pattern, 'files=yes']];
  return value?.kind === 'choices' ? [[pattern, `words='${value.words.join(' ')}'`]] : [];
}

/** Patterns of the same action on one line. */
function cases(all: readonly Case[]): string {
  const actions = [...new Set(all.map(([, action]) => action))];
  return actions
    .map((action) => {
      const same = all.filter(([, other]) => other === action).map(([pattern]) => pattern);
      return `      ${patterns(same)}) ${action} ;;`;
    })
    .join('\n');
}

function patterns(texts: readonly string[]): string {
  return texts.map((text) => `'${text}'`).join(' | ');
}
