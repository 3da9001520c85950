import express, { type RequestHandler, type Router } from 'express';
import type { Domain } from '#src/features/domains/domain.ts';
import { addRoute, type Refuse } from '#src/http/routes.ts';
import { send } from '#src/http/send.ts';
import type { SiteAddress } from '#src/http/site-address.ts';
import { domainRobotsTxt, robotsTxt } from './robots-txt.ts';
import { type SecurityTxt, securityTxt } from './security-txt.ts';

export interface CrawlerFilesDeps {
  readonly address: Pick<SiteAddress, 'domainOf'>;
  /** Whether anybody may share on the home page of a custom domain. */
  readonly isHomeOpen: (domain: Domain) => Promise<boolean>;
  /** null: nobody has said who takes reports. */
  readonly security: SecurityTxt | null;
  readonly now: () => number;
}

/** For programs that go from site to site. Before everything that knows visitors, and on custom domains too. */
export function createCrawlerFiles(deps: CrawlerFilesDeps, refuse: Refuse): Router {
  const router = express.Router({ caseSensitive: true });
  addRoute(router, '/robots.txt', { get: sendRobots(deps) }, refuse);
  if (deps.security !== null) {
    addRoute(router, '/.well-known/security.txt', { get: sendSecurity(deps, deps.security, refuse) }, refuse);
  }
  return router;
}

const PLAIN = 'text/plain; charset=utf-8';

function sendRobots({ address, isHomeOpen }: CrawlerFilesDeps): RequestHandler {
  return async (request, response) => {
    const domain = address.domainOf(request);
    send(response, 200, PLAIN, domain === null ? robotsTxt() : domainRobotsTxt(await isHomeOpen(domain)));
  };
}

/** Of the site alone: a customer's domain says nothing in the operator's name. */
function sendSecurity({ address, now }: CrawlerFilesDeps, security: SecurityTxt, refuse: Refuse): RequestHandler {
  return (request, response) => {
    if (address.domainOf(request) !== null) return refuse(request, response, { kind: 'not-found' });
    send(response, 200, PLAIN, securityTxt(security, now()));
  };
}
