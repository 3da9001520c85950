import { Argument, type Command, Option } from 'commander';
import type { Outcome } from '../answer.ts';
import { type Frame, wholeNumber } from '../command-frame.ts';
import { HELP } from '../help-texts.ts';
import { OPERATOR_HELP } from '../operator-help.ts';

/** What the words of the command line ask for. */
export type CustomersCommand =
  | { readonly kind: 'list'; readonly limit: number }
  | { readonly kind: 'show' | 'verify'; readonly address: string }
  | { readonly kind: 'reset-link'; readonly address: string }
  | {
      readonly kind: 'create';
      readonly address: string;
      readonly passwordFile: string | undefined;
      readonly role: 'customer' | 'colonel';
    }
  | { readonly kind: 'role'; readonly address: string; readonly role: 'customer' | 'colonel' }
  | { readonly kind: 'plan'; readonly address: string; readonly planid: string }
  | { readonly kind: 'delete'; readonly address: string; readonly isConfirmed: boolean };

interface CustomersDeps extends Pick<Frame, 'group' | 'within' | 'withJson' | 'answer'> {
  readonly run: (command: CustomersCommand) => Promise<Outcome>;
}

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 100_000;
const ROLES = ['customer', 'colonel'];

export function addCustomers(program: Command, deps: CustomersDeps): void {
  const group = deps.group(program, 'customers', OPERATOR_HELP.customers, OPERATOR_HELP.afterCustomers);
  addList(group, deps);
  const { options } = HELP;
  forAddress(group, 'show', deps);
  forAddress(group, 'create', deps)
    .option('--password-file <file>', options.newPasswordFile)
    .addOption(new Option('--role <role>', options.role).choices(ROLES).default('customer'));
  forAddress(group, 'verify', deps);
  forAddress(group, 'role', deps).addArgument(new Argument('<role>', OPERATOR_HELP.customersRoleName).choices(ROLES));
  forAddress(group, 'plan', deps).addArgument(new Argument('<plan>', OPERATOR_HELP.customersPlanName));
  forAddress(group, 'delete', deps).option('--yes', options.yes);
  forAddress(group, 'reset-link', deps);
}

function addList(group: Command, { within, run, answer }: CustomersDeps): void {
  within(group, 'list', OPERATOR_HELP.customersCommands.list)
    .addOption(
      new Option('--limit <number>', HELP.options.limit).default(DEFAULT_LIMIT).argParser(wholeNumber(MAX_LIMIT)),
    )
    .option('--json', HELP.options.json)
    .action((options) => answer(run({ kind: 'list', limit: options.limit }), options));
}

type AddressKind = Exclude<CustomersCommand['kind'], 'list'>;

function forAddress(group: Command, kind: AddressKind, { within, withJson, run, answer }: CustomersDeps): Command {
  const described = within(group, kind, OPERATOR_HELP.customersCommands[kind]);
  const command = withJson(described.addArgument(new Argument('<address>', OPERATOR_HELP.customersAddress)));
  return command.action(() => {
    const [address, word] = command.args;
    const options = command.opts();
    return answer(run(commandOf(kind, String(address), { word, ...options })), options);
  });
}

interface Given {
  /** The word after the address. */
  readonly word?: string | undefined;
  readonly role?: string;
  readonly passwordFile?: string;
  readonly yes?: boolean;
}

function commandOf(kind: AddressKind, address: string, { word, role, passwordFile, yes }: Given): CustomersCommand {
  switch (kind) {
    case 'create':
      return { kind, address, passwordFile, role: roleOf(role) };
    case 'role':
      return { kind, address, role: roleOf(word) };
    case 'plan':
      return { kind, address, planid: String(word) };
    case 'delete':
      return { kind, address, isConfirmed: yes === true };
    default:
      return { kind, address };
  }
}

function roleOf(word: string | undefined): 'customer' | 'colonel' {
  return word === 'colonel' ? 'colonel' : 'customer';
}
