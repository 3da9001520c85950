import type { z } from 'zod';
import type { ClaimantToken } from '#src/crypto/claimant.ts';
import type { PasswordShape } from '#src/crypto/generate-password.ts';
import type { SendingOwner } from '#src/features/accounts/customer.ts';
import { fail, ok, type Result } from '#src/result.ts';
import { countChars } from '#src/values/characters.ts';
import { readMailAddress } from '#src/values/mail-address.ts';
import { isYes } from '#src/values/yes.ts';
import type { ConcealRequest, Wanted } from './conceal.ts';
import { parseClaimant } from './key-input.ts';
import { MIN_TTL_SECONDS } from './secret.ts';
import {
  attemptFields,
  concealBody,
  concealFields,
  MAX_PASSPHRASE_CHARS,
  PASSWORD_LENGTH,
  ttlField,
} from './secret-fields-input.ts';

/** What the configuration allows a visitor to ask for. */
export interface InputRules {
  readonly defaultTtlSeconds: number;
  readonly maxTtlSeconds: number;
  readonly password: PasswordShape;
  /** Domains a link may be built for; the first is the site's own host. */
  readonly shareDomains: readonly string[];
  /** In lower case and A-labels, without a port. */
  readonly domainNameOf: (text: string) => string;
  /** Code points; of the asker's plan. */
  readonly maxContentChars: number;
  /** Fewest characters of a passphrase where one is given; 0 for any. */
  readonly minPassphraseChars: number;
  readonly needsPassphrase: boolean;
  /** The customer who asks; null for anybody else. */
  readonly owner: SendingOwner | null;
  /** Whether the site can mail links. */
  readonly hasMail: boolean;
  /** Whether the plan of the asker lets links be mailed. */
  readonly mayMail: boolean;
}

export type InputFailure =
  | { readonly kind: 'wrong-input'; readonly field: string }
  | { readonly kind: 'unknown-kind' }
  | { readonly kind: 'unknown-character-set' }
  | { readonly kind: 'passphrase-too-long'; readonly max: number }
  | { readonly kind: 'length-out-of-range'; readonly min: number; readonly max: number }
  | { readonly kind: 'ttl-out-of-range'; readonly min: number; readonly max: number }
  | { readonly kind: 'recipient-needs-account' }
  | { readonly kind: 'no-mail' }
  | { readonly kind: 'plan-without-email' }
  | { readonly kind: 'wrong-recipient' }
  | { readonly kind: 'too-many-recipients'; readonly max: number }
  | { readonly kind: 'passphrase-needed' }
  | { readonly kind: 'passphrase-too-short'; readonly min: number }
  /** A password was asked for and a text given: the text must not be thrown away. */
  | { readonly kind: 'generate-with-content' }
  | { readonly kind: 'unknown-share-domain' };

const MAX_RECIPIENTS = 10;

/** The dashboard shares in the name of its customer: a sign-in that has ended must not make it anonymous. */
export function needsOwner(body: unknown): boolean {
  return isYes(flatFields(body).owned);
}

/** A flat form, or the same nested under `secret`; what stands outside counts too. */
export function readConceal(body: unknown, rules: InputRules): Result<ConcealRequest, InputFailure> {
  const fields = flatFields(body);
  const parsed = concealFields.safeParse(fields);
  if (!parsed.success) return fail(wrongInput(parsed.error));
  const ttl = readTtl(fields.ttl, rules);
  if (!ttl.ok) return ttl;
  const input = parsed.data;
  const recipients = readRecipients(toList(input.recipient), rules);
  if (!recipients.ok) return recipients;
  const passphrase = readNewPassphrase(input.passphrase ?? '', rules);
  if (!passphrase.ok) return passphrase;
  const wanted = readWanted(input, rules);
  if (!wanted.ok) return wanted;
  const shareDomain = readShareDomain(input.share_domain ?? '', rules);
  if (shareDomain === null) return fail({ kind: 'unknown-share-domain' });
  return ok({
    ...wanted.value,
    passphrase: passphrase.value,
    ttlSeconds: ttl.value,
    shareDomain,
    maxContentChars: rules.maxContentChars,
    owner: rules.owner,
    recipients: recipients.value,
    isVerification: false,
  });
}

function readWanted(input: z.infer<typeof concealFields>, { password }: InputRules): Result<Wanted, InputFailure> {
  const { kind, secret, truncate, length, character_sets: characterSets } = input;
  if (kind !== 'generate') return ok({ kind: 'share', content: secret ?? '', truncates: isYes(truncate) });
  if (secret) return fail({ kind: 'generate-with-content' });
  const shape = { length: length ?? password.length, characterSets: characterSets ?? password.characterSets };
  return ok({ kind, password: shape });
}

