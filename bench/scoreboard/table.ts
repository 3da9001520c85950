import type { Finding, Row } from './row.ts';

const BEGIN = '<!-- scoreboard: begin, made by npm run scoreboard -->';
const END = '<!-- scoreboard: end -->';
const HEAD = `| command | what | tried | seen | bar | verdict | measured |
|---|---|---|---|---|---|---|`;

export interface Measured extends Finding {
  readonly row: Row;
  /** Day (UTC) of the measurement: '2026-01-31'. */
  readonly day: string;
  /** Why it is not green, where that is known and accepted. */
  readonly reason: string | null;
}

/**
 * The document with these rows in its table. Rows that were not measured stay as they are; `order` names all rows there
 * are, and one that is not among them any more goes. Throws where the document has no place for the table.
 */
export function withRows(document: string, measured: readonly Measured[], order: readonly string[]): string {
  const [start, end] = [document.indexOf(BEGIN), document.indexOf(END)];
  if (start === -1 || end < start) throw new Error(`the document lacks '${BEGIN}' and '${END}'`);
  const kept = new Map(linesIn(document.slice(start, end)).map((line) => [nameIn(line), line]));
  for (const one of measured) kept.set(one.row.name, lineOf(one));
  const lines = order.flatMap((name) => kept.get(name) ?? []);
  return `${document.slice(0, start)}${BEGIN}\n${[HEAD, ...lines].join('\n')}\n${document.slice(end)}`;
}

export function lineOf({ row, tried, seen, verdict, reason, day }: Measured): string {
  const why = verdict === 'green' || reason === null ? '' : `: ${reason}`;
  const cells = [`\`${row.name}\``, row.what, tried, seen, row.bar, `${verdict}${why}`, day];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
}

function linesIn(table: string): string[] {
  return table.split('\n').filter((line) => line.startsWith('| `'));
}

function nameIn(line: string): string {
  return /^\| `([^`]+)`/.exec(line)?.[1] ?? '';
}
