/** As a shell reads it back: in single quotes, where it would take the text apart or for something else. */
export function shellWord(text: string): string {
  return /^[\w.:/@%+=,-]+$/.test(text) ? text : quoted(text);
}

/** In single quotes, within which a shell reads every sign as itself. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
