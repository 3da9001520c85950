import express, { type Router } from 'express';
import type { Answers } from '#src/http/answers.ts';
import { type AntiForgery, shrimpHeaderOf } from '#src/http/anti-forgery.ts';
import { addRoute } from '#src/http/routes.ts';
import { sendJson } from '#src/http/send.ts';
import type { Visitors } from '#src/http/visitor.ts';

export interface SiteApiDeps {
  readonly answers: Answers;
  readonly antiForgery: AntiForgery;
  readonly visitors: Visitors;
  /** 'major.minor.patch'. */
  readonly version: string;
  readonly locales: readonly string[];
  readonly defaultLocale: string;
}

/** Facts about this site that any program may ask for. */
export function createSiteApi(deps: SiteApiDeps): Router {
  const router = express.Router({ caseSensitive: true });
  const { answers, defaultLocale } = deps;
  const facts: Readonly<Record<string, object>> = {
    '/status': { status: 'nominal', locale: defaultLocale },
    '/version': { version: deps.version.split('.'), locale: defaultLocale },
    '/supported-locales': { locales: deps.locales, default_locale: defaultLocale, locale: defaultLocale },
  };
  for (const [path, fact] of Object.entries(facts)) {
    addRoute(router, path, { get: (_request, response) => sendJson(response, 200, fact) }, answers.refuseJson);
  }
  return router;
}

/**
 * Outside the anti-forgery check and before the body is read: asking whether a token is good must always be answered,
 * whatever comes with it.
 */
export function createShrimpApi({ answers, antiForgery, visitors }: SiteApiDeps): Router {
  const router = express.Router({ caseSensitive: true });
  const post = (request: express.Request, response: express.Response) => {
    const isValid = antiForgery.isGenuine(request, shrimpHeaderOf(request));
    sendJson(response, 200, { isValid, shrimp: antiForgery.tokenFor(visitors.of(request)) });
  };
  addRoute(router, '/validate-shrimp', { post }, answers.refuseJson);
  return router;
}
