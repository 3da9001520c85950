import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { setLocaleCookie } from '#src/http/locale.ts';
import type { Refusal } from '#src/http/refusals.ts';
import { addRoute, leadTo } from '#src/http/routes.ts';
import type { AccountFaceDeps } from './account-http.ts';
import { readSettings } from './account-input.ts';
import { refusalOf } from './account-refusals-http.ts';
import { localPath } from './local-path.ts';
import type { LocaleFailure } from './own-account.ts';

const SETTINGS = '/account/settings';

/** Settings as a page, for visitors too: without JavaScript there is no dialog. */
export function createSettingsPages(deps: AccountFaceDeps): Router {
  const router = express.Router({ caseSensitive: true });
  const { refusePage } = deps.answers;
  addRoute(router, SETTINGS, { get: (request, response) => draw(deps, request, response, null) }, refusePage);
  addRoute(router, '/settings', { get: leadTo(() => SETTINGS), post: save(deps) }, refusePage);
  return router;
}

function save(deps: AccountFaceDeps): RequestHandler {
  return async (request, response) => {
    if (deps.antiForgery.isForged(request, response)) {
      return draw(deps, request, response, { kind: 'bad-shrimp' });
    }
    const { locale, redirect } = readSettings(request.body);
    const failure = locale === undefined ? null : await saveLocale(deps, request, response, locale);
    if (failure) return draw(deps, request, response, refusalOf(failure));
    response.redirect(303, localPath(redirect) ?? SETTINGS);
  };
}

async function saveLocale(
  deps: AccountFaceDeps,
  request: Request,
  response: Response,
  locale: string,
): Promise<LocaleFailure | null> {
  const asker = deps.askers.of(request);
  const saved = await deps.service.own.setLocale(asker.kind === 'customer' ? asker.customer.custid : null, locale);
  if (!saved.ok) return saved.failure;
  setLocaleCookie(response, saved.value, deps.scheme);
  return null;
}

function draw(deps: AccountFaceDeps, request: Request, response: Response, refusal: Refusal | null): void {
  const { error, status } = deps.answers.formError(request, response, refusal);
  deps.answers.page(request, response, { name: 'settings', props: { error } }, status);
}
