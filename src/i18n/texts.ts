import i18next, { type i18n } from 'i18next';
import { languageTag } from './language-tag.ts';
import { flattenPack, type Packs } from './packs.ts';
import { shownValues } from './shown-values.ts';

export const DEFAULT_LOCALE = 'en';

/** Gives the text of a key; a number named `count` picks the plural form. */
export type Translator = (key: string, values?: Readonly<Record<string, string | number>>) => string;

export interface Texts {
  /** Our codes, the default first. */
  readonly locales: readonly string[];
  /** The translator of a locale, kept after the first call; an unknown locale gets the default one. */
  translator(locale: string): Translator;
}

/** The server's texts. A pack is read with the first call for it; a key missing in it is taken from English. */
export function createTexts(packs: Packs): Texts {
  const locales = [...packs.locales].sort(defaultFirst);
  const instance = createInstance();
  const translators = new Map<string, Translator>();
  const translatorOf = (locale: string): Translator => {
    instance.addResourceBundle(languageTag(locale), 'translation', flattenPack(packs.read(locale)));
    return createTranslator(instance, locale);
  };
  const kept = (locale: string): Translator => {
    const translator = translators.get(locale) ?? translatorOf(locale);
    translators.set(locale, translator);
    return translator;
  };
  kept(DEFAULT_LOCALE);
  return { locales, translator: (locale) => kept(locales.includes(locale) ? locale : DEFAULT_LOCALE) };
}

function createInstance(): i18n {
  const instance = i18next.createInstance();
  instance.init({
    lng: DEFAULT_LOCALE,
    fallbackLng: DEFAULT_LOCALE,
    initAsync: false,
    keySeparator: false,
    nsSeparator: false,
    // React escapes what it draws; escaping here would do it twice.
    interpolation: { escapeValue: false },
    resources: {},
  });
  return instance;
}

function createTranslator(instance: i18n, locale: string): Translator {
  const translate = instance.getFixedT(languageTag(locale));
  const show = shownValues(languageTag(locale));
  // Most texts have no places to fill: looked up once, not on every request.
  const plain = new Map<string, string>();
  return (key, values) => {
    if (values) return translate(key, { ...values, replace: shownIn(values, show) });
    const text = plain.get(key) ?? translate(key);
    plain.set(key, text);
    return text;
  };
}

type Values = Readonly<Record<string, string | number>>;

function shownIn(values: Values, show: (value: string | number) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, show(value)]));
}

function defaultFirst(a: string, b: string): number {
  if (a === DEFAULT_LOCALE) return -1;
  if (b === DEFAULT_LOCALE) return 1;
  return a < b ? -1 : 1;
}
