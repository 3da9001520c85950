/** More than a field of one line takes anywhere. */
const LONGEST_LINE_CHARS = 4096;
/** A text that is so much longer than what may be shared is no slip that its writer could put right. */
const TIMES_TOO_LONG = 10;

/**
 * What was typed into a field of one line, to stand in a form that comes back; '' for what is no text, and for more
 * than such a field takes. A megabyte becomes thirteen when it is drawn, takes a fifth of a second, and stays in memory
 * until the answer is read; and forms come back to those whom a limit refuses, too.
 */
export function lineTyped(value: unknown): string {
  return typeof value === 'string' && value.length <= LONGEST_LINE_CHARS ? value : '';
}

/** The same of a text, of which `mostChars` are allowed. */
export function textTyped(value: unknown, mostChars: number): string {
  return typeof value === 'string' && value.length <= TIMES_TOO_LONG * mostChars ? value : '';
}

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a form, with the line ends in one of them as they were typed: browsers post each as CRLF. */
export function withTypedLines(fields: Fields, name: string): Fields {
  const text = fields[name];
  return typeof text === 'string' ? { ...fields, [name]: text.replaceAll('\r\n', '\n') } : fields;
}
