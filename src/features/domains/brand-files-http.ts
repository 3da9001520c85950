import express, { type RequestHandler, type Response, type Router } from 'express';
import { addRoute, type Refuse } from '#src/http/routes.ts';
import type { SiteAddress } from '#src/http/site-address.ts';
import { accentAt, accentStylesheet } from './accent-css.ts';
import type { DomainId } from './domain.ts';
import type { DomainStore } from './domain-store.ts';

export interface BrandFileDeps {
  readonly store: Pick<DomainStore, 'findLogo'>;
  readonly address: Pick<SiteAddress, 'domainOf'>;
}

const ID = /^[0-9a-f]{20}$/;
const HASH = /^[0-9a-f]{32}$/;

/** What somebody has uploaded is a picture and nothing else, also where it is opened by itself. */
const PICTURE_POLICY = "sandbox; default-src 'none'";

/** Accents and logos, as files: the policy of the pages lets no style or picture in by other ways. */
export function createBrandFiles(deps: BrandFileDeps, refuse: Refuse): Router {
  const router = express.Router({ caseSensitive: true });
  addRoute(router, '/brand/:file', { get: sendAccent(refuse) }, refuse);
  addRoute(router, '/brand/:id/:hash', { get: sendLogo(deps, refuse) }, refuse);
  return router;
}

/** Any colour, whoever has chosen it. */
function sendAccent(refuse: Refuse): RequestHandler {
  return (request, response) => {
    const colour = accentAt(request.path);
    if (colour === undefined) return refuse(request, response, { kind: 'not-found' });
    sendForEver(response, 'text/css; charset=utf-8', accentStylesheet(colour));
  };
}

/** A custom domain has only its own logo. */
function sendLogo({ store, address }: BrandFileDeps, refuse: Refuse): RequestHandler {
  return async (request, response) => {
    const [id, hash] = [String(request.params.id), String(request.params.hash)];
    const domain = address.domainOf(request);
    const mayBe = ID.test(id) && HASH.test(hash) && (domain === null || domain.id === id);
    const logo = mayBe ? await store.findLogo(id as DomainId, hash) : null;
    if (logo === null) return refuse(request, response, { kind: 'not-found' });
    response.setHeader('Content-Security-Policy', PICTURE_POLICY);
    sendForEver(response, logo.type, logo.bytes);
  };
}

/** Under this address there is never anything else. */
function sendForEver(response: Response, type: string, body: string | Uint8Array): void {
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
  response.end(body);
}
