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
  // Where the packages really lie is nothing that the bundle should say.
  preserveSymlinks: true,
  banner: { js: REQUIRE },
  define: { 'process.env.NODE_ENV': '"production"' },
  plugins: [requiredBuiltins],
  // A stand-in for old versions of Node, which evaluates all there is beside Buffer, much of it made on demand.
  alias: { 'safer-buffer': 'node:buffer' },
} as const satisfies BuildOptions;

/** Server and command line in dist/, with every package inside. Commands are chunks of their own: a client loads no server. */
export async function buildServer(root: string): Promise<void> {
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  const entryPoints = { hushlink: 'src/cli/main.ts' };
  await build({ ...SERVER, absWorkingDir: root, entryPoints, outdir: 'dist', splitting: true });
}

/**
 * The same for the executable, which has no chunks to load: program.js, the text of a function of `require`, evaluated
 * piece by piece as `import()` asks for it, and main.mjs, the module that runs it. Names stay, for the traces of
 * errors; what only costs time to read goes.
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
    // The executable asks its assets; before it is one, the program is started in dist/.
    define: { ...SERVER.define, 'import.meta.dirname': '"."' },
  });
}
