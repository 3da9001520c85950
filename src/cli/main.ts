import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { type Command, CommanderError } from 'commander';
import { missingFileOf } from '#src/missing-file.ts';
import { hearHangUps } from '#src/process/hang-ups.ts';
import about from '../../package.json' with { type: 'json' };
import { EXIT_CODES } from './failure.ts';
import { helpWith } from './help-command.ts';
import type { CliIo } from './io.ts';
import { createProgram } from './program.ts';
import { printFailure, printText } from './run.ts';
import type { ServerCommands } from './server/commands.ts';
import { systemCode } from './system/system-code.ts';
import { openStandardInput } from './terminal/standard-input.ts';
import { TEXTS } from './texts.ts';
import { usageFailure } from './usage-failure.ts';

const io: CliIo = {
  env: process.env,
  stdin: openStandardInput(process),
  stdout: process.stdout,
  stderr: process.stderr,
  fetch,
  randomBytes,
  wait: (delayMs) => wait(delayMs),
  signals: {
    on: (name, heard) => process.on(name, heard),
    off: (name, heard) => process.off(name, heard),
    raise: (name) => process.kill(process.pid, name),
  },
  uid: process.getuid?.(),
  temporaryFolder: tmpdir(),
};

const server: ServerCommands = {
  serve: async (options) => {
    // Heard from before the server is loaded, which takes longer than everything before it.
    const hangUps = hearHangUps(process);
    return (await import('./server/serve.ts')).runServer(options, process, hangUps);
  },
  doctor: async () => (await import('./doctor/doctor.ts')).doctor(process),
  healthcheck: async () => (await import('./server/healthcheck.ts')).healthcheck(process),
  checkConfig: async () => (await import('./server/config.ts')).checkConfig(process),
  showConfig: async () => (await import('./server/config.ts')).showConfig(process),
  setBanner: async (text) => (await import('./server/banner.ts')).setBanner(text, process),
  clearBanner: async () => (await import('./server/banner.ts')).clearBanner(process),
  testMail: async (address, options) => (await import('./server/mail.ts')).testMail(address, options, process),
  customers: async (command) => (await import('./customers/customers.ts')).customers(command, io, process),
  keys: async (command) => (await import('./keys/keys.ts')).keys(command, io, process),
  incident: async (command) => (await import('./incident/incident.ts')).incident(command, io, process),
  verify: async (address, options) =>
    (await import('./verify/verify.ts')).verify(
      address,
      options,
      io,
      (await import('#src/resources.ts')).openResources(),
    ),
  proveOnce: async (addresses, options) =>
    (await import('./prove-once/prove-once.ts')).proveOnce(addresses, options, io),
  licences: async () =>
    (await import('./server/licences.ts')).licences((await import('#src/resources.ts')).openResources()),
  backup: async (options) => (await import('./backup/backup.ts')).backup(options, about.version, io, process),
  restore: async (options) => (await import('./backup/restore.ts')).restore(options, io, process),
  migrate: async (options) => (await import('./store/migrate.ts')).migrate(options, io, process),
  reopen: async (options) => (await import('./store/migrate.ts')).reopen(options, io, process),
  showBanner: async () => (await import('./server/banner.ts')).showBanner(process),
};

// Each write reports a reader that has gone away; talk that nobody can read is no reason to fail.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

// If nothing is left that could wake a command up, Node ends it as a success, which it is not.
process.once('exit', () => {
  process.exitCode ??= EXIT_CODES.unexpected;
});

// Not awaited: in the executable this file is no module.
run(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});

async function run(args: readonly string[]): Promise<number> {
  const isJson = args.includes('--json');
  const wantsHelp = args[0] === 'help';
  const words = wantsHelp ? args.slice(1) : args;
  let exitCode = 0;
  let printed = '';
  const program = createProgram({
    io,
    version: about.version,
    server,
    onExit: (code) => {
      exitCode = code;
    },
    print: (text) => {
      printed += text;
    },
  });
  try {
    if (wantsHelp) helpWith(program, words);
    await program.parseAsync(words, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) {
      return printFailure({ kind: 'unexpected', message: unexpectedText(error) }, { isJson }, io);
    }
    // Whoever closes the pipe of a usage text has read enough.
    return error.exitCode === 0 ? printText(printed, io, 0) : refuseUsage(error, nameOf(program, words), isJson);
  }
}

function unexpectedText(error: unknown): string {
  if (error instanceof Error && 'syscall' in error && error.syscall === 'uv_cwd') return TEXTS.errors.folderGone;
  const missing = missingFileOf(error);
  return missing === null ? TEXTS.errors.unexpected(systemCode(error)) : TEXTS.errors.incomplete(missing);
}

async function refuseUsage(error: CommanderError, commandName: string, isJson: boolean): Promise<number> {
  // The help has been printed already: on standard error where a command was missing.
  if (error.code === 'commander.help') return EXIT_CODES.usage;
  return printFailure(usageFailure(error, commandName), { isJson }, io);
}

/** What to look up in the help: 'hushlink create', 'hushlink customers role', or 'hushlink' where none can be told. */
function nameOf(command: Command, [first, ...rest]: readonly string[]): string {
  const named = command.commands.find((candidate) => candidate.name() === first);
  return named === undefined ? command.name() : `${command.name()} ${nameOf(named, rest)}`;
}
