/** JSON for a data block: no `<`, so nothing in it can end the block. */
export function escapeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
