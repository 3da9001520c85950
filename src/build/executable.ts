// npm run build:binary: server and command line, with all they read and the Node that runs them, in dist/hushlink.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { LICENCES } from '#src/cli/server/licences.ts';
import { folderResources } from '#src/resources.ts';
import { COMPILED, PROGRAM } from './program-script.ts';
import { buildProgram } from './server-bundle.ts';

const OUTPUT = 'dist/hushlink';
/** What goes into the executable, to be looked at and compared. */
const PARTS = 'dist/parts';
/** For translators and for the style sheet in static/build: nothing that a server reads. */
const NOT_READ = /^(?:locales\/(?:checks\/|GLOSSARY)|static\/css\/)/;

const ROOT = resolve(import.meta.dirname, '../..');
await buildExecutable();

/**
 * Takes what `npm run build` left in static/. The same commit gives the same bundle and the same files, byte for byte,
 * in whatever folder; only what V8 makes of the bundle differs from one time to the next.
 */
async function buildExecutable(): Promise<void> {
  rmSync(join(ROOT, PARTS), { recursive: true, force: true });
  mkdirSync(join(ROOT, PARTS), { recursive: true });
  await buildProgram(ROOT, PARTS);
  const node = strippedNode();
  await compileProgram(node);
  const recipe = `${PARTS}/sea.json`;
  writeFileSync(join(ROOT, recipe), JSON.stringify(recipeFor(node), null, 2));
  // In the root: the paths of a recipe begin where Node is started, and relative ones say nothing of this machine.
  execFileSync(process.execPath, ['--build-sea', recipe], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
}

function recipeFor(executable: string) {
  return {
    main: `${PARTS}/main.mjs`,
    mainFormat: 'module',
    executable,
    output: OUTPUT,
    disableExperimentalSEAWarning: true,
    useSnapshot: false,
    // It would be that of the main module, which is a few lines; the program has its own.
    useCodeCache: false,
    assets: {
      ...Object.fromEntries(assetPaths().map((path) => [path, path])),
      ...Object.fromEntries([PROGRAM, COMPILED].map((name) => [name, `${PARTS}/${name}`])),
    },
  };
}

/** Everything src/resources.ts is asked for. */
function assetPaths(): string[] {
  const { list } = folderResources(ROOT);
  const below = (folder: string) => list(folder).map((name) => `${folder}/${name}`);
  const files = [...below('locales'), ...below('static')].filter((path) => !NOT_READ.test(path));
  return ['config/hushlink.yaml', LICENCES, ...files];
}

/**
 * The Node that runs this, without its table of symbols if `strip` is at hand, which saves a quarter of the size. Safe
 * only before the parts are put in. Add-ons lose nothing: what they need is in another table.
 */
function strippedNode(): string {
  const stripped = `${PARTS}/node`;
  const { status } = spawnSync('strip', ['-o', join(ROOT, stripped), process.execPath], { stdio: 'ignore' });
  return status === 0 ? stripped : process.execPath;
}

/** Half of what a start costs is reading our own source, so it is read here. */
async function compileProgram(node: string): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'hushlink-build-'));
  const env = {
    BUILD_PARTS: join(ROOT, PARTS),
    HUSHLINK_DATA: data,
    HUSHLINK_LOG_LEVEL: 'error',
    PORT: await freePort(),
  };
  try {
    // A URL, not a path: in a path Node would read '#', '?' and '%2F', which folders of CI have, as parts of a URL.
    const loader = import.meta.resolve('./loader.mjs');
    const warmUp = join(import.meta.dirname, 'warm-up.ts');
    // Nothing else of the environment, which may hold settings.
    execFileSync(resolve(ROOT, node), ['--import', loader, warmUp, 'serve'], {
      ...{ cwd: join(ROOT, 'dist'), env, stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' },
    });
  } finally {
    rmSync(data, { recursive: true });
  }
}

function freePort(): Promise<string> {
  return new Promise((found, failed) => {
    const probe = createServer().once('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => found(String(typeof address === 'object' ? address?.port : '')));
    });
  });
}
