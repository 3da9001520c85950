import { type Command, InvalidArgumentError, Option } from 'commander';
import { readHostAndPort } from '#src/config/network-names.ts';
import type { Outcome } from './answer.ts';
import { MAX_TIMEOUT_SECONDS } from './duration.ts';
import { HELP } from './help-texts.ts';
import type { CliIo } from './io.ts';
import { finish } from './run.ts';
import { TEXTS } from './texts.ts';

const HELP_WIDTH_COLUMNS = 88;

export interface Answering {
  readonly json?: boolean;
}

/** What every command is made with, so that all look and end alike. */
export interface Frame {
  /** Throws instead of exiting, prints no error by itself, and looks the same on every terminal. */
  bare(command: Command): Command;
  /** A command of that parent with its description, and what its help says after the options. */
  named(parent: Command, name: string, description: string, after: string): Command;
  /** A command that only holds others. */
  group(parent: Command, name: string, description: string, after?: string): Command;
  /** A command of a group, whose help says what there is to say after the options. */
  within(group: Command, name: string, description: string): Command;
  /** Adds the options of a command that talks to a server as whoever calls it. */
  withServer(command: Command): Command;
  withTimeout(command: Command): Command;
  withJson(command: Command): Command;
  /** Adds `--host`, the name under which a site is asked for, and `--profile`. */
  withHost(command: Command): Command;
  /** Prints the outcome, and passes on the exit code. */
  answer(outcome: Promise<Outcome>, options: Answering): Promise<void>;
  /** The same for commands of operators, whose failures are lines of a configuration, each with its own place. */
  answerPlainly(outcome: Promise<Outcome>, options: Answering): Promise<void>;
}

export interface FrameDeps {
  readonly io: CliIo;
  /** Takes the help and the version. */
  readonly print: (text: string) => void;
  /** Takes the exit code of the command that ran. */
  readonly onExit: (code: number) => void;
}

export function createFrame({ io, print, onExit }: FrameDeps): Frame {
  const bare = (command: Command) => bareCommand(command, print);
  const withJson = (command: Command) => command.option('--json', HELP.options.json);
  const withTimeout = (command: Command) =>
    command.addOption(new Option('--timeout <seconds>', HELP.options.timeout).argParser(readSeconds));
  const withHost = (command: Command) =>
    command
      .addOption(new Option('--host <name>', HELP.options.host).argParser(readHost))
      .option('--profile <name>', HELP.options.profile);
  const within = (parent: Command, name: string, description: string) =>
    bare(parent.command(name)).description(description);
  return {
    ...{ bare, within, withJson, withHost, withTimeout },
    named: (parent, name, description, after) => within(parent, name, description).addHelpText('after', after),
    group: (parent, name, description, after) => {
      const group = within(parent, name, description).helpCommand(false);
      return after === undefined ? group : group.addHelpText('after', after);
    },
    withServer: (command) =>
      withJson(
        withTimeout(
          command.option('--profile <name>', HELP.options.profile).option('--server <url>', HELP.options.server),
        ),
      ),
    answer: async (outcome, { json }) => onExit(await finish(await outcome, { isJson: json === true }, io)),
    answerPlainly: async (outcome, { json }) =>
      onExit(await finish(await outcome, { isJson: json === true, isPlain: true }, io)),
  };
}

/** Reads a whole number from 1 to `max`. */
export function wholeNumber(max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < 1 || value > max) {
      throw new InvalidArgumentError(TEXTS.errors.notInRange(max));
    }
    return value;
  };
}

/** Reads a host as it stands in a request, with a port or without; the final dot of a whole name is left out. */
function readHost(text: string): string {
  const host = readHostAndPort(text.replace(/\.(?=(:\d+)?$)/, ''));
  if (host === null) throw new InvalidArgumentError('');
  return host;
}

export const readSeconds = wholeNumber(MAX_TIMEOUT_SECONDS);

function bareCommand(command: Command, print: (text: string) => void): Command {
  return command
    .exitOverride()
    .helpOption('-h, --help', HELP.help)
    .showSuggestionAfterError(false)
    .configureOutput({
      writeOut: print,
      outputError: () => {},
      getOutHelpWidth: () => HELP_WIDTH_COLUMNS,
      getErrHelpWidth: () => HELP_WIDTH_COLUMNS,
    });
}
