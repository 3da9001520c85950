import type { Command } from 'commander';
import type { Outcome } from './answer.ts';
import { HELP } from './help-texts.ts';
import { INCIDENT_HELP } from './incident-texts.ts';

/** What the words of the command line ask for; whether they fit together is not looked at yet. */
export interface IncidentCommand {
  readonly kind: 'burn' | 'sign-out';
  readonly account?: string;
  readonly domain?: string;
  readonly all?: boolean;
  readonly isConfirmed: boolean;
}

interface IncidentDeps {
  /** Makes a command look and fail as all of ours do. */
  readonly bare: (command: Command) => Command;
  readonly run: (command: IncidentCommand) => Promise<Outcome>;
  readonly answer: (outcome: Promise<Outcome>, options: { readonly json?: boolean }) => Promise<void>;
}

type Given = Omit<IncidentCommand, 'kind' | 'isConfirmed'> & { readonly yes?: boolean; readonly json?: boolean };

export function addIncident(program: Command, { bare, run, answer }: IncidentDeps): void {
  const group = bare(program.command('incident')).description(INCIDENT_HELP.incident).helpCommand(false);
  group.addHelpText('after', INCIDENT_HELP.after);
  const add = (kind: IncidentCommand['kind'], description: string) =>
    bare(group.command(kind))
      .description(description)
      .option('--account <address>', INCIDENT_HELP.account)
      .option('--all', INCIDENT_HELP.all)
      .option('--yes', HELP.options.yes)
      .option('--json', HELP.options.json)
      .action(({ yes, json, ...target }: Given) =>
        answer(run({ kind, ...target, isConfirmed: yes === true }), { json: json === true }),
      );
  add('burn', INCIDENT_HELP.burn).option('--domain <name>', INCIDENT_HELP.domain);
  add('sign-out', INCIDENT_HELP.signOut);
}
