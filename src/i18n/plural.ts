import { languageTag } from './language-tag.ts';

const CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;
const SUFFIX = /_(zero|one|two|few|many|other)$/;

/** The plural categories of one of our locales, in the order in which Unicode lists them: `one, few, many, other`. */
export function pluralCategories(locale: string): readonly string[] {
  const { pluralCategories: known } = new Intl.PluralRules(languageTag(locale)).resolvedOptions();
  return CATEGORIES.filter((category) => known.includes(category));
}

/** A key without its plural category: 'errors.locked_one' → 'errors.locked'. */
export function withoutCategory(key: string): string {
  return key.replace(SUFFIX, '');
}

/** The plural category that a key names; null for a text without plural forms. */
export function categoryOf(key: string): string | null {
  return SUFFIX.exec(key)?.[1] ?? null;
}
