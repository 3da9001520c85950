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
  doctor: async (options) => (await import('./doctor.ts')).doctor(options, process),
  healthcheck: async () => (await import('./healthcheck.ts')).healthcheck(process),
  checkConfig: async () => (await import('./config.ts')).checkConfig(process),
  showConfig: async () => (await import('./config.ts')).showConfig(process),
  setBanner: async (text) => (await import('./banner.ts')).setBanner(text, process),
  clearBanner: async () => (await import('./banner.ts')).clearBanner(process),
  testMail: async (address) => (await import('./mail.ts')).testMail(address, process),
  customers: async (command) => (await import('./customers.ts')).customers(command, io, process),
  keys: async (command) => (await import('./keys.ts')).keys(command, io, process),
  incident: async (command) => (await import('./incident.ts')).incident(command, io, process),
  verify: async (address, options) =>
    (await import('./verify.ts')).verify(address, options, io, (await import('#src/resources.ts')).openResources()),
  licences: async () => (await import('./licences.ts')).licences((await import('#src/resources.ts')).openResources()),
  backup: async (options) => (await import('./backup.ts')).backup(options, about.version, io, process),
  restore: async (options) => (await import('./restore.ts')).restore(options, io, process),
  migrate: async (options) => (await import('./store-migrate.ts')).migrate(options, io, process),
  reopen: async (options) => (await import('./store-migrate.ts')).reopen(options, io, process),
  showBanner: async () => (await import('./banner.ts')).showBanner(process),
};

// `hushlink --help | head`: whoever closes the pipe has read enough. What has to arrive is written by writeAll, which
// hears of it itself.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error) => {
    if (systemCode(error) !== 'EPIPE') throw error;
  });
}

// Not awaited: in the executable this is no module.
run(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});

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
