import { codeOf, type SourceFile } from './source.ts';

/** The titles of the tests in a file, as they are written. */
export function titlesOf(file: SourceFile): string[] {
  return titlesIn(codeOf(file));
}

function titlesIn(code: string): string[] {
  const calls = code.matchAll(
    /\b(?:test|it|describe|suite|promise)(?:\.\w+)?\(\s*("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`)/g,
  );
  return [...calls].map(([, literal = '']) => literal.slice(1, -1));
}

/** The ids in square brackets at the end of a text, be it a title or a row of the table that titles are made of. */
export function idsNamedIn(file: SourceFile): string[] {
  return idsAtEnds(codeOf(file));
}

function idsAtEnds(code: string): string[] {
  return idsIn(code.matchAll(/\[([^\][\n"'`]*[A-Za-z]+-\d[^\][\n"'`]*)\]["'`]/g));
}

/** Ids in square brackets that no line of the requirements bears: anywhere in a title, or at the end of a text. */
export function unknownIds(file: SourceFile, known: { has(id: string): boolean }): string[] {
  const code = codeOf(file);
  const inTitles = titlesIn(code).flatMap((title) => idsIn(title.matchAll(/\[([^\]]*[A-Za-z]+-\d[^\]]*)\]/g)));
  const ids = new Set([...inTitles, ...idsAtEnds(code)]);
  return [...ids].filter((id) => !known.has(id)).map((id) => `${file.path}: ${id}`);
}

function idsIn(groups: Iterable<RegExpExecArray>): string[] {
  return [...groups].flatMap(([, group = '']) => group.trim().split(/[\s,]+/));
}

const MOST_UNPROVEN = 25;

/**
 * What is wrong with the proofs of the requirements: each is named by a test, or stands in `unproven` (id, tab, reason),
 * never both.
 */
export function gapsOf(known: ReadonlyMap<string, unknown>, named: ReadonlySet<string>, unproven: string): string[] {
  const lines = unproven.split('\n').filter((line) => line !== '');
  const rows = lines.map((line) => line.split('\t'));
  const excused = new Set(rows.map(([id = '']) => id));
  const ofRow = ([id = '', reason = '']: string[]) => [
    ...(known.has(id) ? [] : [`${id}: unproven, and no requirement`]),
    ...(named.has(id) ? [`${id}: unproven, and named by a test`] : []),
    ...(reason.trim() === '' ? [`${id}: unproven without a reason`] : []),
  ];
  return [
    ...[...known.keys()].filter((id) => !named.has(id) && !excused.has(id)).map((id) => `${id}: named by no test`),
    ...rows.flatMap(ofRow),
    ...(rows.length > MOST_UNPROVEN ? [`${rows.length} lines are unproven`] : []),
  ];
}

/** True if a test of the file is left out, put off, or the only one to run. */
export function leavesOut(file: SourceFile): boolean {
  const code = codeOf(file);
  return /\b\w+\.(?:skip|todo|only)\(|[{,]\s*(?:skip|todo|only):\s*(?:true|!0|["'`])/.test(code);
}
