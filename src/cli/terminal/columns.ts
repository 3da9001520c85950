/**
 * Letters that take two columns on a terminal, and marks above or below a letter, which take none. Half-width forms
 * belong to the same scripts but take one. Of a Korean syllable written in parts, the beginning takes two columns and
 * the rest none.
 */
const WIDE =
  /[[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u3001-\u301e\u30fc\uff01-\uff60]--[\u1160-\u11ff\uff61-\uffdc]]/gv;
const WITHOUT_WIDTH = /[\p{Mn}\u1160-\u11ff]/gu;

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