/** Takes the name that is kept or the one that people read; the first of the allowed ones if none is named. */
function readShareDomain(text: string, { shareDomains, domainNameOf }: InputRules): string | null {
  const [first = '', ...others] = shareDomains;
  if (text === '' || text === first) return first;
  const name = domainNameOf(text);
  // The site's own may have a port.
  return [first, ...others].find((allowed) => name !== '' && domainNameOf(allowed) === name) ?? null;
}

/** The link is mailed for customers only: strangers must not use this site to write to people. */
function readRecipients(raw: readonly string[], rules: InputRules): Result<readonly string[], InputFailure> {
  if (raw.length === 0) return ok([]);
  if (rules.owner === null) return fail({ kind: 'recipient-needs-account' });
  if (!rules.hasMail) return fail({ kind: 'no-mail' });
  if (!rules.mayMail) return fail({ kind: 'plan-without-email' });
  const addresses = [...new Set(raw.map(readMailAddress))];
  if (addresses.length > MAX_RECIPIENTS) return fail({ kind: 'too-many-recipients', max: MAX_RECIPIENTS });
  return addresses.every((address) => address !== null) ? ok(addresses) : fail({ kind: 'wrong-recipient' });
}

function readNewPassphrase(passphrase: string, rules: InputRules): Result<string, InputFailure> {
  if (passphrase === '') return rules.needsPassphrase ? fail({ kind: 'passphrase-needed' }) : ok('');
  const isTooShort = countChars(passphrase) < rules.minPassphraseChars;
  return isTooShort ? fail({ kind: 'passphrase-too-short', min: rules.minPassphraseChars }) : ok(passphrase);
}

export interface AttemptInput {
  readonly passphrase: string;
  /** The confirm step: without it nothing is revealed or burned. */
  readonly isConfirmed: boolean;
}

export interface RevealInput extends AttemptInput {
  /** null for whoever does not want to be told again. */
  readonly claimant: ClaimantToken | null;
}

export function readAttempt(body: unknown): Result<AttemptInput, InputFailure> {
  const parsed = attemptFields.safeParse(body);
  if (!parsed.success) return fail(wrongInput(parsed.error));
  return ok({ passphrase: parsed.data.passphrase ?? '', isConfirmed: isYes(parsed.data.continue) });
}

/** `readAttempt` with the claimant's token, which came in `field`: one that is malformed is refused, not ignored. */
export function readReveal(body: unknown, field: string, token: unknown): Result<RevealInput, InputFailure> {
  const attempt = readAttempt(body);
  if (!attempt.ok) return attempt;
  const claimant = parseClaimant(token);
  if (claimant === null && token !== undefined) return fail({ kind: 'wrong-input', field });
  return ok({ ...attempt.value, claimant });
}

/**
 * Seconds, a whole number from 60 to what the plan allows; a missing one is the default, clamped.
 * The one validator of every entry point: nothing is ever stored without an expiry.
 */
export function readTtl(raw: unknown, rules: InputRules): Result<number, InputFailure> {
  const parsed = ttlField.safeParse(raw);
  const seconds = parsed.data ?? Math.min(rules.defaultTtlSeconds, rules.maxTtlSeconds);
  const isAllowed = parsed.success && seconds <= rules.maxTtlSeconds;
  return isAllowed ? ok(seconds) : fail({ kind: 'ttl-out-of-range', min: MIN_TTL_SECONDS, max: rules.maxTtlSeconds });
}

const FIELD_NAMES = Object.keys(concealBody.flat.shape);

/**
 * The fields of a conceal form at one level, however they came. Flat ones stay as they are. A nested field that is
 * null, or that a form left untouched, counts as absent and does not hide one outside: a passphrase would be lost
 * without a word. Only known names are picked: a JSON body may have a hundred thousand others, and copying them would
 * stop the server.
 */
export function flatFields(body: unknown): Record<string, unknown> {
  const outer = isRecord(body) ? body : {};
  const inner = isRecord(outer.secret) ? outer.secret : null;
  const fields: Record<string, unknown> = {};
  for (const name of FIELD_NAMES) {
    const isInside = inner !== null && Object.hasOwn(inner, name) && (isFilled(inner[name]) || !isFilled(outer[name]));
    const place = inner !== null && (isInside || name === 'secret') ? inner : outer;
    if (Object.hasOwn(place, name)) fields[name] = place[name];
  }
  // JSON programs write the form's name of the list too.
  if (!isFilled(fields.recipient)) fields.recipient = fields['recipient[]'];
  return fields;
}

function isFilled(value: unknown): boolean {
  return Array.isArray(value) ? value.some(isFilled) : value !== null && value !== undefined && value !== '';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toList(value: string | readonly string[] | null | undefined): readonly string[] {
  const values = typeof value === 'string' ? [value] : (value ?? []);
  return values.filter((entry) => entry.trim() !== '');
}

export function wrongInput(error: z.ZodError): InputFailure {
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
