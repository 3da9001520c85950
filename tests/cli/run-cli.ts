import { type Child, type ChildEnd, type ChildOptions, startChild } from '../support/children.ts';
import { commandLine } from '../support/program.ts';

const [program, ...before] = commandLine;

/** No folder of settings: those of whoever runs the tests are not meant. */
const nobody = { XDG_CONFIG_HOME: '/dev/null' };

/** The command line as a process of its own. */
export function startCli(args: readonly string[], options: ChildOptions = {}): Child {
  return startChild(program, [...before, ...args], { ...options, env: { ...nobody, ...options.env } });
}

/** The same, run to its end. */
export function runCli(args: readonly string[], options: ChildOptions = {}): Promise<ChildEnd> {
  return startCli(args, options).ended;
}

/** Run by a shell, which puts the words of the command line where "$@" stands: for redirections and pipes. */
export function runCliInShell(script: string, args: readonly string[], options: ChildOptions = {}): Promise<ChildEnd> {
  const shell = ['-c', script, 'sh', program, ...before, ...args];
  return startChild('sh', shell, { ...options, env: { ...nobody, ...options.env } }).ended;
}

export interface CreatedJson {
  readonly share_url: string;
  readonly metadata_url: string;
  readonly secret_key: string;
  readonly metadata_key: string;
  readonly expires_at: number;
  readonly ttl: number;
  readonly has_passphrase: boolean;
}

/** A new secret on that server, by the command line. */
export async function createSecret(
  server: string,
  content: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<CreatedJson> {
  const end = await runCli(['create', '--server', server, '--json', ...args], { input: content, env });
  if (end.code !== 0) throw new Error(end.stdout + end.stderr);
  return JSON.parse(end.stdout);
}
