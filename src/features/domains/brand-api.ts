import express, { type Request, type Response, type Router } from 'express';
import { type CustomerHandler, forCustomersAlone, refusing } from '#src/http/customers-only.ts';
import { addRoute } from '#src/http/routes.ts';
import type { Result } from '#src/result.ts';
import { type BrandFaceDeps, uploadedLogo } from './brand-http.ts';
import { readBrand } from './brand-input.ts';
import { refusalOf } from './brand-refusals-http.ts';
import type { Domain } from './domain.ts';
import { namedIn, withDomainPlan } from './domain-http.ts';
import type { BrandFailure, LogoFailure } from './domain-service.ts';

/** How a domain looks, in API v2. Mounted behind the body reader, the askers and the anti-forgery check. */
export function createBrandApi(deps: BrandFaceDeps): Router {
  const router = express.Router({ caseSensitive: true });
  const refuse = deps.answers.refuseJson;
  const customers = forCustomersAlone(deps.askers, refuse);
  const add = (path: string, handle: CustomerHandler) => {
    const post = customers(withDomainPlan(deps, handle, refusing(refuse)));
    addRoute(router, `/account/domains/:domain/${path}`, { post }, refuse);
  };
  add('brand', setBrand(deps));
  add('logo', setLogo(deps));
  add('logo/remove', removeLogo(deps));
  return router;
}

function setBrand(deps: BrandFaceDeps): CustomerHandler {
  return async (request, response, { customer }) => {
    const brand = readBrand(request.body);
    const kept = brand.ok ? await deps.service.setBrand(customer, namedIn(request), brand.value) : brand;
    answer(deps, request, response, kept, 'brand.notices.saved');
  };
}

function setLogo(deps: BrandFaceDeps): CustomerHandler {
  return async (request, response, { customer }) => {
    const logo = uploadedLogo(deps, request);
    const kept = logo.ok ? await deps.service.setLogo(customer, namedIn(request), logo.value) : logo;
    answer(deps, request, response, kept, 'brand.notices.logo');
  };
}

function removeLogo(deps: BrandFaceDeps): CustomerHandler {
  return async (request, response, { customer }) => {
    const kept = await deps.service.setLogo(customer, namedIn(request), null);
    answer(deps, request, response, kept, 'brand.notices.logoRemoved');
  };
}

function answer(
  deps: BrandFaceDeps,
  request: Request,
  response: Response,
  kept: Result<Domain, BrandFailure | LogoFailure>,
  noticeKey: string,
): void {
  const { answers } = deps;
  if (kept.ok) {
    const record = deps.wireOf(request, response, kept.value);
    const message = answers.text(request, response, noticeKey);
    answers.json(request, response, { record, details: { cluster: deps.cluster }, message });
  } else answers.refuseJson(request, response, refusalOf(kept.failure));
}
