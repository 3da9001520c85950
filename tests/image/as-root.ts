import { execFileSync } from 'node:child_process';

/** Builds and containers need root: this process has it, or gets it without asking anybody. */
const prefix = process.getuid?.() === 0 ? [] : ['sudo', '-n'];

const timeoutMs = 20 * 60_000;

/** The words of a command that runs as root with exactly these variables besides PATH. */
export function asRoot(command: readonly string[], env: Readonly<Record<string, string>> = {}): [string, string[]] {
  const variables = Object.entries({ PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', ...env });
  const [program = '', ...args] = [...prefix, 'env', '-i', ...variables.map((one) => one.join('=')), ...command];
  return [program, args];
}

/** Runs it to its end and gives its standard output; throws with the end of what it said on standard error. */
export function runAsRoot(command: readonly string[], env: Readonly<Record<string, string>> = {}): string {
  const [program, args] = asRoot(command, env);
  const options = { encoding: 'utf8', stdio: 'pipe', timeout: timeoutMs, maxBuffer: 64 * 1024 * 1024 } as const;
  try {
    return execFileSync(program, args, options);
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).slice(-4_000) : '';
    throw new Error(`${command.slice(0, 3).join(' ')} failed\n${said}`, { cause: error });
  }
}

/** A tree that may be of others, without what is mounted in it. */
export function removeAsRoot(folder: string): void {
  runAsRoot(['rm', '-rf', '--one-file-system', folder]);
}
