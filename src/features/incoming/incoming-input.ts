import { z } from 'zod';
import { fail, ok, type Result } from '#src/result.ts';
import { isBlank } from '#src/values/blank.ts';
import { countChars } from '#src/values/characters.ts';

export interface IncomingInput {
  readonly content: string;
  /** One line without control characters, fit for the head of a mail. */
  readonly ticketNumber: string;
  /** A solved captcha; empty without JavaScript. */
  readonly captcha: string;
  /** Nobody sees the field, so whoever fills it in is a program. */
  readonly isTrapped: boolean;
}

export type InputFailure =
  | { readonly kind: 'wrong-input'; readonly field: string }
  | { readonly kind: 'nothing-to-share' }
  | { readonly kind: 'not-text' }
  | { readonly kind: 'too-long'; readonly maxChars: number }
  | { readonly kind: 'no-ticket-number' }
  | { readonly kind: 'ticket-number-too-long'; readonly maxChars: number }
  | { readonly kind: 'ticket-number-not-plain' };

const MAX_TICKET_CHARS = 64;
/** Control characters, line and paragraph separators, and what turns the direction of the words around it. */
const NOT_PLAIN = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

const text = z.string().nullish();
const schema = z.object({ secret: text, ticketno: text, authenticity_payload: text, skill: text });

/** `maxContentChars`: code points. */
export function readIncoming(body: unknown, maxContentChars: number): Result<IncomingInput, InputFailure> {
  const parsed = schema.safeParse(body);
  if (!parsed.success) return fail({ kind: 'wrong-input', field: String(parsed.error.issues[0]?.path[0] ?? '') });
  const { secret, ticketno, authenticity_payload: captcha, skill } = parsed.data;
  const content = secret ?? '';
  // Before anything is cut off its ends: a line break there is no slip of the finger either.
  const ticketNumber = ticketno ?? '';
  const failure = contentFailure(content, maxContentChars) ?? ticketFailure(ticketNumber);
  if (failure !== null) return fail(failure);
  return ok({ content, ticketNumber: ticketNumber.trim(), captcha: captcha ?? '', isTrapped: Boolean(skill) });
}

/** Refused and not cut: nobody would be there to be told that an end is missing. */
function contentFailure(content: string, maxChars: number): InputFailure | null {
  if (content === '') return { kind: 'nothing-to-share' };
  // Half a surrogate pair would come back as something else.
  if (!content.isWellFormed()) return { kind: 'not-text' };
  return countChars(content) > maxChars ? { kind: 'too-long', maxChars } : null;
}

function ticketFailure(ticketNumber: string): InputFailure | null {
  if (isBlank(ticketNumber)) return { kind: 'no-ticket-number' };
  if (!ticketNumber.isWellFormed() || NOT_PLAIN.test(ticketNumber)) return { kind: 'ticket-number-not-plain' };
  const isTooLong = countChars(ticketNumber.trim()) > MAX_TICKET_CHARS;
  return isTooLong ? { kind: 'ticket-number-too-long', maxChars: MAX_TICKET_CHARS } : null;
}
