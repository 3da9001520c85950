import express, { type Express, type Request, type RequestHandler, type Router } from 'express';
import { createHealthApi, type HealthDeps } from './features/health/health-api.ts';
import { createShrimpApi, createSiteApi, type SiteApiDeps } from './features/pages/site-api.ts';
import { createHomePages } from './features/secrets/home-pages.ts';
import { createRecipientPages } from './features/secrets/recipient-pages.ts';
import { createSecretApi } from './features/secrets/secret-api.ts';
import type { SecretFaceDeps } from './features/secrets/secret-http.ts';
import { createSenderPages } from './features/secrets/sender-pages.ts';
import { type AccessDeps, createAccessLog } from './http/access.ts';
import { createBodyReader } from './http/body.ts';
import { createFailureHandler, createNotFound, type FailureDeps } from './http/failures.ts';
import type { Refuse } from './http/routes.ts';
import { createSecurityHeaders } from './http/security-headers.ts';

export interface AppDeps {
  readonly secrets: SecretFaceDeps;
  readonly site: SiteApiDeps;
  readonly health: HealthDeps;
  readonly access: AccessDeps;
  readonly failures: Omit<FailureDeps, 'refuse'>;
  /** Serves static/ under its own address. */
  readonly assets: RequestHandler;
  readonly scheme: 'http' | 'https';
  readonly bodyLimitBytes: number;
}

/** The whole of it on one screen: what every request passes, then the two faces, API and pages. */
export function createApp(deps: AppDeps): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', 'simple');

  app.use(createAccessLog(deps.access));
  app.use(createSecurityHeaders(deps.scheme));
  app.use('/api/v2', createApiFace(deps));
  app.use('/static', deps.assets);
  app.use(createHealthApi(deps.health));
  app.use(createPageFace(deps));
  return app;
}

function createApiFace(deps: AppDeps): Router {
  const { refuseJson } = deps.secrets.answers;
  const face = express.Router();
  face.use(refuseUnknownHost(deps, refuseJson));
  face.use(createBodyReader({ limitBytes: deps.bodyLimitBytes, refuse: refuseJson }));
  face.use(createShrimpApi(deps.site));
  face.use(refuseCredentials(refuseJson));
  face.use(refuseForged(deps, refuseJson));
  face.use(createSecretApi(deps.secrets));
  face.use(createSiteApi(deps.site));
  face.use(createNotFound(refuseJson));
  face.use(createFailureHandler({ ...deps.failures, refuse: refuseJson }));
  return face;
}

/** Forms check for forgery themselves: a refused one comes back with its text. */
function createPageFace(deps: AppDeps): Router {
  const { refusePage } = deps.secrets.answers;
  const face = express.Router();
  face.use(refuseUnknownHost(deps, refusePage));
  face.use(createBodyReader({ limitBytes: deps.bodyLimitBytes, refuse: refusePage }));
  face.use(refuseFromAnotherSite(deps));
  face.use(createHomePages(deps.secrets));
  face.use(createSenderPages(deps.secrets));
  face.use(createRecipientPages(deps.secrets));
  face.use(createNotFound(refusePage));
  face.use(createFailureHandler({ ...deps.failures, refuse: refusePage }));
  return face;
}

function refuseUnknownHost({ secrets }: AppDeps, refuse: Refuse): RequestHandler {
  return (request, response, next) => {
    if (secrets.address.isServed(request.headers.host)) return next();
    refuse(request, response, { kind: 'unknown-host' });
  };
}

/** There are no accounts to be right about: wrong credentials are unauthorised, never anonymous. */
function refuseCredentials(refuse: Refuse): RequestHandler {
  return (request, response, next) => {
    if (request.headers.authorization === undefined) return next();
    response.setHeader('WWW-Authenticate', 'Basic realm="Hushlink"');
    refuse(request, response, { kind: 'not-authorized' });
  };
}

/** Before any page with a form: its cookie would replace the visitor's, which such a request does not carry. */
function refuseFromAnotherSite({ secrets }: AppDeps): RequestHandler {
  return (request, response, next) => {
    if (isSafe(request) || !secrets.antiForgery.isFromAnotherSite(request)) return next();
    secrets.answers.refusePage(request, response, { kind: 'cross-site' });
  };
}

function refuseForged({ secrets }: AppDeps, refuse: Refuse): RequestHandler {
  return (request, response, next) => {
    if (isSafe(request) || !secrets.antiForgery.isForged(request, response)) return next();
    refuse(request, response, { kind: 'bad-shrimp' });
  };
}

function isSafe({ method }: Request): boolean {
  return ['GET', 'HEAD', 'OPTIONS'].includes(method);
}
