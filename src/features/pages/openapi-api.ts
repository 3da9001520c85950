import express, { type Router } from 'express';
import type { Answers } from '#src/http/answers.ts';
import { createDomainFence, SERVED_ON_DOMAINS } from '#src/http/domain-fence.ts';
import { createFailureHandler, createNotFound, type FailureDeps } from '#src/http/failures.ts';
import { sendKeptJson } from '#src/http/kept-json.ts';
import { addRoute } from '#src/http/routes.ts';
import type { SiteAddress } from '#src/http/site-address.ts';

export interface OpenapiApiDeps {
  readonly answers: Pick<Answers, 'refuseJson'>;
  readonly address: SiteAddress;
  /** The API of this release, in the words of OpenAPI. */
  readonly document: () => object;
}

/** What there is under /api beside the versions: what describes them, for everybody. Mounted behind them. */
export function createOpenapiApi(deps: OpenapiApiDeps, failures: Omit<FailureDeps, 'refuse'>): Router {
  const router = express.Router({ caseSensitive: true });
  const refuse = deps.answers.refuseJson;
  router.use(deps.address.recognise(refuse));
  router.use(createDomainFence(deps.address, SERVED_ON_DOMAINS.nothing, refuse));
  addRoute(router, '/openapi.json', { get: sendKeptJson(deps.document) }, refuse);
  router.use(createNotFound(refuse));
  router.use(createFailureHandler({ ...failures, refuse }));
  return router;
}
