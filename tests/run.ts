// npm test [suite…]: without a suite the checks and everything.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { ensurePrograms } from './support/install.ts';
import { type ProgramName, programs } from './support/programs.ts';
import { runTestFiles } from './support/runner.ts';

interface Suite {
  /** Folders below tests/. */
  readonly folders: readonly string[];
  readonly programs?: readonly ProgramName[];
  readonly needsBuild?: boolean;
}

/** In the order in which they run: the quick ones first. */
const suites: Readonly<Record<string, Suite>> = {
  unit: {
    folders: [
      ...['architecture', 'build', 'config', 'crypto', 'features', 'http', 'i18n', 'islands'],
      ...['log', 'mail', 'markdown', 'metrics', 'net', 'ui', 'views'],
    ],
    needsBuild: true,
  },
  features: { folders: ['features'], needsBuild: true },
  architecture: { folders: ['architecture'] },
  support: { folders: ['support'], programs: ['redis-server', 'chromium', 'nsd'] },
  store: { folders: ['store'], programs: ['redis-server'] },
  domains: { folders: ['domains'], programs: ['nsd', 'redis-server'], needsBuild: true },
  cli: { folders: ['cli'], programs: ['nsd'], needsBuild: true },
  packaging: { folders: ['packaging'], programs: ['caddy', 'nginx', 'curl'], needsBuild: true },
  security: { folders: ['security'], programs: ['redis-server'], needsBuild: true },
  weight: { folders: ['weight'], programs: ['chromium'], needsBuild: true },
  browser: { folders: ['browser'], programs: ['chromium'], needsBuild: true },
  durability: { folders: ['durability'], programs: ['redis-server'], needsBuild: true },
};

const root = resolve(import.meta.dirname, '..');
const loader = join(root, 'src/build/loader.mjs');
const concurrency = 2;
const timeoutMs = 20 * 60_000;

process.chdir(root);
process.exitCode = await main(process.argv.slice(2));

async function main(names: readonly string[]): Promise<number> {
  const unknown = names.filter((name) => name !== 'check' && !Object.hasOwn(suites, name));
  if (unknown.length > 0)
    return refuse(`unknown: ${unknown.join(', ')}. There are: check, ${Object.keys(suites).join(', ')}`);
  const isWholeRun = names.length === 0;
  const chosen = Object.entries(suites).filter(([name]) => isWholeRun || names.includes(name));
  const files = filesOf(chosen.map(([, suite]) => suite));
  const strays = findTests('*').filter((file) => !filesOf(Object.values(suites)).includes(file));
  if (strays.length > 0) return refuse(`in no suite of tests/run.ts: ${strays.join(', ')}`);
  forgetSettings();
  if ((isWholeRun || names.includes('check')) && !passesChecks()) return refuse('npm run check fails');
  if (chosen.length === 0) return 0;
  if (files.length === 0) return refuse(`no test in ${chosen.map(([name]) => name).join(', ')}`);
  return runChosen(
    chosen.map(([, suite]) => suite),
    files,
  );
}

async function runChosen(chosen: readonly Suite[], files: readonly string[]): Promise<number> {
  try {
    ensurePrograms([...new Set(chosen.flatMap((suite) => suite.programs ?? []))]);
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
  if (chosen.some((suite) => suite.needsBuild) && !builds()) return refuse('the build fails');
  const { complaints } = await runTestFiles({ files: files.map((file) => join(root, file)), concurrency, timeoutMs });
  return complaints.length === 0 ? 0 : refuse(complaints.join('\n'));
}

function refuse(message: string): 1 {
  console.error(message);
  return 1;
}

function filesOf(chosen: readonly Suite[]): string[] {
  return [...new Set(chosen.flatMap((suite) => suite.folders).flatMap(findTests))];
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

function builds(): boolean {
  const script = join(root, 'src/build/build.ts');
  if (!existsSync(script)) return false;
  return spawnSync(process.execPath, ['--import', loader, script], { stdio: 'inherit' }).status === 0;
}
