/** Letters of two columns on a terminal, and marks above or below a letter, of none. */
const WIDE = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\u30fc]/gu;
const WITHOUT_WIDTH = /\p{Mn}/gu;

/** Rows whose cells stand below each other. */
export function inColumns(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, widthOf(cell));
  }
  const lineOf = (row: readonly string[]) =>
    row.map((cell, at) => cell + ' '.repeat((widths[at] ?? 0) - widthOf(cell))).join('  ');
  return rows.map((row) => `${lineOf(row).trimEnd()}\n`).join('');
}

function widthOf(cell: string): number {
  return [...cell.replace(WITHOUT_WIDTH, '').replace(WIDE, '$&$&')].length;
}
