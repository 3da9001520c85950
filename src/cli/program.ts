import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import type { Outcome } from './answer.ts';
import { burn } from './burn.ts';
import { create } from './create.ts';
import { addCustomers, type CustomersCommand } from './customers-command.ts';
import { domains } from './domains.ts';
import { addDomains } from './domains-command.ts';
import { generate } from './generate.ts';
import { HELP } from './help-texts.ts';
import { addIncident, type IncidentCommand } from './incident-command.ts';
import type { CliIo } from './io.ts';
import { addKeys, type KeysCommand } from './keys-command.ts';
import { addRelease } from './release-commands.ts';
import { reveal } from './reveal.ts';
import { finish } from './run.ts';
import { selftest } from './selftest.ts';
import type { ClientOptions } from './session.ts';
import { status } from './status.ts';
import { addStore, type StoreCommands } from './store-commands.ts';
import type { VerifyOptions } from './verify.ts';

const HELP_WIDTH_COLUMNS = 88;
const DEFAULT_TIMEOUT_SECONDS = 30;
const MAX_TIMEOUT_SECONDS = 3600;
const MAX_LENGTH_CHARS = 100_000;

/** What lies outside the client: loaded only when it is asked for, so that the client stays quick. */
export interface ServerCommands extends StoreCommands {
  serve(): Promise<number>;
  healthcheck(): Promise<number>;
  doctor(options: { readonly isJson: boolean }): Promise<number>;
  checkConfig(): Promise<number>;
  showConfig(): Promise<number>;
  setBanner(text: string): Promise<number>;
  clearBanner(): Promise<number>;
  showBanner(): Promise<number>;
  testMail(address: string): Promise<number>;
  customers(command: CustomersCommand): Promise<Outcome>;
  keys(command: KeysCommand): Promise<Outcome>;
  incident(command: IncidentCommand): Promise<Outcome>;
  verify(address: string, options: VerifyOptions): Promise<Outcome>;
  licences(): Promise<Outcome>;
}

export interface ProgramDeps {
  readonly io: CliIo;
  readonly version: string;
  readonly server: ServerCommands;
  /** Takes the exit code of the command that ran. */
  readonly onExit: (code: number) => void;
}

/** The whole command line. Parsing errors are thrown as commander's own. */
export function createProgram(deps: ProgramDeps): Command {
  const program = bare(new Command('hushlink'))
    .description(HELP.program)
    .version(deps.version, '-V, --version', HELP.version)
    .helpCommand('help [command]', HELP.helpCommand)
    .addHelpText('after', HELP.afterProgram);
  const answer: Answering = (outcome, options) => answering(outcome, options, deps);
  for (const add of [addCreate, addGenerate, addReveal, addBurn, addStatus, addSelftest]) add(program, deps);
  addDomains(program, { bare, withServer, answer, run: (command, options) => domains(command, options, deps.io) });
  for (const add of [addServe, addHealthcheck, addDoctor, addConfig, addBanner, addMail]) add(program, deps);
  addCustomers(program, { bare, answer, run: (command) => deps.server.customers(command) });
  addStore(program, { bare, answer, commands: deps.server });
  addKeys(program, { bare, answer, run: (command) => deps.server.keys(command) });
  addIncident(program, { bare, answer, run: (command) => deps.server.incident(command) });
  const { verify, licences } = deps.server;
  addRelease(program, { bare, answer, verify, licences, readSeconds: wholeNumber(MAX_TIMEOUT_SECONDS) });
  return program;
}

function addCreate(program: Command, deps: ProgramDeps): void {
  const command = named(program, 'create', HELP.create, HELP.afterCreate)
    .addArgument(new Argument('[file]', HELP.createFile))
    .option('--ttl <duration>', HELP.options.ttl)
    .option('--passphrase-file <file>', HELP.options.newPassphraseFile)
    .addOption(recipientOption());
  withServer(command).action((file, options) => answering(create(file, options, deps.io), options, deps));
}

function addGenerate(program: Command, deps: ProgramDeps): void {
  const command = named(program, 'generate', HELP.generate, HELP.afterGenerate)
    .addOption(new Option('--length <number>', HELP.options.length).argParser(wholeNumber(MAX_LENGTH_CHARS)))
    .option('--sets <names>', HELP.options.sets)
    .option('--ttl <duration>', HELP.options.ttl)
    .option('--passphrase-file <file>', HELP.options.newPassphraseFile)
    .addOption(recipientOption())
    .option('--show', HELP.options.show);
  withServer(command).action((options) => answering(generate(options, deps.io), options, deps));
}

function addReveal(program: Command, deps: ProgramDeps): void {
  const command = named(program, 'reveal', HELP.reveal, HELP.afterReveal)
    .addArgument(new Argument('<link>', HELP.target))
    .option('--passphrase-file <file>', HELP.options.passphraseFile)
    .option('--output <file>', HELP.options.output);
  withServer(command).action((link, options) => answering(reveal(link, options, deps.io), options, deps));
}

