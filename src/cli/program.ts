import { Command } from 'commander';
import { createFrame, type FrameDeps, readSeconds } from './command-frame.ts';
import { addCompletion } from './completion/command.ts';
import { addCustomers } from './customers/command.ts';
import { addDomains } from './domains/command.ts';
import { domains } from './domains/domains.ts';
import { HELP } from './help-texts.ts';
import { addIncident } from './incident/command.ts';
import { addKeys } from './keys/command.ts';
import { addSigning } from './profiles/commands.ts';
import { addProveOnce } from './prove-once/command.ts';
import { addServer, type ServerCommands } from './server/commands.ts';
import { addRelease } from './server/release-commands.ts';
import { addSharing } from './sharing/commands.ts';
import { addStore } from './store/commands.ts';

export interface ProgramDeps extends FrameDeps {
  readonly version: string;
  readonly server: ServerCommands;
}

/** The whole command line. Parsing errors are thrown as commander's own. */
export function createProgram(deps: ProgramDeps): Command {
  const { io, server, onExit } = deps;
  const frame = createFrame(deps);
  const program = frame
    .bare(new Command('hushlink'))
    .description(HELP.program)
    .version(deps.version, '-V, --version', HELP.version)
    // After a command, -V… may be a name: the id of a site secret is eight letters, digits, - or _.
    .enablePositionalOptions()
    .helpCommand('help [command]', HELP.helpCommand)
    .addHelpText('after', HELP.afterProgram);
  addSharing(program, frame, io);
  addSigning(program, frame, io);
  addDomains(program, { ...frame, run: (command, options) => domains(command, options, io) });
  addServer(program, frame, { server, onExit });
  addCustomers(program, { ...frame, run: server.customers });
  addStore(program, { ...frame, commands: server });
  addKeys(program, { ...frame, run: server.keys });
  addIncident(program, { ...frame, run: server.incident });
  addProveOnce(program, { ...frame, run: server.proveOnce });
  addRelease(program, { ...frame, verify: server.verify, licences: server.licences, readSeconds });
  addCompletion(program, frame);
  return program;
}
