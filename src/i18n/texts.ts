import i18next, { type i18n } from 'i18next';
import { languageTag } from './language-tag.ts';
import { flattenPack, type LanguagePack } from './packs.ts';

export const DEFAULT_LOCALE = 'en';

/** Gives the text of a key; a number named `count` picks the plural form. */
export type Translator = (key: string, values?: Readonly<Record<string, string | number>>) => string;

export interface Texts {
  /** Our codes, the default first. */
  readonly locales: readonly string[];
  /** The translator of a locale, kept after the first call; an unknown locale gets the default one. */
  translator(locale: string): Translator;
}

/** Builds the server's texts from language packs; a key missing in one is taken from English. */
export function createTexts(packs: Readonly<Record<string, LanguagePack>>): Texts {
  const locales = Object.keys(packs).sort(defaultFirst);
  const instance = createInstance(packs);
  const translators = new Map<string, Translator>();
  return {
    locales,
    translator(locale) {
      const known = locales.includes(locale) ? locale : DEFAULT_LOCALE;
      const translator = translators.get(known) ?? createTranslator(instance, known);
      translators.set(known, translator);
      return translator;
    },
  };
}

function createInstance(packs: Readonly<Record<string, LanguagePack>>): i18n {
  const instance = i18next.createInstance();
  instance.init({
    lng: DEFAULT_LOCALE,
    fallbackLng: DEFAULT_LOCALE,
    initAsync: false,
    keySeparator: false,
    nsSeparator: false,
    // React escapes what it draws; escaping here would do it twice.
    interpolation: { escapeValue: false },
    resources: Object.fromEntries(
      Object.entries(packs).map(([locale, pack]) => [languageTag(locale), { translation: flattenPack(pack) }]),
    ),
  });
  return instance;
}

function createTranslator(instance: i18n, locale: string): Translator {
  const translate = instance.getFixedT(languageTag(locale));
  // Most texts have no places to fill: looked up once, not on every request.
  const plain = new Map<string, string>();
  return (key, values) => {
    if (values) return translate(key, values);
    const text = plain.get(key) ?? translate(key);
    plain.set(key, text);
    return text;
  };
}

function defaultFirst(a: string, b: string): number {
  if (a === DEFAULT_LOCALE) return -1;
  if (b === DEFAULT_LOCALE) return 1;
  return a < b ? -1 : 1;
}
