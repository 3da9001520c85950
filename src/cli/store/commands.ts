import type { Command } from 'commander';
import type { Outcome } from '../answer.ts';
import type { Frame } from '../command-frame.ts';
import { HELP } from '../help-texts.ts';
import { STORE_HELP } from './texts.ts';

/** Which key opens a backup; without either, a passphrase is asked for. */
export interface KeyOptions {
  readonly passphraseFile?: string;
  readonly keyFile?: string;
}

export interface BackupOptions extends KeyOptions {
  readonly to: string;
  readonly withSecrets?: boolean;
  readonly json?: boolean;
}

export interface RestoreOptions extends KeyOptions {
  readonly from: string;
  readonly replace?: boolean;
  readonly revive?: boolean;
  readonly json?: boolean;
}

export interface MigrateOptions {
  readonly from?: string;
  readonly fromFile?: string;
  readonly to?: string;
  readonly toFile?: string;
  readonly json?: boolean;
}

export interface ReopenOptions {
  readonly yes?: boolean;
  readonly json?: boolean;
}

export interface StoreCommands {
  backup(options: BackupOptions): Promise<Outcome>;
  restore(options: RestoreOptions): Promise<Outcome>;
  migrate(options: MigrateOptions): Promise<Outcome>;
  reopen(options: ReopenOptions): Promise<Outcome>;
}

interface Deps extends Pick<Frame, 'named' | 'group' | 'withJson' | 'answer'> {
  readonly commands: StoreCommands;
}

/** backup, restore and store. */
export function addStore(program: Command, { named, group, withJson, commands, answer }: Deps): void {
  const { options } = STORE_HELP;
  const withKey = (command: Command) =>
    withJson(
      command.option('--passphrase-file <file>', options.passphraseFile).option('--key-file <file>', options.keyFile),
    );
  const backup = named(program, 'backup', STORE_HELP.backup, STORE_HELP.afterBackup)
    .requiredOption('--to <file>', options.to)
    .option('--with-secrets', options.withSecrets);
  withKey(backup).action((given) => answer(commands.backup(given), given));
  const restore = named(program, 'restore', STORE_HELP.restore, STORE_HELP.afterRestore)
    .requiredOption('--from <file>', options.from)
    .option('--replace', options.replace)
    .option('--revive', options.revive);
  withKey(restore).action((given) => answer(commands.restore(given), given));
  const store = group(program, 'store', STORE_HELP.store);
  named(store, 'migrate', STORE_HELP.migrate, STORE_HELP.afterMigrate)
    .option('--from <address>', options.storeFrom)
    .option('--from-file <file>', options.storeFromFile)
    .option('--to <address>', options.storeTo)
    .option('--to-file <file>', options.storeToFile)
    .option('--json', HELP.options.json)
    .action((given) => answer(commands.migrate(given), given));
  named(store, 'reopen', STORE_HELP.reopen, STORE_HELP.afterReopen)
    .option('--yes', HELP.options.yes)
    .option('--json', HELP.options.json)
    .action((given) => answer(commands.reopen(given), given));
}
