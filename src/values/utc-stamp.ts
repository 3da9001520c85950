/** An instant as every record writes it, whatever the reader's language: '2026-01-31@14:05:09 UTC'. */
export function utcStamp(instantMs: number): string {
  return `${new Date(instantMs).toISOString().slice(0, 19).replace('T', '@')} UTC`;
}
