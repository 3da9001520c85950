import type { Request, Response } from 'express';
import { LanguageDetector } from 'i18next-http-middleware';
import { cookiesOf } from './cookies.ts';

export interface LocaleChoice {
  /** Our code, always one of the available ones. `saved` is what the customer has chosen once. */
  choose(request: Request, response: Response, saved: string | null): string;
}

const ORDER = ['querystring', 'cookie', 'header'];

/** What browsers call the languages that our codes name otherwise. */
const FROM_BROWSER: Readonly<Record<string, string>> = {
  pt: 'pt_PT',
  zh: 'cn',
  da: 'da_DK',
  sv: 'sv_SE',
  sl: 'sl_SI',
  el: 'el_GR',
  it: 'it_IT',
  ca: 'ca_ES',
};

/** `?locale=` first, then what the customer has saved, the `locale` cookie, then the browser's languages, then the default. */
export function createLocaleChoice(available: readonly string[], defaultLocale: string): LocaleChoice {
  const byLowerCase = new Map(available.map((locale) => [locale.toLowerCase(), locale]));
  const ours = (tag: string): string => {
    const lower = tag.toLowerCase().replaceAll('-', '_');
    const language = lower.split('_', 1)[0] ?? '';
    return byLowerCase.get(lower) ?? FROM_BROWSER[language] ?? language;
  };
  const services = {
    languageUtils: {
      getBestMatchFromCodes: (codes: readonly string[]) => codes.find((code) => available.includes(code)),
    },
  };
  const options = {
    lookupQuerystring: 'locale',
    lookupCookie: 'locale',
    getCookies: cookiesOf,
    convertDetectedLanguage: ours,
  };
  const detector = new LanguageDetector(services, options, { fallbackLng: [defaultLocale] });
  return {
    choose: (request, response, saved) => {
      if (saved !== null && available.includes(saved) && request.query.locale === undefined) return saved;
      return String(detector.detect(request, response, ORDER) ?? defaultLocale);
    },
  };
}
