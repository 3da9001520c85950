import type { Request, Response } from 'express';
import { LanguageDetector } from 'i18next-http-middleware';
import { languageOf } from '#src/i18n/language-tag.ts';
import { cookieRules, cookiesOf, LOCALE, LONGEST_COOKIE_MS } from './cookies.ts';

export interface LocaleChoice {
  /** Our code, always one of the available ones. `saved` is what the customer has chosen once. */
  choose(request: Request, response: Response, saved: string | null): string;
}

/** Where the library looks for a language. It would read a path without a query as one: each case has its own order. */
const IN_ADDRESS = ['querystring', 'cookie', 'header'];
const WITHOUT_QUERY = ['cookie', 'header'];
const BY_BROWSER = ['header'];

/** What a language alone means, where there are packs of it for two countries. */
const MEANT: Readonly<Record<string, string>> = { pt: 'pt_PT' };

/** What browsers send is anybody's: so many of their headers are remembered, and so much of one is looked at. */
const MOST_HEADERS = 500;
const LONGEST_HEADER_CHARS = 200;

/** A whole range between two commas, whatever its subtags; where the library looks for them tag and weight are 1 and 5. */
const RANGE = /(?<=^|,)\s*(([a-z]{1,8})([-_][a-z\d]{1,8})*)\s*(;\s*q=([\d.]+))?\s*(?=,|$)/gi;

/** Carries the language (BCP 47) of the page whose islands ask: it speaks that one until it goes, whatever was saved since. */
const PAGE_HEADER = 'o-locale';

/**
 * `?locale=` first, then the language of the page that asks, what the customer has saved, the `locale` cookie, then the
 * browser's languages, then the default.
 */
export function createLocaleChoice(available: readonly string[], defaultLocale: string): LocaleChoice {
  const byLowerCase = new Map(available.map((locale) => [locale.toLowerCase(), locale]));
  const byLanguage = new Map([
    ...available.map((locale) => [languageOf(locale), locale] as const),
    ...Object.entries(MEANT),
  ]);
  const ours = (tag: string): string => {
    const lower = tag.toLowerCase().replaceAll('-', '_');
    const [language = '', country] = lower.split('_', 2);
    const known = [lower, `${language}_${country}`, language].find((code) => byLowerCase.has(code));
    return byLowerCase.get(known ?? '') ?? byLanguage.get(language) ?? language;
  };
  const isOurs = (named: unknown): named is string => typeof named === 'string' && available.includes(ours(named));
  const services = {
    languageUtils: {
      getBestMatchFromCodes: (codes: readonly string[]) => codes.find((code) => available.includes(code)),
    },
  };
  const options = {
    lookupQuerystring: 'locale',
    lookupCookie: LOCALE,
    lookupHeaderRegex: RANGE,
    getCookies: cookiesOf,
    // Its own looks whether they are the Headers of fetch, for which Node loads a whole client.
    getHeaders: (request: Request) => ({ 'accept-language': withoutUnwanted(acceptedBy(request)) }),
    convertDetectedLanguage: ours,
  };
  const detector = new LanguageDetector(services, options, { fallbackLng: [defaultLocale] });
  const detect = (request: Request, response: Response, order: string[]) =>
    String(detector.detect(request, response, order) ?? defaultLocale);
  // Most requests have nothing to say but the browser's languages, and most browsers the same ones.
  const byHeader = new Map<string, string>();
  const detectByHeader = (request: Request, response: Response) => {
    const header = acceptedBy(request);
    const known = byHeader.get(header);
    if (known !== undefined) return known;
    const locale = detect(request, response, BY_BROWSER);
    if (byHeader.size < MOST_HEADERS) byHeader.set(header, locale);
    return locale;
  };
  return {
    choose: (request, response, saved) => {
      const isAskedFor = request.originalUrl.includes('?') && isOurs(request.query.locale);
      if (isAskedFor) return detect(request, response, IN_ADDRESS);
      const spoken = request.headers[PAGE_HEADER];
      if (isOurs(spoken)) return ours(spoken);
      if (saved !== null && available.includes(saved)) return saved;
      const hasOnlyHeader = cookiesOf(request)[LOCALE] === undefined;
      return hasOnlyHeader ? detectByHeader(request, response) : detect(request, response, WITHOUT_QUERY);
    },
  };
}

/** Longer lists than people have would cost milliseconds each. Of these whole ranges: without its weight one weighs 1. */
function acceptedBy(request: Request): string {
  const header = request.headers['accept-language'] ?? '';
  return header.length > LONGEST_HEADER_CHARS
    ? header.slice(0, header.lastIndexOf(',', LONGEST_HEADER_CHARS) + 1)
    : header;
}

/** With a weight of 0 a language is named as one that is not wanted (RFC 9110, 12.4.2). */
function withoutUnwanted(header: string): string {
  const isWanted = (range: string) => !/;\s*q=0(?:\.0*)?\s*$/i.test(range);
  return header.split(',').filter(isWanted).join(',');
}

/** Not hidden from script, which clears it when the sign-in ends. */
export function setLocaleCookie(response: Response, locale: string, scheme: 'http' | 'https'): void {
  response.cookie(LOCALE, locale, { ...cookieRules(scheme), httpOnly: false, maxAge: LONGEST_COOKIE_MS });
}
