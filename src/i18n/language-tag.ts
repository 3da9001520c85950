const TAGS: Readonly<Record<string, string>> = { cn: 'zh' };
/** Languages' own names by tag, as `Intl` has them: asking it for 24 takes a tenth of a start, and memory for good. */
const OWN_NAMES: Readonly<Record<string, string>> = {
  ar: 'العربية',
  bg: 'български',
  ca: 'català',
  cs: 'čeština',
  da: 'dansk',
  de: 'Deutsch',
  el: 'Ελληνικά',
  en: 'English',
  es: 'español',
  fr: 'français',
  he: 'עברית',
  hu: 'magyar',
  it: 'italiano',
  nl: 'Nederlands',
  pl: 'polski',
  'pt-BR': 'português (Brasil)',
  'pt-PT': 'português (Portugal)',
  ru: 'русский',
  sl: 'slovenščina',
  sv: 'svenska',
  tr: 'Türkçe',
  uk: 'українська',
  vi: 'Tiếng Việt',
  zh: '中文',
};
const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ur']);

/** BCP 47 for one of our locale codes: 'pt_BR' → 'pt-BR', 'cn' → 'zh'. */
export function languageTag(locale: string): string {
  return TAGS[locale] ?? locale.replace('_', '-');
}

/** Without its country: 'da_DK' → 'da', 'cn' → 'zh'. */
export function languageOf(locale: string): string {
  const tag = languageTag(locale);
  return tag.split('-', 1)[0] ?? tag;
}

/** Which way the language of a locale code, or of a tag, is written. */
export function textDirection(locale: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(languageOf(locale)) ? 'rtl' : 'ltr';
}

/**
 * What a language calls itself, as a list of languages begins a line: 'Français'. The country stands
 * beside it only where `others` have the same language.
 */
export function languageName(locale: string, others: readonly string[]): string {
  const tag = languageTag(locale);
  const language = languageOf(locale);
  const isAmbiguous = others.some((other) => other !== locale && languageOf(other) === language);
  const asked = isAmbiguous ? tag : language;
  const [first = '', ...rest] = OWN_NAMES[asked] ?? nameByIntl(tag, asked);
  return first.toLocaleUpperCase(tag) + rest.join('');
}

/** What a language (BCP 47) calls another, or itself. */
export function nameByIntl(tag: string, asked: string): string {
  return new Intl.DisplayNames([tag], { type: 'language', languageDisplay: 'standard' }).of(asked) ?? asked;
}
