const KEY = /(?<![0-9a-z])([0-9a-z]{6})[0-9a-z]{25}(?![0-9a-z])/gi;
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g;
const CONTROL_BUT_LINES =
  /\r(?!\n)|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const BEYOND_JSON_ESCAPES = /[\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
const MAX_FOREIGN_CHARS = 300;

/** Shortens whatever looks like a secret or metadata key to its first six characters. */
export function maskKeys(text: string): string {
  return text.replace(KEY, '$1…');
}

/** Text of another machine as one harmless line: no control characters, no whole keys, not endless. */
export function foreignText(text: string): string {
  // Cut last: a part of a key does not look like one.
  return maskKeys(text.replace(CONTROL, ' ').trim()).slice(0, MAX_FOREIGN_CHARS);
}

/** Whether text prints as one line that does nothing else. */
export function isHarmlessLine(text: string): boolean {
  return text.search(CONTROL) === -1;
}

/** Content for a terminal: what would move the cursor or reorder the line is shown as an escape. */
export function showable(content: string): string {
  return content.replace(CONTROL_BUT_LINES, escaped);
}

/** One line of JSON that is also harmless on a terminal. */
export function jsonLine(value: object): string {
  return `${JSON.stringify(value).replace(BEYOND_JSON_ESCAPES, escaped)}\n`;
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
