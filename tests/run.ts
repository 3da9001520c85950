// npm test [suite…]: without a suite the checks and everything.
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { removeAsRoot } from './image/as-root.ts';
import { buildImage, builtImageVariable } from './image/build-image.ts';
import { ensurePrograms } from './support/install.ts';
import { executable } from './support/program.ts';
import { type ProgramName, programs } from './support/programs.ts';
import { runTestFiles } from './support/runner.ts';
import { previousReleaseObstacle } from './upgrade/previous-release.ts';

interface Suite {
  /** Folders below tests/. */
  readonly folders: readonly string[];
  /** Single ones of other folders, without '.test.ts'. */
  readonly files?: readonly string[];
  readonly programs?: readonly ProgramName[];
  readonly needsBuild?: boolean;
  /** Builds the Dockerfile, which takes minutes. */
  readonly needsImage?: boolean;
  readonly needsExecutable?: boolean;
  /** Runs apart from the others, with the executable for what they start. */
  readonly isAgainstExecutable?: boolean;
  /** Why it cannot run here; null where it can. */
  readonly obstacle?: () => string | null;
}

/** In the order in which they run: the quick ones first. */
const suites: Readonly<Record<string, Suite>> = {
  unit: {
    folders: [
      ...['backup', 'config', 'crypto', 'i18n', 'islands', 'log', 'mail', 'markdown', 'metrics', 'net', 'openapi'],
      ...['values', 'views'],
    ],
    needsBuild: true,
  },
  http: { folders: ['http'], needsBuild: true },
  features: { folders: ['features'], needsBuild: true },
  'api-v1': { folders: ['api-v1'], programs: ['redis-server'], needsBuild: true },
  architecture: { folders: ['architecture'] },
  bench: { folders: ['bench'] },
  support: { folders: ['support'], programs: ['redis-server', 'chromium', 'nsd'] },
  store: { folders: ['store'], programs: ['redis-server'], needsBuild: true },
  domains: { folders: ['domains'], programs: ['nsd', 'redis-server'], needsBuild: true },
  cli: { folders: ['cli'], programs: ['nsd', 'redis-server', 'shellcheck', 'zsh', 'fish'], needsBuild: true },
  examples: { folders: ['examples'], programs: ['curl', 'python3', 'shellcheck'], needsBuild: true },
  fuzz: { folders: ['fuzz'], programs: ['redis-server'], needsBuild: true },
  packaging: {
    folders: ['packaging'],
    programs: ['caddy', 'nginx', 'haproxy', 'curl', 'systemd-analyze'],
    needsExecutable: true,
  },
  release: { folders: ['release'], needsBuild: true },
  security: { folders: ['security'], programs: ['redis-server'], needsBuild: true },
  chart: { folders: ['chart'], programs: ['helm', 'promtool'], needsBuild: true },
  weight: { folders: ['weight'], programs: ['chromium'], needsBuild: true },
  browser: { folders: ['browser'], programs: ['chromium'], needsBuild: true },
  engines: {
    folders: ['engines'],
    programs: ['desktop-chromium', 'firefox', 'webkit-driver', 'xvfb'],
    needsBuild: true,
  },
  screens: { folders: ['screens'], programs: ['chromium'], needsBuild: true },
  cluster: { folders: ['cluster'], programs: ['redis-server'], needsBuild: true },
  durability: { folders: ['durability'], programs: ['redis-server', 'prlimit', 'setpriv'], needsBuild: true },
  upgrade: { folders: ['upgrade'], programs: ['redis-server'], needsBuild: true, obstacle: previousReleaseObstacle },
  image: {
    folders: ['image'],
    programs: ['buildah', 'debootstrap', 'bubblewrap', 'setpriv', 'shellcheck', 'redis-server'],
    needsImage: true,
  },
  binary: {
    folders: [],
    // Those that would notice another form of program; its files themselves are compared by the suite packaging.
    files: [
      ...[
        ...[
          'backup',
          'completion',
          'config',
          'delivery',
          'doctor-redis',
          'doctor-store',
          'errors-session',
          'exchange',
          'healthcheck',
        ],
        ...['incident', 'keys', 'launcher', 'passphrase', 'prove-once', 'store-migrate', 'usage', 'verify'],
      ].map((name) => `cli/${name}`),
      ...['journey', 'language', 'no-script'].map((name) => `browser/${name}`),
    ],
    programs: ['redis-server', 'chromium', 'shellcheck', 'zsh', 'fish'],
    isAgainstExecutable: true,
  },
};

const root = resolve(import.meta.dirname, '..');
const loader = import.meta.resolve('#src/build/loader.mjs');
const concurrency = 2;
/** It ends what hangs; on a slow machine some files take ten minutes. */
const timeoutMs = 40 * 60_000;

process.chdir(root);
process.exitCode = await main(process.argv.slice(2));

