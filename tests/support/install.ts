import { spawnSync } from 'node:child_process';
import { findProgram, howToGet, type ProgramName, programs } from './programs.ts';

const aptTimeoutMs = 15 * 60_000;

/**
 * Sees to it that every named program is there, by apt-get where that is possible without asking
 * anybody. Tells the tests' processes in the environment which one to use.
 * Throws with one line for each that is still missing.
 */
export function ensurePrograms(names: readonly ProgramName[]): void {
  const missing = names.filter((name) => findProgram(name) === null);
  const packages = missing.flatMap((name) => programs[name].debianPackages);
  if (packages.length > 0) installPackages(packages);
  for (const name of missing) programs[name].fetch?.();
  const stillMissing = names.filter((name) => findProgram(name) === null);
  if (stillMissing.length > 0) throw new Error(stillMissing.map(howToGet).join('\n'));
  for (const name of names) process.env[programs[name].variable] = findProgram(name) ?? '';
}

function installPackages(packages: readonly string[]): void {
  const privilege = waysToRoot().find((way) => runs([...way, 'apt-get', '--version'], 'ignore'));
  if (privilege === undefined) return;
  const aptGet = [...privilege, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get'];
  console.error(`installing ${packages.join(', ')}`);
  runs([...aptGet, '-q', 'update'], 'inherit');
  runs([...aptGet, '-q', 'install', '-y', '--no-install-recommends', ...packages], 'inherit');
}

function waysToRoot(): readonly (readonly string[])[] {
  return process.getuid?.() === 0 ? [[]] : [['sudo', '-n']];
}

function runs(command: readonly string[], output: 'ignore' | 'inherit'): boolean {
  const [program = '', ...args] = command;
  return spawnSync(program, args, { timeout: aptTimeoutMs, stdio: ['ignore', output, output] }).status === 0;
}
