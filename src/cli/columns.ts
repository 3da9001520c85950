/** Rows whose cells stand below each other. */
export function inColumns(rows: readonly (readonly string[])[]): string {
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, at) => cell.padEnd(width(at)))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}
