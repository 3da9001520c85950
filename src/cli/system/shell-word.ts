/** The text as one word for a shell: in single quotes if it would be split or read as something else. */
export function shellWord(text: string): string {
  return /^[\w.:/@%+=,-]+$/.test(text) ? text : quoted(text);
}

/** The text in single quotes, within which a shell reads every sign as itself. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
