import express, { type Request, type Router } from 'express';
import { addRoute, type Refuse } from '#src/http/routes.ts';
import { sendJson } from '#src/http/send.ts';
import { isDnsName } from '#src/http/site-address.ts';
import type { DomainStore } from './domain-store.ts';

export interface AskDeps {
  /** The site's own name, without a port; null without one. */
  readonly siteName: string | null;
  /** null without custom domains. */
  readonly domains: Pick<DomainStore, 'findServed'> | null;
  readonly refuse: Refuse;
}

/**
 * Whether a reverse proxy may get a certificate for a name, as Caddy's on-demand TLS asks: 200 for the
 * site itself and for customers' proven domains, 404 for every other name. Without it anybody could point
 * names here and use up the site's quota of certificates.
 */
export function createAskApi(deps: AskDeps): Router {
  const router = express.Router({ caseSensitive: true });
  addRoute(
    router,
    '/ask',
    {
      get: async (request, response) => {
        if (await isServed(deps, nameAsked(request))) sendJson(response, 200, { served: true });
        else deps.refuse(request, response, { kind: 'not-found' });
      },
    },
    deps.refuse,
  );
  return router;
}

async function isServed({ siteName, domains }: AskDeps, name: string): Promise<boolean> {
  if (!isDnsName(name) || domains === null) return name !== '' && name === siteName;
  return name === siteName || (await domains.findServed(name)) !== null;
}

/** '' for none, and for several. */
function nameAsked({ query }: Request): string {
  return typeof query.domain === 'string' ? query.domain.toLowerCase() : '';
}
