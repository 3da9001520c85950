import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needProgram } from '../support/programs.ts';
import { removeAsRoot, runAsRoot } from './as-root.ts';

/** What the public images have, and what the Dockerfile would fetch into its base. */
const packages = ['binutils', 'ca-certificates', 'libatomic1', 'libstdc++6'];

/** What the archives of apt and the documentation weigh is not needed to build. */
const leftOut = ['./proc/*', './sys/*', './dev/*', './var/cache/apt/*', './var/lib/apt/lists/*', './usr/share/man/*'];

/**
 * The path of an archive with the smallest Debian that the Dockerfile can begin with: of this machine's own release, and
 * from where its apt takes packages. Made once and kept below the temporary folder.
 */
export function baseArchive(): string {
  const { suite, archive } = packageSource();
  const inputs = JSON.stringify([suite, archive, process.arch, packages, leftOut]);
  const path = join(tmpdir(), `hushlink-base-${createHash('sha256').update(inputs).digest('hex').slice(0, 16)}.tar`);
  if (!isOfRoot(path)) makeArchive(path, suite, archive);
  return path;
}

function packageSource(): { readonly suite: string; readonly archive: string } {
  const [, suite = ''] = /^VERSION_CODENAME=(.+)$/m.exec(readFileSync('/etc/os-release', 'utf8')) ?? [];
  const format = ['--format', '$(CODENAME) $(COMPONENT) $(REPO_URI)'];
  const targets = execFileSync('apt-get', ['indextargets', ...format, 'Created-By: Packages'], { encoding: 'utf8' });
  const main = targets.split('\n').map((line) => line.split(' '));
  const archive = main.find(([codename, component]) => codename === suite && component === 'main')?.[2];
  if (archive === undefined) throw new Error(`apt knows no archive of ${suite}`);
  return { suite, archive };
}

function makeArchive(path: string, suite: string, archive: string): void {
  const work = `${path}.${randomUUID()}`;
  const include = `--include=${packages.join(',')}`;
  try {
    const made = [needProgram('debootstrap'), '--variant=minbase', include, suite, `${work}/root`, archive];
    runAsRoot(made, proxyOfApt());
    const without = leftOut.map((pattern) => `--exclude=${pattern}`);
    runAsRoot(['tar', '-C', `${work}/root`, '--one-file-system', ...without, '-cf', `${work}/base.tar`, '.']);
    runAsRoot(['mv', `${work}/base.tar`, path]);
  } finally {
    removeAsRoot(work);
  }
}

function proxyOfApt(): Readonly<Record<string, string>> {
  const said = execFileSync('apt-config', ['shell', 'proxy', 'Acquire::http::Proxy'], { encoding: 'utf8' });
  const [, proxy = ''] = /^proxy='(.*)'$/m.exec(said) ?? [];
  return proxy === '' || proxy === 'DIRECT' ? {} : { http_proxy: proxy };
}

/** Anybody may put a file of that name there. */
function isOfRoot(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.uid === 0;
}
