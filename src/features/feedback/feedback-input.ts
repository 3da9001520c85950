import { z } from 'zod';
import { fail, ok, type Result } from '#src/result.ts';
import { countChars } from '#src/values/characters.ts';
import { MAX_MESSAGE_CHARS } from './feedback.ts';

export interface FeedbackInput {
  readonly message: string;
  readonly timeZone: string;
  readonly version: string;
  /** Where an answer may go; null without. */
  readonly address: string | null;
  /** A solved captcha; empty without JavaScript. */
  readonly captcha: string;
  /** Nobody sees the field, so whoever fills it in is a program. */
  readonly isTrapped: boolean;
}

export type InputFailure =
  | { readonly kind: 'wrong-input'; readonly field: string }
  | { readonly kind: 'not-text'; readonly field: string }
  | { readonly kind: 'no-message' }
  | { readonly kind: 'message-too-long'; readonly max: number }
  | { readonly kind: 'bad-address' };

const MAX_ADDRESS_CHARS = 254;
const ADDRESS = /^[^\s@]+@[^\s@]+$/;

const text = z.string().nullish();
/** Facts that a browser fills in: one in another form says nothing, and is left out. */
const fact = z
  .string()
  .regex(/^[\w+\-/.]{0,64}$/)
  .catch('');

export const feedbackSchema = z.object({
  msg: text,
  email: text,
  authenticity_payload: text,
  skill: text,
  tz: fact,
  version: fact,
});

/** What is asked about a solved captcha: anything but a text is as good as nothing. */
export const solutionSchema = z.object({ payload: z.string().catch('') });

export function readFeedback(body: unknown): Result<FeedbackInput, InputFailure> {
  const parsed = feedbackSchema.safeParse(body);
  if (!parsed.success) return fail({ kind: 'wrong-input', field: String(parsed.error.issues[0]?.path[0] ?? '') });
  const { msg, email, tz, version, authenticity_payload: captcha, skill } = parsed.data;
  const message = msg ?? '';
  const failure = messageFailure(message);
  if (failure !== null) return fail(failure);
  const address = email?.trim() || null;
  if (address !== null && !isAddress(address)) return fail({ kind: 'bad-address' });
  const given = { message, address, captcha: captcha ?? '', isTrapped: Boolean(skill) };
  return ok({ ...given, timeZone: tz, version });
}

function messageFailure(message: string): InputFailure | null {
  if (message.trim() === '') return { kind: 'no-message' };
  // Half a surrogate pair would come back as something else.
  if (!message.isWellFormed()) return { kind: 'not-text', field: 'msg' };
  return countChars(message) > MAX_MESSAGE_CHARS ? { kind: 'message-too-long', max: MAX_MESSAGE_CHARS } : null;
}

/** Nothing is sent there automatically, so the address need not be proven; a person will read it. */
function isAddress(address: string): boolean {
  return address.length <= MAX_ADDRESS_CHARS && address.isWellFormed() && ADDRESS.test(address);
}