async function main(names: readonly string[]): Promise<number> {
  const unknown = names.filter((name) => name !== 'check' && !Object.hasOwn(suites, name));
  if (unknown.length > 0)
    return refuse(`unknown: ${unknown.join(', ')}. There are: check, ${Object.keys(suites).join(', ')}`);
  const isWholeRun = names.length === 0;
  const named = Object.entries(suites).filter(([name]) => isWholeRun || names.includes(name));
  const obstacles = named.flatMap(([name, { obstacle }]) => leftOut(name, obstacle?.() ?? null));
  if (obstacles.length > 0 && !isWholeRun) return refuse(obstacles.join('\n'));
  for (const line of obstacles) console.error(`\n!!! ${line}\n`);
  const chosen = named.filter(([, { obstacle }]) => !obstacle?.());
  const files = filesOf(chosen.map(([, suite]) => suite));
  const strays = findTests('*').filter((file) => !filesOf(Object.values(suites)).includes(file));
  if (strays.length > 0) return refuse(`in no suite of tests/run.ts: ${strays.join(', ')}`);
  forgetSettings();
  if ((isWholeRun || names.includes('check')) && !passesChecks()) return refuse('npm run check fails');
  if (chosen.length === 0) return 0;
  if (files.length === 0) return refuse(`no test in ${chosen.map(([name]) => name).join(', ')}`);
  return runChosen(chosen.map(([, suite]) => suite));
}

/** A whole run goes on without it, and says so; who asks for it by name must not take silence for success. */
function leftOut(name: string, obstacle: string | null): string[] {
  return obstacle === null ? [] : [`the suite ${name} cannot run: ${obstacle}`];
}

async function runChosen(chosen: readonly Suite[]): Promise<number> {
  try {
    ensurePrograms([...new Set(chosen.flatMap((suite) => suite.programs ?? []))]);
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
  if (!buildsFor(chosen)) return refuse('the build fails');
  const fromFiles = chosen.filter(({ isAgainstExecutable, needsImage }) => !isAgainstExecutable && !needsImage);
  const complaints = await compiledOnce(() => complaintsOf(fromFiles));
  process.env.HUSHLINK_TEST_PROGRAM = executable;
  complaints.push(...(await complaintsOf(chosen.filter((suite) => suite.isAgainstExecutable))));
  complaints.push(...(await complaintsAboutImage(chosen.filter((suite) => suite.needsImage))));
  return complaints.length === 0 ? 0 : refuse(complaints.join('\n'));
}

/** Tests start thousands of processes from the same sources: what one of them has compiled the next need not. */
async function compiledOnce<Value>(run: () => Promise<Value>): Promise<Value> {
  const folder = mkdtempSync(join(tmpdir(), 'hushlink-compiled-'));
  process.env.NODE_COMPILE_CACHE = folder;
  try {
    return await run();
  } finally {
    delete process.env.NODE_COMPILE_CACHE;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** One image for all files, built where they begin: it takes minutes. */
async function complaintsAboutImage(chosen: readonly Suite[]): Promise<string[]> {
  if (chosen.length === 0) return [];
  try {
    const image = buildImage();
    process.env[builtImageVariable] = image;
    const complaints = await complaintsOf(chosen);
    removeAsRoot(image);
    return complaints;
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

async function complaintsOf(chosen: readonly Suite[]): Promise<string[]> {
  const files = filesOf(chosen).map((file) => join(root, file));
  if (files.length === 0) return [];
  const { complaints, failures } = await runTestFiles({ files, concurrency, timeoutMs });
  // Once more: a whole run has several reports, and of a long one often only the end is kept.
  return [...failures, ...complaints];
}

function refuse(message: string): 1 {
  console.error(message);
  return 1;
}

function filesOf(chosen: readonly Suite[]): string[] {
  const named = chosen.flatMap(({ files = [] }) => files.map((file) => `tests/${file}.test.ts`));
  return [...new Set([...chosen.flatMap(({ folders }) => folders).flatMap(findTests), ...named])];
}

function findTests(folder: string): string[] {
  return globSync(`tests/${folder}/**/*.test.{ts,tsx}`).sort();
}

/** What somebody has set for a running site must not decide what the tests see. */
function forgetSettings(): void {
  const kept = Object.values(programs).map((program) => program.variable);
  const own = Object.keys(process.env).filter((name) => name.startsWith('HUSHLINK_') && !kept.includes(name));
  for (const name of own) delete process.env[name];
}

function passesChecks(): boolean {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const path = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  return spawnSync(scripts.check, { shell: true, stdio: 'inherit', env: { ...process.env, PATH: path } }).status === 0;
}

function buildsFor(chosen: readonly Suite[]): boolean {
  const needsExecutable = chosen.some((suite) => suite.needsExecutable || suite.isAgainstExecutable);
  const needsBuild = needsExecutable || chosen.some((suite) => suite.needsBuild);
  return (!needsBuild || runs('src/build/build.ts')) && (!needsExecutable || runs('src/build/executable.ts'));
}

function runs(script: string): boolean {
  return spawnSync(process.execPath, ['--import', loader, script], { stdio: 'inherit' }).status === 0;
}
