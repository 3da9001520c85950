import type { Request, RequestHandler } from 'express';
import type { AntiForgery } from './anti-forgery.ts';
import type { Refuse } from './routes.ts';
import { isSafe } from './safe-method.ts';

/** Before any page with a form: its cookie would replace the visitor's, which such a request does not carry. */
export function refuseFromAnotherSite(antiForgery: AntiForgery, refuse: Refuse): RequestHandler {
  return (request, response, next) => {
    if (isSafe(request) || !antiForgery.isFromAnotherSite(request)) return next();
    refuse(request, response, { kind: 'cross-site' });
  };
}

/** Requests of pages that were let in from other sites are nobody's: there is nothing to forge. */
export function refuseForged(
  antiForgery: AntiForgery,
  refuse: Refuse,
  isLetIn: (request: Request) => boolean,
): RequestHandler {
  return (request, response, next) => {
    if (isSafe(request) || isLetIn(request) || !antiForgery.isForged(request, response)) return next();
    refuse(request, response, { kind: 'bad-shrimp' });
  };
}
