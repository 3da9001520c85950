import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import type { Answers } from '#src/http/answers.ts';
import type { Askers } from '#src/http/askers.ts';
import { setLocaleCookie } from '#src/http/locale.ts';
import { addRoute } from '#src/http/routes.ts';
import type { TranslationsProps } from '#views/info/info-props.ts';
import type { Page } from '#views/page-props.ts';

export interface TranslationsDeps {
  readonly answers: Answers;
  readonly askers: Askers;
  readonly scheme: 'http' | 'https';
  readonly props: TranslationsProps;
}

const PATH = '/translations';

/** Who has translated this into which language, and how to help. */
export function createTranslationsPages(deps: TranslationsDeps): Router {
  const router = express.Router({ caseSensitive: true });
  const page: Page = { name: 'translations', props: deps.props };
  const codes = new Set(deps.props.languages.filter(({ isSupported }) => isSupported).map(({ code }) => code));
  const get: RequestHandler = (request, response) => {
    const { locale } = request.query;
    if (typeof locale === 'string' && codes.has(locale)) switchTo(deps, request, response, locale);
    else deps.answers.publicPage(request, response, [page]);
  };
  addRoute(router, PATH, { get }, deps.answers.refusePage);
  return router;
}

/**
 * Where the link leads without script. A visitor's language is a cookie; what a customer has saved is for a
 * form to change, since a GET changes nothing in the store.
 */
function switchTo(deps: TranslationsDeps, request: Request, response: Response, locale: string): void {
  const asker = deps.askers.of(request);
  const hasSaved = asker.kind === 'customer' && asker.customer.locale !== null;
  if (!hasSaved) setLocaleCookie(response, locale, deps.scheme);
  response.redirect(303, hasSaved ? `/account/settings?locale=${locale}` : PATH);
}
