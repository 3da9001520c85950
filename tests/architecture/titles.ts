import { codeOf, type SourceFile } from './source.ts';

/** The titles of the tests in a file, as they are written. */
export function titlesOf(file: SourceFile): string[] {
  const calls = codeOf(file).matchAll(
    /\b(?:test|it|describe|suite|promise)(?:\.\w+)?\(\s*("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`)/g,
  );
  return [...calls].map(([, literal = '']) => literal.slice(1, -1));
}

/** Ids in square brackets that no line of the requirements bears. */
export function unknownIds(file: SourceFile, known: { has(id: string): boolean }): string[] {
  const groups = titlesOf(file).flatMap((title) => [...title.matchAll(/\[([^\]]*[A-Za-z]+-\d[^\]]*)\]/g)]);
  const ids = groups.flatMap(([, group = '']) => group.trim().split(/[\s,]+/));
  return ids.filter((id) => !known.has(id)).map((id) => `${file.path}: ${id}`);
}

/** True if a test of the file is left out, put off, or the only one to run. */
export function leavesOut(file: SourceFile): boolean {
  const code = codeOf(file);
  return /\b\w+\.(?:skip|todo|only)\(|[{,]\s*(?:skip|todo|only):\s*(?:true|!0|["'`])/.test(code);
}
