import express, { type Request, type Router } from 'express';
import type { Customer } from '#src/features/accounts/customer.ts';
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
  return changing(deps, 'domainNotices.added', (customer, { body }) => deps.service.add(customer, readDomain(body)));
}

function verify(deps: DomainFaceDeps): CustomerHandler {
  return changing(deps, 'domainNotices.verifying', (customer, request) =>
    deps.service.verify(customer, namedIn(request)),
  );
}

function remove(deps: DomainFaceDeps): CustomerHandler {
  return changing(deps, 'domainNotices.removed', (customer, request) =>
    deps.service.remove(customer, namedIn(request)),
  );
}

type Change = (customer: Customer, request: Request) => Promise<Result<Domain, DomainFailure>>;

/** Answers with the domain and the news about it, or why there are none. */
function changing(deps: DomainFaceDeps, noticeKey: string, change: Change): CustomerHandler {
  const { answers } = deps;
  return async (request, response, { customer }) => {
    const changed = await change(customer, request);
    if (!changed.ok) return answers.refuseJson(request, response, refusalOf(changed.failure));
    answers.json(request, response, {
      record: domainWireOf(deps, request, response, changed.value),
      details: detailsOf(deps),
      message: answers.text(request, response, noticeKey),
    });
  };
}
