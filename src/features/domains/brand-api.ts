import express, { type Router } from 'express';
import { type CustomerHandler, forCustomersAlone, refusing } from '#src/http/customers-only.ts';
import { addRoute } from '#src/http/routes.ts';
import { BRAND_CHANGES, type BrandChange, type BrandFaceDeps } from './brand-http.ts';
import { refusalOf } from './brand-refusals-http.ts';
import { detailsOf, withDomainPlan } from './domain-http.ts';

/** How a domain looks, in API v2. Mounted behind the body reader, the askers and the anti-forgery check. */
export function createBrandApi(deps: BrandFaceDeps): Router {
  const router = express.Router({ caseSensitive: true });
  const refuse = deps.answers.refuseJson;
  const customers = forCustomersAlone(deps.askers, refuse);
  for (const change of BRAND_CHANGES) {
    const post = customers(withDomainPlan(deps, changeBy(deps, change), refusing(refuse)));
    addRoute(router, `/account/domains/:domain/${change.path}`, { post }, refuse);
  }
  return router;
}

function changeBy(deps: BrandFaceDeps, { make, noticeKey }: BrandChange): CustomerHandler {
  const { answers } = deps;
  return async (request, response, { customer }) => {
    const kept = await make(deps, request, customer);
    if (!kept.ok) return answers.refuseJson(request, response, refusalOf(kept.failure));
    const record = deps.wireOf(request, response, kept.value);
    const message = answers.text(request, response, noticeKey);
    answers.json(request, response, { record, details: detailsOf(deps), message });
  };
}
