import { Argument, type Command } from 'commander';
import type { Outcome } from '../answer.ts';
import type { Frame } from '../command-frame.ts';
import type { CustomersCommand } from '../customers/command.ts';
import type { IncidentCommand } from '../incident/command.ts';
import type { KeysCommand } from '../keys/command.ts';
import { OPERATOR_HELP } from '../operator-help.ts';
import type { ProveOnceOptions } from '../prove-once/prove-once.ts';
import type { StoreCommands } from '../store/commands.ts';
import type { VerifyOptions } from '../verify/verify.ts';

/** What lies outside the client: loaded only when it is asked for, so that the client stays quick. */
export interface ServerCommands extends StoreCommands {
  /** Prints for itself and gives the exit code. */
  serve(options: { readonly isJson: boolean }): Promise<number>;
  healthcheck(): Promise<Outcome>;
  doctor(): Promise<Outcome>;
  checkConfig(): Promise<Outcome>;
  showConfig(): Promise<Outcome>;
  setBanner(text: string): Promise<Outcome>;
  clearBanner(): Promise<Outcome>;
  showBanner(): Promise<Outcome>;
  testMail(address: string, options: { readonly json?: boolean }): Promise<Outcome>;
  customers(command: CustomersCommand): Promise<Outcome>;
  keys(command: KeysCommand): Promise<Outcome>;
  incident(command: IncidentCommand): Promise<Outcome>;
  verify(address: string, options: VerifyOptions): Promise<Outcome>;
  proveOnce(addresses: readonly string[], options: ProveOnceOptions): Promise<Outcome>;
  licences(): Promise<Outcome>;
}

interface ServerDeps {
  readonly server: ServerCommands;
  readonly onExit: (code: number) => void;
}

/** Running a server and looking after it. */
export function addServer(program: Command, frame: Frame, { server, onExit }: ServerDeps): void {
  addServe(program, frame, { server, onExit });
  for (const add of [addHealthcheck, addDoctor, addConfig, addBanner, addMail]) add(program, frame, server);
}

function addServe(program: Command, { named, withJson }: Frame, { server, onExit }: ServerDeps): void {
  const command = withJson(named(program, 'serve', OPERATOR_HELP.serve, OPERATOR_HELP.afterServe));
  command.action(async ({ json }) => onExit(await server.serve({ isJson: json === true })));
}

function addHealthcheck(program: Command, { named, withJson, answerPlainly }: Frame, server: ServerCommands): void {
  const command = withJson(named(program, 'healthcheck', OPERATOR_HELP.healthcheck, OPERATOR_HELP.afterHealthcheck));
  command.action((options) => answerPlainly(server.healthcheck(), options));
}

function addDoctor(program: Command, { named, withJson, answerPlainly }: Frame, server: ServerCommands): void {
  const command = withJson(named(program, 'doctor', OPERATOR_HELP.doctor, OPERATOR_HELP.afterDoctor));
  command.action((options) => answerPlainly(server.doctor(), options));
}

function addConfig(program: Command, { group, within, withJson, answerPlainly }: Frame, server: ServerCommands): void {
  const config = group(program, 'config', OPERATOR_HELP.config, OPERATOR_HELP.afterConfig);
  const check = withJson(within(config, 'check', OPERATOR_HELP.configCheck));
  check.action((options) => answerPlainly(server.checkConfig(), options));
  const show = withJson(within(config, 'show', OPERATOR_HELP.configShow));
  show.action((options) => answerPlainly(server.showConfig(), options));
}

function addBanner(program: Command, { group, within, withJson, answerPlainly }: Frame, server: ServerCommands): void {
  const banner = group(program, 'banner', OPERATOR_HELP.banner, OPERATOR_HELP.afterBanner);
  const set = withJson(within(banner, 'set', OPERATOR_HELP.bannerSet));
  set.addArgument(new Argument('<text>', OPERATOR_HELP.bannerText));
  set.action((text, options) => answerPlainly(server.setBanner(text), options));
  const clear = withJson(within(banner, 'clear', OPERATOR_HELP.bannerClear));
  clear.action((options) => answerPlainly(server.clearBanner(), options));
  const show = withJson(within(banner, 'show', OPERATOR_HELP.bannerShow));
  show.action((options) => answerPlainly(server.showBanner(), options));
}

function addMail(program: Command, { group, within, withJson, answerPlainly }: Frame, server: ServerCommands): void {
  const mail = group(program, 'mail', OPERATOR_HELP.mail, OPERATOR_HELP.afterMail);
  const test = withJson(within(mail, 'test', OPERATOR_HELP.mailTest));
  test.addArgument(new Argument('<address>', OPERATOR_HELP.mailAddress));
  test.action((address, options) => answerPlainly(server.testMail(address, options), options));
}
