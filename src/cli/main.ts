import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { type Command, CommanderError } from 'commander';
import about from '../../package.json' with { type: 'json' };
import { EXIT_CODES } from './failure.ts';
import type { CliIo } from './io.ts';
import { createProgram, type ServerCommands } from './program.ts';
import { printFailure } from './run.ts';
import { systemCode } from './system-code.ts';
import { TEXTS } from './texts.ts';
import { usageFailure } from './usage-failure.ts';

const io: CliIo = {
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  fetch,
  randomBytes,
  wait: (delayMs) => wait(delayMs),
  temporaryFolder: tmpdir(),
};

const server: ServerCommands = {
  serve: async () => (await import('./serve.ts')).runServer(process),
  checkConfig: async () => (await import('./config.ts')).checkConfig(process),
  showConfig: async () => (await import('./config.ts')).showConfig(process),
  setBanner: async (text) => (await import('./banner.ts')).setBanner(text, process),
  clearBanner: async () => (await import('./banner.ts')).clearBanner(process),
  testMail: async (address) => (await import('./mail.ts')).testMail(address, process),
  customers: async (command) => (await import('./customers.ts')).customers(command, io, process),
  showBanner: async () => (await import('./banner.ts')).showBanner(process),
};

process.exitCode = await run(process.argv.slice(2));

async function run(args: readonly string[]): Promise<number> {
  const isJson = args.includes('--json');
  let exitCode = 0;
  const program = createProgram({
    io,
    version: about.version,
    server,
    onExit: (code) => {
      exitCode = code;
    },
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return refuseUsage(error, nameOf(program, args), isJson);
    return printFailure({ kind: 'unexpected', message: TEXTS.errors.unexpected(systemCode(error)) }, isJson, io);
  }
}

async function refuseUsage(error: CommanderError, commandName: string, isJson: boolean): Promise<number> {
  // The help has been printed already: on standard error where a command was missing.
  if (error.code === 'commander.help') return error.exitCode === 0 ? 0 : EXIT_CODES.usage;
  const failure = usageFailure(error, commandName);
  return failure === undefined ? 0 : printFailure(failure, isJson, io);
}

/** The command to look up in the help: 'hushlink create', or 'hushlink' where none can be told. */
function nameOf(program: Command, args: readonly string[]): string {
  const command = program.commands.find((candidate) => candidate.name() === args[0]);
  return command === undefined ? program.name() : `${program.name()} ${command.name()}`;
}
