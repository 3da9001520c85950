import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { requiredBuiltins } from './required-builtins.ts';

/** What the `require` of CommonJS packages and of requiredBuiltins is. */
const REQUIRE = "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);";

const SERVER = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node26',
  jsx: 'automatic',
  legalComments: 'none',
  logLevel: 'warning',
  // The bundle should not say where the packages really lie.
  preserveSymlinks: true,
  banner: { js: REQUIRE },
  define: { 'process.env.NODE_ENV': '"production"' },
  plugins: [requiredBuiltins],
  // That package helps old versions of Node out: it reads all exports of node:buffer, many of them made on demand.
  alias: { 'safer-buffer': 'node:buffer' },
} as const satisfies BuildOptions;

/** Server and command line in dist/, with every package inside. Each command is a chunk: a client loads no server. */
export async function buildServer(root: string): Promise<void> {
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  const entryPoints = { hushlink: 'src/cli/main.ts' };
  await build({ ...SERVER, absWorkingDir: root, entryPoints, outdir: 'dist', splitting: true });
}

/**
 * The same for the executable, which has no chunks to load: program.js, the text of a function of `require`, in which
 * modules are evaluated as `import()` asks for them, and main.mjs, the module that runs it. Names stay, for the traces
 * of errors; what only costs time to read, such as white space, goes.
 */
export async function buildProgram(root: string, outdir: string): Promise<void> {
  const own = { ...SERVER, absWorkingDir: root, outdir, minifyWhitespace: true, minifySyntax: true };
  await build({ ...own, entryPoints: { main: 'src/build/executable-main.ts' }, outExtension: { '.js': '.mjs' } });
  await build({
    ...own,
    entryPoints: { program: 'src/cli/main.ts' },
    format: 'cjs',
    banner: { js: '(function(require){const module={exports:{}};' },
    footer: { js: '})' },
    // The executable reads its assets; while it is built, the program is started in dist/.
    define: { ...SERVER.define, 'import.meta.dirname': '"."' },
  });
}
