import { globSync, readFileSync } from 'node:fs';
import { posix, resolve } from 'node:path';
import { transformSync } from 'esbuild';

/** A file of the project: its path from the root, with forward slashes, and its text. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

export interface Import {
  /** As it is written. */
  readonly specifier: string;
  /** A path from the root, or the name of a package or of a module of Node. */
  readonly target: string;
  readonly isTypeOnly: boolean;
  /** By the names they have there; null for all there is. */
  readonly names: readonly string[] | null;
}

const root = resolve(import.meta.dirname, '../..');

/** Every TypeScript file below the folders, sorted by path. */
export function readSources(...folders: string[]): SourceFile[] {
  const patterns = folders.map((folder) => `${folder}/**/*.{ts,tsx}`);
  const paths = globSync(patterns, { cwd: root }).map((path) => path.replaceAll('\\', '/'));
  return paths.sort().map((path) => ({ path, text: readFileSync(resolve(root, path), 'utf8') }));
}

/** What a file imports or hands on: import and export statements, import() of values and of types. */
export function importsOf(file: SourceFile): Import[] {
  const statements = file.text.matchAll(/^(?:import|export)\b([\w$*{},\s]*?)\bfrom\s*['"]([^'"]+)['"]/gm);
  const bare = file.text.matchAll(/^import\s*['"]([^'"]+)['"]/gm);
  const calls = file.text.matchAll(/\b(?:import|require)\(\s*['"`]([^'"`]+)['"`]/g);
  const code = codeOf(file);
  const isCall = (specifier: string) => /\b(?:import|require)\(/.test(code) && code.includes(`("${specifier}")`);
  return [
    ...[...statements].map(([, clause = '', specifier = '']) =>
      toImport(file, specifier, isTypeClause(clause), namesIn(clause)),
    ),
    ...[...bare].map(([, specifier = '']) => toImport(file, specifier, false, [])),
    ...[...calls].map(([, specifier = '']) => toImport(file, specifier, !isCall(specifier), null)),
  ];
}

/** The file as it runs: without types and comments, in esbuild's layout; JSX stays. */
export function codeOf({ path, text }: SourceFile): string {
  const loader = path.endsWith('.tsx') ? 'tsx' : 'ts';
  const { code } = transformSync(text, { loader, jsx: 'preserve', target: 'esnext', legalComments: 'none' });
  return code.replaceAll(/\/\*.*?\*\//gs, '');
}

function isTypeClause(clause: string): boolean {
  if (/^\s*type\b/.test(clause)) return true;
  const names = /^\s*\{/.test(clause) ? (listIn(clause) ?? []) : [];
  return names.length > 0 && names.every((name) => /^type\b/.test(name));
}

function namesIn(clause: string): readonly string[] | null {
  return listIn(clause)?.map((name) => name.replace(/^type\s+/, '').replace(/\s+as\s.*$/s, '')) ?? null;
}

/** What stands between the braces. */
function listIn(clause: string): readonly string[] | undefined {
  const [, list] = /\{([^}]*)\}\s*$/.exec(clause) ?? [];
  return list
    ?.split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function toImport(file: SourceFile, specifier: string, isTypeOnly: boolean, names: Import['names']): Import {
  return { specifier, target: targetOf(file.path, specifier), isTypeOnly, names };
}

function targetOf(path: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier);
  return specifier;
}
