import type { Command } from 'commander';
import type { Outcome } from '../answer.ts';
import type { Frame } from '../command-frame.ts';
import { HELP } from '../help-texts.ts';
import { INCIDENT_HELP } from './texts.ts';

/** What the words of the command line ask for; whether they fit together is not looked at yet. */
export interface IncidentCommand {
  readonly kind: 'burn' | 'sign-out';
  readonly account?: string;
  readonly domain?: string;
  readonly all?: boolean;
  readonly isConfirmed: boolean;
}

interface IncidentDeps extends Pick<Frame, 'group' | 'within' | 'answer'> {
  readonly run: (command: IncidentCommand) => Promise<Outcome>;
}

type Given = Omit<IncidentCommand, 'kind' | 'isConfirmed'> & { readonly yes?: boolean; readonly json?: boolean };

export function addIncident(program: Command, { group, within, run, answer }: IncidentDeps): void {
  const incident = group(program, 'incident', INCIDENT_HELP.incident, INCIDENT_HELP.after);
  const add = (kind: IncidentCommand['kind'], description: string) =>
    within(incident, kind, description)
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