function addBurn(program: Command, deps: ProgramDeps): void {
  const command = named(program, 'burn', HELP.burn, HELP.afterBurn)
    .addArgument(new Argument('<link>', HELP.target))
    .option('--passphrase-file <file>', HELP.options.passphraseFile)
    .addOption(sideOption())
    .option('--yes', HELP.options.yes);
  withServer(command).action((link, options) => answering(burn(link, options, deps.io), options, deps));
}

function addStatus(program: Command, deps: ProgramDeps): void {
  const command = named(program, 'status', HELP.status, HELP.afterStatus)
    .addArgument(new Argument('<link>', HELP.target))
    .addOption(sideOption());
  withServer(command).action((link, options) => answering(status(link, options, deps.io), options, deps));
}

function addSelftest(program: Command, deps: ProgramDeps): void {
  const command = named(program, 'selftest', HELP.selftest, HELP.afterSelftest)
    .addArgument(new Argument('<url>', HELP.selftestUrl))
    .option('--host <name>', HELP.options.host);
  withAnswer(command).action((url, options) => answering(selftest(url, options, deps.io), options, deps));
}

function addServe(program: Command, { server, onExit }: ProgramDeps): void {
  named(program, 'serve', HELP.serve, HELP.afterServe).action(async () => onExit(await server.serve()));
}

function addHealthcheck(program: Command, { server, onExit }: ProgramDeps): void {
  const command = named(program, 'healthcheck', HELP.healthcheck, HELP.afterHealthcheck);
  command.action(async () => onExit(await server.healthcheck()));
}

function addDoctor(program: Command, { server, onExit }: ProgramDeps): void {
  const command = named(program, 'doctor', HELP.doctor, HELP.afterDoctor).option('--json', HELP.options.json);
  command.action(async ({ json }) => onExit(await server.doctor({ isJson: json === true })));
}

function addConfig(program: Command, { server, onExit }: ProgramDeps): void {
  const config = bare(program.command('config')).description(HELP.config).helpCommand(false);
  const check = bare(config.command('check')).description(HELP.configCheck);
  check.action(async () => onExit(await server.checkConfig()));
  const show = bare(config.command('show')).description(HELP.configShow);
  show.action(async () => onExit(await server.showConfig()));
}

function addBanner(program: Command, { server, onExit }: ProgramDeps): void {
  const banner = bare(program.command('banner')).description(HELP.banner).helpCommand(false);
  banner.addHelpText('after', HELP.afterBanner);
  const set = bare(banner.command('set')).description(HELP.bannerSet);
  set.addArgument(new Argument('<text>', HELP.bannerText)).action(async (text) => onExit(await server.setBanner(text)));
  const clear = bare(banner.command('clear')).description(HELP.bannerClear);
  clear.action(async () => onExit(await server.clearBanner()));
  const show = bare(banner.command('show')).description(HELP.bannerShow);
  show.action(async () => onExit(await server.showBanner()));
}

function addMail(program: Command, { server, onExit }: ProgramDeps): void {
  const mail = bare(program.command('mail')).description(HELP.mail).helpCommand(false);
  mail.addHelpText('after', HELP.afterMail);
  const test = bare(mail.command('test')).description(HELP.mailTest);
  test.addArgument(new Argument('<address>', HELP.mailAddress));
  test.action(async (address) => onExit(await server.testMail(address)));
}

function named(program: Command, name: string, description: string, after: string): Command {
  return bare(program.command(name)).description(description).addHelpText('after', after);
}

/** The options of a command that talks to a server. */
function withServer(command: Command): Command {
  return withAnswer(command.option('--server <url>', HELP.options.server));
}

function withAnswer(command: Command): Command {
  return command
    .addOption(
      new Option('--timeout <seconds>', HELP.options.timeout)
        .default(DEFAULT_TIMEOUT_SECONDS)
        .argParser(wholeNumber(MAX_TIMEOUT_SECONDS)),
    )
    .option('--json', HELP.options.json);
}

/** Throws instead of exiting, prints no error by itself, and looks the same on every terminal. */
function bare(command: Command): Command {
  return command
    .exitOverride()
    .helpOption('-h, --help', HELP.help)
    .showSuggestionAfterError(false)
    .configureOutput({
      outputError: () => {},
      getOutHelpWidth: () => HELP_WIDTH_COLUMNS,
      getErrHelpWidth: () => HELP_WIDTH_COLUMNS,
    });
}

type Answering = (outcome: Promise<Outcome>, options: Pick<ClientOptions, 'json'>) => Promise<void>;

async function answering(
  outcome: Promise<Outcome>,
  options: Pick<ClientOptions, 'json'>,
  { io, onExit }: ProgramDeps,
): Promise<void> {
  onExit(await finish(await outcome, options.json === true, io));
}

function recipientOption(): Option {
  return new Option('--recipient <address>', HELP.options.recipient).argParser(
    (address: string, before: readonly string[] | undefined) => [...(before ?? []), address],
  );
}

function sideOption(): Option {
  return new Option('--as <side>', HELP.options.as).choices(['sender', 'recipient']).default('sender');
}

function wholeNumber(max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < 1 || value > max) throw new InvalidArgumentError('');
    return value;
  };
}
