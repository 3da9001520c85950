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
