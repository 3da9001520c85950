import type { Command } from 'commander';
import type { Frame } from '../command-frame.ts';
import { HELP } from '../help-texts.ts';
import type { CliIo } from '../io.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { PROFILE_HELP } from './texts.ts';
import { whoami } from './whoami.ts';

/** Who the caller is to a server. */
export function addSigning(program: Command, { named, withServer, withJson, answer }: Frame, io: CliIo): void {
  const signIn = named(program, 'login', PROFILE_HELP.login, PROFILE_HELP.afterLogin);
  withServer(signIn.option('--user <address>', PROFILE_HELP.user)).action((options) =>
    answer(login(options, io), options),
  );
  const signOut = named(program, 'logout', PROFILE_HELP.logout, PROFILE_HELP.afterLogout);
  withJson(signOut.option('--profile <name>', HELP.options.profile)).action((options) =>
    answer(logout(options, io), options),
  );
  const who = named(program, 'whoami', PROFILE_HELP.whoami, PROFILE_HELP.afterWhoami);
  withServer(who).action((options) => answer(whoami(options, io), options));
}
