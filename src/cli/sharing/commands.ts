import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { isBlank } from '#src/values/blank.ts';
import { type Frame, wholeNumber } from '../command-frame.ts';
import { HELP } from '../help-texts.ts';
import type { CliIo } from '../io.ts';
import { burn } from './burn.ts';
import { create } from './create.ts';
import { generate } from './generate.ts';
import { recent } from './recent.ts';
import { type RevealOptions, reveal } from './reveal.ts';
import { selftest } from './selftest.ts';
import { status } from './status.ts';

const MAX_LENGTH_CHARS = 100_000;

/** What senders and recipients do with secrets. */
export function addSharing(program: Command, frame: Frame, io: CliIo): void {
  for (const add of [addCreate, addGenerate, addReveal, addBurn, addStatus, addRecent, addSelftest]) {
    add(program, frame, io);
  }
}

function addCreate(program: Command, { named, withServer, answer }: Frame, io: CliIo): void {
  const command = named(program, 'create', HELP.create, HELP.afterCreate)
    .addArgument(new Argument('[file]', HELP.createFile))
    .option('--ttl <duration>', HELP.options.ttl)
    .option('--passphrase-file <file>', HELP.options.newPassphraseFile)
    .addOption(recipientOption());
  withServer(command).action((file, options) => answer(create(file, options, io), options));
}

function addGenerate(program: Command, { named, withServer, answer }: Frame, io: CliIo): void {
  const command = named(program, 'generate', HELP.generate, HELP.afterGenerate)
    .addOption(new Option('--length <number>', HELP.options.length).argParser(wholeNumber(MAX_LENGTH_CHARS)))
    .option('--sets <names>', HELP.options.sets)
    .option('--ttl <duration>', HELP.options.ttl)
    .option('--passphrase-file <file>', HELP.options.newPassphraseFile)
    .addOption(recipientOption())
    .option('--show', HELP.options.show);
  withServer(command).action((options) => answer(generate(options, io), options));
}

function addReveal(program: Command, { named, withServer, answer }: Frame, io: CliIo): void {
  const command = named(program, 'reveal', HELP.reveal, HELP.afterReveal)
    .addArgument(new Argument('<link>', HELP.target))
    .option('--passphrase-file <file>', HELP.options.passphraseFile)
    .option('--output <file>', HELP.options.output);
  withServer(command).action((link, options) => answer(reveal(link, deliveringAs(options), io), options));
}

function addBurn(program: Command, { named, withServer, answer }: Frame, io: CliIo): void {
  const command = named(program, 'burn', HELP.burn, HELP.afterBurn)
    .addArgument(new Argument('<link>', HELP.target))
    .option('--passphrase-file <file>', HELP.options.passphraseFile)
    .addOption(sideOption())
    .option('--yes', HELP.options.yes);
  withServer(command).action((link, options) => answer(burn(link, options, io), options));
}

function addStatus(program: Command, { named, withServer, answer }: Frame, io: CliIo): void {
  const command = named(program, 'status', HELP.status, HELP.afterStatus)
    .addArgument(new Argument('<link>', HELP.target))
    .addOption(sideOption());
  withServer(command).action((link, options) => answer(status(link, options, io), options));
}

function addRecent(program: Command, { named, withServer, answer }: Frame, io: CliIo): void {
  const command = named(program, 'recent', HELP.recent, HELP.afterRecent);
  withServer(command).action((options) => answer(recent(options, io), options));
}

function addSelftest(program: Command, { named, withHost, withTimeout, withJson, answer }: Frame, io: CliIo): void {
  const command = named(program, 'selftest', HELP.selftest, HELP.afterSelftest);
  command.addArgument(new Argument('<url>', HELP.selftestUrl));
  withJson(withTimeout(withHost(command))).action((url, options) => answer(selftest(url, options, io), options));
}

function recipientOption(): Option {
  return new Option('--recipient <address>', HELP.options.recipient).argParser(
    (address: string, before: readonly string[] | undefined) => {
      // The server takes a blank one for none: nobody would get the link, and nobody would be told.
      if (isBlank(address)) throw new InvalidArgumentError('');
      return [...(before ?? []), address];
    },
  );
}

/** `--output -` is standard output, as is no `--output`. */
function deliveringAs({ output = '-', ...options }: RevealOptions): RevealOptions {
  return output === '-' ? options : { ...options, output };
}

function sideOption(): Option {
  return new Option('--as <side>', HELP.options.as).choices(['sender', 'recipient']).default('sender');
}
