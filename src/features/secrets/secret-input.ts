import { z } from 'zod';
import type { CharacterSet, PasswordShape } from '#src/crypto/generate-password.ts';
import { fail, ok, type Result } from '#src/result.ts';
import type { ConcealRequest } from './conceal.ts';

/** What the configuration allows a visitor to ask for. */
export interface InputRules {
  readonly defaultTtlSeconds: number;
  readonly maxTtlSeconds: number;
  readonly password: PasswordShape;
  /** Domains a link may be built for; the first is the site's own host. */
  readonly shareDomains: readonly string[];
}

export type InputFailure =
  | { readonly kind: 'wrong-input'; readonly field: string }
  | { readonly kind: 'unknown-kind' }
  | { readonly kind: 'unknown-character-set' }
  | { readonly kind: 'passphrase-too-long'; readonly max: number }
  | { readonly kind: 'length-out-of-range'; readonly min: number; readonly max: number }
  | { readonly kind: 'ttl-out-of-range'; readonly min: number; readonly max: number }
  | { readonly kind: 'recipient-needs-account' }
  /** A password was asked for and a text given: the text must not be thrown away. */
  | { readonly kind: 'generate-with-content' }
  | { readonly kind: 'unknown-share-domain' };

const MIN_TTL_SECONDS = 60;
const PASSWORD_LENGTH = { min: 8, max: 128 };
const MAX_PASSPHRASE_CHARS = 1000;
const CHARACTER_SETS = ['lowercase', 'uppercase', 'digits', 'symbols'] as const satisfies readonly CharacterSet[];

const text = z.string().nullish();
/** What programs and forms send for yes. */
const flag = z.union([z.boolean(), z.string()]).nullish();
const list = z.union([z.string(), z.array(z.string())]).nullish();

const concealSchema = z.object({
  secret: text,
  passphrase: z.string().max(MAX_PASSPHRASE_CHARS).nullish(),
  kind: z.preprocess(emptyAsMissing, z.enum(['share', 'generate']).nullish()),
  share_domain: text,
  truncate: flag,
  recipient: list,
  length: z.preprocess(digitsAsNumber, z.number().int().min(PASSWORD_LENGTH.min).max(PASSWORD_LENGTH.max).nullish()),
  character_sets: z.preprocess(
    (value) => (typeof value === 'string' && value !== '' ? value.split(',') : emptyAsMissing(value)),
    z.array(z.enum(CHARACTER_SETS)).min(1).nullish(),
  ),
});

const attemptSchema = z.object({ passphrase: z.string().max(MAX_PASSPHRASE_CHARS).nullish(), continue: flag });

/** A flat form, or the same nested under `secret`; what stands outside counts too. */
export function readConceal(body: unknown, rules: InputRules): Result<ConcealRequest, InputFailure> {
  const fields = flatFields(body);
  const parsed = concealSchema.safeParse(fields);
  if (!parsed.success) return fail(wrongInput(parsed.error));
  const ttl = readTtl(fields.ttl, rules);
  if (!ttl.ok) return ttl;
  const input = parsed.data;
  if (toList(input.recipient).length > 0) return fail({ kind: 'recipient-needs-account' });
  if (input.kind === 'generate' && input.secret) return fail({ kind: 'generate-with-content' });
  const shareDomain = input.share_domain || rules.shareDomains[0] || '';
  if (!rules.shareDomains.includes(shareDomain)) return fail({ kind: 'unknown-share-domain' });
  return ok({
    kind: input.kind ?? 'share',
    content: input.secret ?? '',
    passphrase: input.passphrase ?? '',
    ttlSeconds: ttl.value,
    shareDomain,
    truncates: isYes(input.truncate),
    password: {
      length: input.length ?? rules.password.length,
      characterSets: input.character_sets ?? rules.password.characterSets,
    },
  });
}

export interface AttemptInput {
  readonly passphrase: string;
  /** The confirm step: without it nothing is revealed or burned. */
  readonly isConfirmed: boolean;
}

export function readAttempt(body: unknown): Result<AttemptInput, InputFailure> {
  const parsed = attemptSchema.safeParse(body);
  if (!parsed.success) return fail(wrongInput(parsed.error));
  return ok({ passphrase: parsed.data.passphrase ?? '', isConfirmed: isYes(parsed.data.continue) });
}

/**
 * Seconds, a whole number from 60 to what the plan allows; a missing one is the default, clamped.
 * The one validator of every entry point: nothing is ever stored without an expiry.
 */
export function readTtl(raw: unknown, rules: InputRules): Result<number, InputFailure> {
  if (raw === undefined || raw === null || raw === '')
    return ok(Math.min(rules.defaultTtlSeconds, rules.maxTtlSeconds));
  const seconds = typeof raw === 'string' && /^\d{1,10}$/.test(raw.trim()) ? Number(raw) : raw;
  const isAllowed =
    typeof seconds === 'number' &&
    Number.isInteger(seconds) &&
    seconds >= MIN_TTL_SECONDS &&
    seconds <= rules.maxTtlSeconds;
  return isAllowed ? ok(seconds) : fail({ kind: 'ttl-out-of-range', min: MIN_TTL_SECONDS, max: rules.maxTtlSeconds });
}

/** The fields of a conceal form at one level, however they came. Flat ones stay as they are. */
export function flatFields(body: unknown): Record<string, unknown> {
  const outer = isRecord(body) ? body : {};
  const { secret, ...outside } = outer;
  const fields = isRecord(secret) ? { ...outside, ...secret } : { ...outer };
  // JSON programs write the form's name of the list too.
  fields.recipient ??= fields['recipient[]'];
  return fields;
}

/** A form sends an untouched field as an empty text. */
function emptyAsMissing(value: unknown): unknown {
  return value === '' ? undefined : value;
}

function digitsAsNumber(value: unknown): unknown {
  return typeof value === 'string' && /^\d{1,4}$/.test(value) ? Number(value) : emptyAsMissing(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toList(value: string | readonly string[] | null | undefined): readonly string[] {
  const values = typeof value === 'string' ? [value] : (value ?? []);
  return values.filter((entry) => entry.trim() !== '');
}

function isYes(value: boolean | string | null | undefined): boolean {
  return value === true || value === 'true' || value === '1' || value === 'on';
}

function wrongInput(error: z.ZodError): InputFailure {
  const issue = error.issues[0];
  const field = String(issue?.path[0] ?? '');
  if (field === 'kind') return { kind: 'unknown-kind' };
  if (field === 'character_sets') return { kind: 'unknown-character-set' };
  if (field === 'length') return { kind: 'length-out-of-range', ...PASSWORD_LENGTH };
  if (field === 'passphrase' && issue?.code === 'too_big') {
    return { kind: 'passphrase-too-long', max: MAX_PASSPHRASE_CHARS };
  }
  return { kind: 'wrong-input', field };
}
