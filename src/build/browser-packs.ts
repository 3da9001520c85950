import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { flattenPack, type LanguagePack } from '#src/i18n/packs.ts';
import { withoutCategory } from '#src/i18n/plural.ts';

const CALL = /\bt\(\s*'([\w.]+)'/g;

/** Islands whose texts only their own pages load, by name. */
const ISLANDS_WITH_PACK = ['upgrade', 'workspace'] as const;

export interface BrowserKeys {
  /** For every page with islands. */
  readonly all: ReadonlySet<string>;
  /** What only one island names. */
  readonly ofIsland: Readonly<Record<string, ReadonlySet<string>>>;
}

/** The keys that islands and the parts they are drawn from name; a test forbids any other way to name one. */
export function browserKeys(root: string): BrowserKeys {
  const files = globSync('src/{islands,ui}/**/*.{ts,tsx}', { cwd: root }).toSorted();
  const isOf = (island: string) => (file: string) => file.startsWith(`src/islands/${island}/`);
  const all = keysIn(
    root,
    files.filter((file) => !ISLANDS_WITH_PACK.some((island) => isOf(island)(file))),
  );
  const ofIsland = ISLANDS_WITH_PACK.map(
    (island) => [island, keysIn(root, files.filter(isOf(island))).difference(all)] as const,
  );
  return { all, ofIsland: Object.fromEntries(ofIsland) };
}

function keysIn(root: string, files: readonly string[]): Set<string> {
  const calls = files.flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(CALL)]);
  return new Set(calls.map(([, key]) => key ?? ''));
}

/** What the browser needs of a language, plural forms included; what the language lacks comes from the fallback. */
export function browserPack(
  pack: LanguagePack,
  fallback: LanguagePack,
  keys: ReadonlySet<string>,
): Record<string, string> {
  const entries = Object.entries({ ...flattenPack(fallback), ...flattenPack(pack) });
  return Object.fromEntries(entries.filter(([key]) => keys.has(key) || keys.has(withoutCategory(key))));
}
