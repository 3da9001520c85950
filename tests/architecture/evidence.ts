import { globSync } from 'node:fs';
import type { SourceFile } from './source.ts';
import { titlesOf } from './titles.ts';

/** A test that a guide names: `tests/…` or a pattern of such, and perhaps the beginning or a part of a title. */
export interface Evidence {
  readonly files: string;
  readonly title: string | null;
}

/** In the order of the guide: `tests/a/b.test.ts` "part of a title". */
export function evidenceIn(text: string): Evidence[] {
  const named = text.matchAll(/`(tests\/[^`]+)`(?:\s+"([^"]+)")?/g);
  return [...named].map(([, files = '', title]) => ({ files, title: title ?? null }));
}

/** What a guide names and nobody can look up: files that are not there, titles that no test of theirs bears. */
export function missingEvidence(text: string, tests: readonly SourceFile[], root: string): string[] {
  return evidenceIn(text).flatMap(({ files, title }) => {
    const paths = globSync(files, { cwd: root }).map((path) => path.replaceAll('\\', '/'));
    if (paths.length === 0) return [`${files} is not there`];
    if (title === null) return [];
    const titles = tests.filter(({ path }) => paths.includes(path)).flatMap(titlesOf);
    return titles.some((one) => one.includes(title)) ? [] : [`${files} has no test "${title}"`];
  });
}

/** The rows of every table whose head has these columns, cell by cell. */
export function rowsOf(text: string, head: readonly string[]): string[][] {
  const tables = text.matchAll(/^\|(.+)\|\n\|[-|: ]+\|\n((?:\|.+\|\n?)*)/gm);
  return [...tables]
    .filter(([, names = '']) => cellsOf(names).join() === head.join())
    .flatMap(([, , rows = '']) => rows.trim().split('\n'))
    .map((row) => cellsOf(row.slice(1, -1)));
}

function cellsOf(row: string): string[] {
  return row.split('|').map((cell) => cell.trim());
}
