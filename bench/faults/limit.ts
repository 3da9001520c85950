import { spawnSync } from 'node:child_process';
import { needProgram } from '../../tests/support/programs.ts';

/** Sets limits of a process that runs, in the words of prlimit(1): `--nofile=100:4096`. */
export function limit(pid: number, ...limits: readonly string[]): void {
  const { status, stderr } = spawnSync(needProgram('prlimit'), ['--pid', String(pid), ...limits], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`prlimit: ${stderr}`);
}
