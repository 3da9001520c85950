import { z } from 'zod';
import { fail, ok, type Result } from '#src/result.ts';
import { isBlank } from '#src/values/blank.ts';
import { countChars } from '#src/values/characters.ts';
import { isYes, yesOrNo } from '#src/values/yes.ts';
import type { Brand } from './domain.ts';
import { MAX_BRAND_NAME_CHARS, MAX_BRAND_TEXT_CHARS } from './domain-bounds.ts';

/** A text that is left out is empty. */
const text = z
  .string()
  .nullish()
  .transform((typed) => typed ?? '');
const home = yesOrNo.nullish().transform(isYes);

/** The fields of a brand, by how their texts and their switch are taken. */
function brandOf<Text extends z.ZodType<string>, Home extends z.ZodType<boolean>>(text: Text, home: Home) {
  return z.object({ name: text, accent: text, before_reveal: text, after_reveal: text, home });
}

export const brandSchema = brandOf(text, home);
const typedSchema = brandOf(text.catch(''), home.catch(false));

export type TypedBrand = z.infer<typeof brandSchema>;

export type BrandFailure =
  | { readonly kind: 'wrong-input'; readonly field: string }
  | { readonly kind: 'wrong-brand'; readonly field: string }
  | { readonly kind: 'brand-too-long'; readonly field: string; readonly max: number };

/** As it came, to be shown again: anything but a text is as good as nothing. */
export function readTypedBrand(body: unknown): TypedBrand {
  return typedSchema.parse(body ?? {});
}

/** The whole of a brand. */
export function readBrand(body: unknown): Result<Brand, BrandFailure> {
  const parsed = brandSchema.safeParse(body);
  if (!parsed.success) return fail({ kind: 'wrong-input', field: String(parsed.error.issues[0]?.path[0] ?? '') });
  const typed = parsed.data;
  const name = readWords('name', typed.name, { most: MAX_BRAND_NAME_CHARS, hasLines: false });
  if (!name.ok) return name;
  const accent = readAccent(typed.accent);
  if (!accent.ok) return accent;
  const before = readWords('before_reveal', typed.before_reveal, { most: MAX_BRAND_TEXT_CHARS, hasLines: true });
  if (!before.ok) return before;
  const after = readWords('after_reveal', typed.after_reveal, { most: MAX_BRAND_TEXT_CHARS, hasLines: true });
  if (!after.ok) return after;
  return ok({
    ...{ name: name.value, accent: accent.value, hasHome: typed.home },
    ...{ beforeReveal: before.value, afterReveal: after.value },
  });
}

const COLOUR = /^#?(?:[0-9a-f]{3}|[0-9a-f]{6})$/;

/** '#rrggbb', also without its '#' or with one digit for two. */
function readAccent(typed: string): Result<string | null, BrandFailure> {
  const colour = typed.trim().toLowerCase();
  if (colour === '') return ok(null);
  if (!COLOUR.test(colour)) return fail({ kind: 'wrong-brand', field: 'accent' });
  const digits = colour.replace('#', '');
  return ok(`#${digits.length === 6 ? digits : [...digits].map((digit) => digit + digit).join('')}`);
}

/**
 * Controls, halves of characters, separators of lines, signs that turn the direction of what follows, and
 * those that belong to nobody: none is a word, and some make words look like others.
 */
const NO_WORDS = /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufeff]/u;

interface WordRules {
  /** Characters. */
  readonly most: number;
  readonly hasLines: boolean;
}

function readWords(field: string, typed: string, { most, hasLines }: WordRules): Result<string | null, BrandFailure> {
  const words = typed.replaceAll('\r\n', '\n').trim();
  if (countChars(words) > most) return fail({ kind: 'brand-too-long', field, max: most });
  const line = hasLines ? words.replaceAll('\n', '') : words;
  if (NO_WORDS.test(line)) return fail({ kind: 'wrong-brand', field });
  return ok(isBlank(words) ? null : words);
}
