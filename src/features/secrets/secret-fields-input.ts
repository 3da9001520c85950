import { z } from 'zod';
import type { CharacterSet } from '#src/crypto/generate-password.ts';
import { yesOrNo } from '#src/values/yes.ts';
import { MIN_TTL_SECONDS } from './secret.ts';

/** What programs and forms may send about a secret: validated by these, and described by them in the API's document. */

export const PASSWORD_LENGTH = { min: 8, max: 128 };
export const MAX_PASSPHRASE_CHARS = 1000;
/** Room for each name many times over. */
const MAX_SET_NAMES_CHARS = 1000;
const CHARACTER_SETS = ['lowercase', 'uppercase', 'digits', 'symbols'] as const satisfies readonly CharacterSet[];

const text = z.string().nullish();
const list = z.union([z.string(), z.array(z.string())]).nullish();
const passphrase = z.string().max(MAX_PASSPHRASE_CHARS).nullish();
/** A form sends an untouched field as an empty text. */
const untouched = z.literal('').transform(() => undefined);
/** Some programs of API v2 call the kind 'conceal', after the address they post to. */
const concealing = z.literal('conceal').transform(() => 'share' as const);

/** What is neither yes nor no is refused. */
const flagField = yesOrNo.nullish();

const passwordLength = z.int().min(PASSWORD_LENGTH.min).max(PASSWORD_LENGTH.max);
const passwordDigits = z.string().regex(/^\d{1,4}$/);
const characterSets = z.array(z.enum(CHARACTER_SETS)).min(1);
/** A longer text is refused before it is split: in a megabyte of commas each name would be an error of its own. */
const setNames = z
  .string()
  .max(MAX_SET_NAMES_CHARS)
  .transform((names) => names.split(',').map((name) => name.trim()));

/** The fields at one level. How long a lifetime may be depends on the plan: `readTtl`. */
export const concealFields = z.object({
  secret: text,
  passphrase,
  kind: z.union([z.enum(['share', 'generate']), concealing, untouched]).nullish(),
  share_domain: text,
  truncate: flagField,
  recipient: list,
  length: z.union([passwordLength, untouched, passwordDigits.transform(Number).pipe(passwordLength)]).nullish(),
  character_sets: z.union([characterSets, untouched, setNames.pipe(characterSets)]).nullish(),
});

const ttlSeconds = z.int().min(MIN_TTL_SECONDS);
const ttlDigits = z.string().regex(/^\s*\d{1,10}\s*$/);

export const ttlField = z.union([ttlSeconds, untouched, ttlDigits.transform(Number).pipe(ttlSeconds)]).nullish();

export const attemptFields = z.object({ passphrase, continue: flagField });

// JSON programs write the form's name of the list too.
const concealFlat = z.object({ ...concealFields.shape, ttl: ttlField, 'recipient[]': list, owned: flagField });
const generateFlat = concealFlat.omit({ kind: true, secret: true, truncate: true });

/** All that may come: at one level, or the same under `secret`, where what stands outside counts too. */
export const concealBody = { flat: concealFlat, nested: concealFlat.extend({ secret: concealFlat }) };
export const generateBody = { flat: generateFlat, nested: generateFlat.extend({ secret: generateFlat }) };
