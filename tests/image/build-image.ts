import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import about from '../../package.json' with { type: 'json' };
import { needProgram } from '../support/programs.ts';
import { removeAsRoot, runAsRoot } from './as-root.ts';
import { baseArchive } from './base-root.ts';

const repository = resolve(import.meta.dirname, '../..');

/** Names the folder of an image that is built already: tests/run.ts builds one for all files. */
export const builtImageVariable = 'HUSHLINK_BUILT_IMAGE';

/** In the .npmrc that the build is handed: nothing of it may be found again. */
export const canary = 'canary-of-the-registry';
export const epochSeconds = 1_790_000_000;

/**
 * Builds the Dockerfile with locally made base images and gives the folder with the image as a registry would keep it
 * (image/), its files (root/) and what the build said (log). A few minutes; whoever calls it removes the folder.
 */
export function buildImage(): string {
  const work = mkdtempSync(join(tmpdir(), 'hushlink-image-'));
  try {
    // Users of the image must reach its files; what is secret lies deeper.
    chmodSync(work, 0o755);
    const buildah = storageAt(join(work, 'buildah'));
    importBases(buildah, work);
    writeFileSync(join(work, 'log'), buildah(buildCommand(writeNpmrc(work)), '2>&1'));
    buildah(['push', '--quiet', 'hushlink', `dir:${work}/image`]);
    unpack(work);
    removeAsRoot(join(work, 'buildah'));
    return work;
  } catch (error) {
    removeAsRoot(work);
    throw error;
  }
}

type Buildah = (command: readonly string[], redirection?: string) => string;

/** Copies instead of mounts, so that it works wherever there is root, and nothing is left but files. */
function storageAt(folder: string): Buildah {
  mkdirSync(join(folder, 'tmp'), { recursive: true, mode: 0o700 });
  const program = [needProgram('buildah'), '--root', `${folder}/root`, '--runroot', `${folder}/run`];
  const env = { TMPDIR: `${folder}/tmp`, HOME: folder };
  return (command, redirection = '') => {
    const script = `"$@" ${redirection}`;
    return runAsRoot(['sh', '-c', script, 'sh', ...program, '--storage-driver', 'vfs', ...command], env).trim();
  };
}

/** The second goes on where the first ends, so that its files are not brought in twice. */
function importBases(buildah: Buildah, work: string): void {
  const container = buildah(['from', 'scratch']);
  buildah(['add', '--quiet', container, baseArchive(), '/']);
  buildah(['commit', '--quiet', container, 'base']);
  buildah(['add', '--quiet', container, nodeAndNpm(work), '/usr/local']);
  trustWhatThisMachineTrusts(buildah, container);
  buildah(['commit', '--quiet', '--rm', container, 'build']);
}

/** Where the way to the registry leads past an authority of somebody's own. */
function trustWhatThisMachineTrusts(buildah: Buildah, container: string): void {
  const file = process.env.NODE_EXTRA_CA_CERTS;
  if (!file || !existsSync(file)) return;
  const copy = '/usr/local/share/authority.pem';
  buildah(['add', '--quiet', container, file, copy]);
  buildah(['config', '--env', `NODE_EXTRA_CA_CERTS=${copy}`, container]);
}

/** As the public image has them. The npm is that of this machine. */
function nodeAndNpm(work: string): string {
  const folder = join(work, 'buildah/usr-local');
  const npm = dirname(dirname(realpathSync(process.env.npm_execpath ?? commandPath('npm'))));
  mkdirSync(join(folder, 'bin'), { recursive: true });
  mkdirSync(join(folder, 'lib/node_modules'), { recursive: true });
  copyFileSync(process.execPath, join(folder, 'bin/node'));
  execFileSync('cp', ['-a', npm, join(folder, 'lib/node_modules/npm')]);
  execFileSync('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', join(folder, 'bin/npm')]);
  return folder;
}

/** The user's own, whatever registry it names, and the canary. */
function writeNpmrc(work: string): string {
  const ask = (key: string) => execFileSync('npm', ['config', 'get', key], { encoding: 'utf8', stdio: 'pipe' }).trim();
  const own = ask('userconfig');
  const lines = [existsSync(own) ? readFileSync(own, 'utf8') : '', `registry=${ask('registry')}`];
  const file = join(work, 'buildah/npmrc');
  writeFileSync(file, [...lines, `//registry.invalid/:_authToken=${canary}`, ''].join('\n'), { mode: 0o600 });
  return file;
}

function buildCommand(npmrc: string): string[] {
  const values = {
    BUILD_IMAGE: 'localhost/build',
    BASE_IMAGE: 'localhost/base',
    VERSION: about.version,
    REVISION: 'a'.repeat(40),
    SOURCE: 'https://example.org/hushlink',
    SOURCE_DATE_EPOCH: String(epochSeconds),
  };
  return [
    // The format of Docker: that of OCI knows no health check.
    ...['build', '--isolation', 'chroot', '--format', 'docker', '--layers=false', '--pull-never'],
    ...Object.entries(values).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]),
    ...['--secret', `id=npmrc,src=${npmrc}`, '--tag', 'hushlink', repository],
  ];
}

function unpack(work: string): void {
  const root = join(work, 'root');
  mkdirSync(root);
  const { layers } = JSON.parse(readFileSync(join(work, 'image/manifest.json'), 'utf8'));
  for (const { digest } of layers) {
    const layer = join(work, 'image', digest.replace('sha256:', ''));
    runAsRoot(['tar', '-C', root, '--numeric-owner', '--same-owner', '-xpzf', layer]);
  }
  // What every engine lays over an image, and makes room for.
  runAsRoot(['mkdir', '-p', ...['proc', 'dev', 'run/secrets'].map((place) => join(root, place))]);
  const hosts = join(work, 'hosts');
  writeFileSync(hosts, '127.0.0.1 localhost\n::1 localhost\n');
  runAsRoot(['cp', hosts, join(root, 'etc/hosts')]);
}

function commandPath(name: string): string {
  return execFileSync('sh', ['-c', 'command -v "$1"', 'sh', name], { encoding: 'utf8' }).trim();
}
