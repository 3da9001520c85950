import { z } from 'zod';
import { fail, type Result } from '#src/result.ts';
import { countChars } from '#src/values/characters.ts';
import type { ConcealRequest } from './conceal.ts';
import { MIN_TTL_SECONDS } from './secret.ts';
import { concealFields, MAX_PASSPHRASE_CHARS } from './secret-fields-input.ts';
import { type InputFailure, type InputRules, readConceal, wrongInput } from './secret-input.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Programs without types send 1234 for '1234'. A number so large that JSON may have rounded it is refused. */
const text = z.union([z.string(), z.int().transform(String)]).nullish();
const { share_domain, recipient, truncate, length } = concealFields.shape;
const both = { passphrase: text, share_domain, recipient, 'recipient[]': recipient };
const shareFields = z.object({ secret: text, ...both, truncate });
const generateFields = z.object({ ...both, length });
const attemptFields = z.object({ passphrase: text });
const ttlField = z.union([z.number(), z.string()]).nullish();

/** All that v1 knows, at one level; whatever else comes is ignored. */
export const v1Fields = {
  share: shareFields.extend({ ttl: ttlField }),
  generate: generateFields.extend({ ttl: ttlField }),
  attempt: attemptFields,
};

export function readV1Conceal(
  fields: Fields,
  kind: ConcealRequest['kind'],
  rules: InputRules,
): Result<ConcealRequest, InputFailure> {
  const known = (kind === 'share' ? shareFields : generateFields).safeParse(fields);
  if (!known.success) return fail(wrongInput(known.error));
  return readConceal({ ...known.data, kind, ttl: v1TtlSeconds(fields.ttl, rules) }, rules);
}

/** null for what cannot be anybody's passphrase. */
export function readV1Passphrase(fields: Fields): string | null {
  const known = attemptFields.safeParse(fields);
  const passphrase = known.success ? (known.data.passphrase ?? '') : null;
  return passphrase !== null && countChars(passphrase) <= MAX_PASSPHRASE_CHARS ? passphrase : null;
}

/**
 * What v1 programs have always been allowed: 0, less, nothing or no number means the default; anything else is brought
 * between a minute and what the plan allows. So everything that they share expires, too.
 */
function v1TtlSeconds(raw: unknown, { defaultTtlSeconds, maxTtlSeconds }: InputRules): number {
  const known = ttlField.safeParse(raw);
  const said = known.success ? (known.data ?? 0) : 0;
  const seconds = typeof said === 'number' || NUMBER.test(said.trim()) ? Number(said) : 0;
  const wanted = seconds > 0 ? Math.max(MIN_TTL_SECONDS, Math.floor(seconds)) : defaultTtlSeconds;
  return Math.min(wanted, maxTtlSeconds);
}

const NUMBER = /^[+-]?\d{1,300}(\.\d*)?$/;
