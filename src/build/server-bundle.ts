import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/** Some packages are CommonJS and ask for modules of Node by `require`. */
const REQUIRE = "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);";

/** Server and command line in dist/, with every package inside. Commands are chunks of their own: a client loads no server. */
export async function buildServer(root: string): Promise<void> {
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  await build({
    absWorkingDir: root,
    entryPoints: { hushlink: 'src/cli/main.ts' },
    outdir: 'dist',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node26',
    jsx: 'automatic',
    legalComments: 'none',
    logLevel: 'warning',
    banner: { js: REQUIRE },
    define: { 'process.env.NODE_ENV': '"production"' },
  });
}
