/** A table in Markdown; bars inside of cells are escaped. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/** With as many digits as say something: 4321, 432, 43.2, 4.32. */
export function figure(value: number): string {
  return value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2);
}

export function percentText(percent: number): string {
  return `${percent.toFixed(1)} %`;
}

export function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
