const TAGS: Readonly<Record<string, string>> = { cn: 'zh' };
const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ur']);

/** BCP 47 for one of our locale codes: 'pt_BR' → 'pt-BR', 'cn' → 'zh'. */
export function languageTag(locale: string): string {
  return TAGS[locale] ?? locale.replace('_', '-');
}

/** Which way the language of a locale code is written. */
export function textDirection(locale: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(languageTag(locale).split('-')[0] ?? '') ? 'rtl' : 'ltr';
}

/**
 * What a language calls itself, as a list of languages begins a line: 'Français'. The country stands
 * beside it only where `others` have the same language.
 */
export function languageName(locale: string, others: readonly string[]): string {
  const tag = languageTag(locale);
  const [language = tag] = tag.split('-');
  const isAmbiguous = others.some((other) => other !== locale && languageTag(other).split('-')[0] === language);
  const names = new Intl.DisplayNames([tag], { type: 'language', languageDisplay: 'standard' });
  const [first = '', ...rest] = names.of(isAmbiguous ? tag : language) ?? tag;
  return first.toLocaleUpperCase(tag) + rest.join('');
}
