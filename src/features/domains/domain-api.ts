import express, { type Request, type Response, type Router } from 'express';
import { type CustomerHandler, forCustomersAlone, refusing } from '#src/http/customers-only.ts';
import { addRoute } from '#src/http/routes.ts';
import type { Result } from '#src/result.ts';
import type { Domain } from './domain.ts';
import { type DomainFaceDeps, detailsOf, domainWireOf, namedIn, withDomainPlan } from './domain-http.ts';
import { readDomain } from './domain-input.ts';
import { type DomainFailure, refusalOf } from './domain-refusals-http.ts';

/** Custom domains in API v2. Mounted behind the body reader, the askers and the anti-forgery check. */
export function createDomainApi(deps: DomainFaceDeps): Router {
  const router = express.Router({ caseSensitive: true });
  const refuse = deps.answers.refuseJson;
  const customers = forCustomersAlone(deps.askers, refuse);
  const planned = (handle: CustomerHandler) => customers(withDomainPlan(deps, handle, refusing(refuse)));

  addRoute(router, '/account/domains', { get: customers(list(deps)) }, refuse);
  // The literal before the name.
  addRoute(router, '/account/domains/add', { post: planned(add(deps)) }, refuse);
  addRoute(router, '/account/domains/:domain', { get: customers(show(deps)) }, refuse);
  addRoute(router, '/account/domains/:domain/verify', { post: planned(verify(deps)) }, refuse);
  addRoute(router, '/account/domains/:domain/remove', { post: customers(remove(deps)) }, refuse);
  return router;
}

function list(deps: DomainFaceDeps): CustomerHandler {
  return async (request, response, { customer }) => {
    const domains = await deps.service.list(customer);
    const records = domains.map((domain) => domainWireOf(deps, request, response, domain));
    const { custid } = customer;
    deps.answers.jsonList(request, response, { count: records.length, custid, records, details: detailsOf(deps) });
  };
}

function show(deps: DomainFaceDeps): CustomerHandler {
  return async (request, response, { customer }) => {
    const domain = await deps.service.find(customer, namedIn(request));
    if (domain === null) return deps.answers.refuseJson(request, response, { kind: 'unknown-domain' });
    deps.answers.json(request, response, {
      record: domainWireOf(deps, request, response, domain),
      details: detailsOf(deps),
    });
  };
}

function add(deps: DomainFaceDeps): CustomerHandler {
  return async (request, response, { customer }) => {
    const added = await deps.service.add(customer, readDomain(request.body));
    answer(deps, request, response, added, 'domainNotices.added');
  };
}

function verify(deps: DomainFaceDeps): CustomerHandler {
  return async (request, response, { customer }) => {
    const verified = await deps.service.verify(customer, namedIn(request));
    answer(deps, request, response, verified, 'domainNotices.verifying');
  };
}

function remove(deps: DomainFaceDeps): CustomerHandler {
  return async (request, response, { customer }) => {
    const removed = await deps.service.remove(customer, namedIn(request));
    answer(deps, request, response, removed, 'domainNotices.removed');
  };
}

/** The domain with the news about it, or why there are none. */
function answer(
  deps: DomainFaceDeps,
  request: Request,
  response: Response,
  outcome: Result<Domain, DomainFailure>,
  noticeKey: string,
): void {
  const { answers } = deps;
  if (!outcome.ok) {
    answers.refuseJson(request, response, refusalOf(outcome.failure));
    return;
  }
  const record = domainWireOf(deps, request, response, outcome.value);
  const message = answers.text(request, response, noticeKey);
  answers.json(request, response, { record, details: detailsOf(deps), message });
}
