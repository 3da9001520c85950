import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from '../support/program.ts';
import { type Cleanup, temporaryFolder } from '../support/temp.ts';

const root = resolve(import.meta.dirname, '../..');

/** The newest commit of the main history that wrote the minor schema before this one. */
const { commit } = JSON.parse(readFileSync(join(import.meta.dirname, 'previous-release.json'), 'utf8')) as {
  readonly commit: string;
};

/** Why the previous release cannot be had here: null where it can. */
export function previousReleaseObstacle(): string | null {
  const found = spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root });
  if (found.status === 0) return null;
  return `the previous release, commit ${commit.slice(0, 7)}, is not in this copy of the history; hint: git fetch --unshallow`;
}

/** Builds the previous release from the history, in a folder of its own, with the packages that are here. */
export function buildPrevious(t: Cleanup): Command {
  const folder = temporaryFolder(t);
  const source = join(folder, 'source');
  mkdirSync(source);
  const archive = execFileSync('git', ['archive', '--format=tar', commit], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', source], { input: archive });
  symlinkSync(join(root, 'node_modules'), join(source, 'node_modules'));
  const build = ['--import', join(source, 'src/build/loader.mjs'), join(source, 'src/build/build.ts')];
  execFileSync(process.execPath, build, { cwd: source, stdio: ['ignore', 'ignore', 'inherit'] });
  return [process.execPath, join(source, 'dist/hushlink.js')];
}
