import type { RequestHandler } from 'express';
import type { Refuse } from './routes.ts';
import type { SiteAddress } from './site-address.ts';

/** What a custom domain serves besides static files: sharing and reading, and its brand. */
export const SERVED_ON_DOMAINS = {
  pages: /^\/(?:$|(?:secret|private|brand)\/)/,
  apiV1: /^\/(?:(?:status|share|create|generate)\/?$|secret\/|private\/(?!recent\b))/,
  api: /^\/(?:secret\/|private\/(?!recent\b)|validate-shrimp$)/,
  nothing: /(?!)/,
};

/** Everything else is for the site alone: nobody signs in under a customer's name. */
export function createDomainFence(address: SiteAddress, served: RegExp, refuse: Refuse): RequestHandler {
  return (request, response, next) => {
    if (address.domainOf(request) === null || served.test(request.path)) return next();
    refuse(request, response, { kind: 'not-found' });
  };
}
