import type { Command } from 'commander';

/**
 * Prints the help of the command that these words lead to, and throws what the parser throws. The parser itself would
 * look at the first word alone, and answer a wrong one with the help of everything. Nothing is ever run.
 */
export function helpWith(program: Command, words: readonly string[]): never {
  return commandOf(program, words).help();
}

function commandOf(program: Command, words: readonly string[]): Command {
  return words.reduce((command, word) => {
    // Options lead nowhere, nor does asking for help twice.
    if (word === 'help' || word.startsWith('-')) return command;
    const named = command.commands.find((candidate) => candidate.name() === word);
    return named ?? command.error('', { code: 'commander.unknownCommand' });
  }, program);
}
