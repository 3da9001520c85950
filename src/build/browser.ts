import { hash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build, type Metafile, transform } from 'esbuild';
import { openPacks } from '#src/i18n/packs.ts';
import { DEFAULT_LOCALE } from '#src/i18n/texts.ts';
import { folderResources } from '#src/resources.ts';
import type { PageAssets } from '#views/page-assets.ts';
import { browserKeys, browserPack } from './browser-packs.ts';

const STYLESHEETS = ['tokens', 'base', 'components', 'layout'];
const MOUNT = 'src/islands/mount.tsx';
const EARLY = 'src/islands/early/main.ts';
const CAPTCHA_WORKER = 'src/islands/captcha/worker.ts';
/** An island by the name of its folder, and the screens of one that has several: 'workspace/recent'. */
const ISLAND = /^src\/islands\/([\w-]+)\/(?:([\w-]+)\/screen|island)\.tsx$/;

/** Builds what browsers load into static/build, compressed beside it, and says in manifest.json where it is. */
export async function buildBrowser(root: string): Promise<void> {
  const folder = join(root, 'static/build');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const [early, captchaWorker] = await Promise.all([
    buildClassicScript(root, 'early', EARLY),
    buildClassicScript(root, 'captcha-worker', CAPTCHA_WORKER),
  ]);
  const assets: PageAssets = {
    favicon: '/static/favicon.svg',
    stylesheet: await buildStylesheet(root),
    earlyScript: early,
    ...(await buildModules(root, captchaWorker)),
    ...buildPacks(root),
  };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(assets, null, 2));
  for (const file of globSync('*.{js,css}', { cwd: folder }).toSorted()) compress(join(folder, file));
}

const BROWSER = {
  bundle: true,
  minify: true,
  metafile: true,
  // Names hold a hash of the paths too, which must not depend on where the packages really lie.
  preserveSymlinks: true,
  legalComments: 'none',
  // Has top-level await: the mount awaits the texts before it draws.
  target: 'es2022',
  jsx: 'automatic',
  define: { 'process.env.NODE_ENV': '"production"' },
  entryNames: '[name]-[hash]',
  // Short, since many of these names stand in the head of every page with islands.
  chunkNames: '[hash]',
} as const;

/** `captchaWorker` is the address of the script that one of the modules starts. */
async function buildModules(
  root: string,
  captchaWorker: string,
): Promise<Pick<PageAssets, 'mountScript' | 'mountPreloads' | 'islandScripts'>> {
  const { metafile } = await build({
    ...BROWSER,
    absWorkingDir: root,
    entryPoints: [MOUNT],
    outdir: 'static/build',
    define: { ...BROWSER.define, CAPTCHA_WORKER_URL: JSON.stringify(captchaWorker) },
    format: 'esm',
    splitting: true,
  });
  const mount = outputOf(metafile, MOUNT);
  const always = withImports(metafile, mount);
  const islands = outputsOf(metafile).flatMap(([output, { entryPoint }]) => {
    const [, island, screen] = ISLAND.exec(entryPoint ?? '') ?? [];
    if (island === undefined) return [];
    const needed = withImports(metafile, output).filter((file) => !always.includes(file));
    return [[screen === undefined ? island : `${island}/${screen}`, needed.map(urlOf)] as const];
  });
  return {
    mountScript: urlOf(mount),
    mountPreloads: always.filter((file) => file !== mount).map(urlOf),
    islandScripts: Object.fromEntries(islands),
  };
}

async function buildClassicScript(root: string, name: string, source: string): Promise<string> {
  const { metafile } = await build({
    ...BROWSER,
    absWorkingDir: root,
    entryPoints: { [name]: source },
    outdir: 'static/build',
    format: 'iife',
  });
  return urlOf(outputOf(metafile, source));
}

async function buildStylesheet(root: string): Promise<string> {
  const source = STYLESHEETS.map((name) => readFileSync(join(root, 'static/css', `${name}.css`), 'utf8')).join('\n');
  const { code } = await transform(source, { loader: 'css', minify: true });
  return writeHashed(root, 'style', 'css', code);
}

function buildPacks(root: string): Pick<PageAssets, 'packs' | 'islandPacks'> {
  const { locales, read } = openPacks(folderResources(root));
  const packs = locales.map((locale) => [locale, read(locale)] as const);
  const fallback = read(DEFAULT_LOCALE);
  const write = (name: string, keys: ReadonlySet<string>) =>
    Object.fromEntries(
      packs.map(([locale, pack]) => {
        const code = `export const pack=${JSON.stringify(browserPack(pack, fallback, keys))};`;
        return [locale, writeHashed(root, `${name}-${locale}`, 'js', code)];
      }),
    );
  const { all, ofIsland } = browserKeys(root);
  const islandPacks = Object.entries(ofIsland).map(([island, keys]) => [island, write(island, keys)] as const);
  return { packs: write('texts', all), islandPacks: Object.fromEntries(islandPacks) };
}

function writeHashed(root: string, name: string, extension: string, text: string): string {
  const file = `static/build/${name}-${hash('sha256', text, 'hex').slice(0, 8).toUpperCase()}.${extension}`;
  writeFileSync(join(root, file), text);
  return urlOf(file);
}

/** In an order that depends on nothing but their names. */
function outputsOf({ outputs }: Metafile): [string, Metafile['outputs'][string]][] {
  return Object.keys(outputs)
    .toSorted()
    .flatMap((path) => (outputs[path] ? [[path, outputs[path]]] : []));
}

function outputOf(metafile: Metafile, entryPoint: string): string {
  const found = outputsOf(metafile).find(([, output]) => output.entryPoint === entryPoint);
  if (!found) throw new Error(`the build made nothing of ${entryPoint}`);
  return found[0];
}

/** A module and what it imports statically, itself first. */
function withImports(metafile: Metafile, output: string, seen: string[] = []): string[] {
  if (seen.includes(output)) return seen;
  seen.push(output);
  for (const { path, kind } of metafile.outputs[output]?.imports ?? []) {
    if (kind === 'import-statement') withImports(metafile, path, seen);
  }
  return seen;
}

function urlOf(file: string): string {
  return `/${dirname(file)}/${basename(file)}`;
}

function compress(file: string): void {
  const source = readFileSync(file);
  const quality = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: source.length },
  };
  writeFileSync(`${file}.br`, brotliCompressSync(source, quality));
  writeFileSync(`${file}.gz`, withoutSystem(gzipSync(source, { level: 9 })));
}

/** Sets the byte that names the system (RFC 1952, 2.3.1) to 'unknown': every machine makes the same. The time is 0. */
function withoutSystem(gzipped: Buffer): Buffer {
  gzipped[9] = 255;
  return gzipped;
}
