import { MASKED_TEXT, maskTokens, maskWholeKeys } from './mask-tokens.ts';

/** What of an error may be logged. */
export interface SafeError {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  /** Stack frames alone, without the message that a stack begins with. */
  readonly stack: readonly string[];
}

const MAX_MESSAGE_CHARS = 200;

/** As V8 writes them; a line of a message that only begins with 'at' does not end in a position. */
const STACK_FRAME = /^ {4}at .{0,300}(?::\d+:\d+\)?|\(<anonymous>\)|\(native\))$/;

/**
 * Reduces whatever was thrown to what may be logged. Libraries put input into messages (JSON.parse
 * quotes what it read) and into properties (body, input, cause), so quotations, addresses and
 * tokens are masked and every other property is left out.
 */
export function safeError(thrown: unknown): SafeError {
  if (!(thrown instanceof Error)) return { name: 'NotAnError', message: typeof thrown, stack: [] };
  const code = 'code' in thrown ? { code: safeCode(thrown.code) } : {};
  return { name: safeName(thrown.name), message: safeMessage(thrown.message), ...code, stack: framesOf(thrown.stack) };
}

function safeName(name: unknown): string {
  return typeof name === 'string' && /^\w{1,60}$/.test(name) ? maskWholeKeys(name) : 'Error';
}

/** 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED': as long as a token, and none. */
const MANY_WORDS = /^(?:[A-Z\d]{1,19}_){2,7}[A-Z\d]{1,19}$/;

function safeCode(code: unknown): string {
  if (typeof code === 'string' && code.length <= 60 && MANY_WORDS.test(code)) return code;
  const isShort = typeof code === 'number' || (typeof code === 'string' && /^\w{1,60}$/.test(code));
  return isShort ? maskTokens(String(code)) : MASKED_TEXT;
}

/** The first line, without anything quoted: from the first quotation mark to the last one. */
function safeMessage(message: unknown): string {
  const [firstLine = ''] = String(message).split(/[\r\n]/);
  const bare = firstLine.replace(/["'`“‘].*["'`”’]/s, MASKED_TEXT).replace(/[a-z]+:\/\/\S+/gi, MASKED_TEXT);
  return maskTokens(bare).slice(0, MAX_MESSAGE_CHARS);
}

function framesOf(stack: unknown): readonly string[] {
  const lines = typeof stack === 'string' ? stack.split('\n') : [];
  return lines.filter((line) => STACK_FRAME.test(line)).map((line) => maskWholeKeys(line.trim()));
}
