import type { Request, RequestHandler, Response } from 'express';
import type { Plans } from '#src/features/plans/plan.ts';
import type { Stamps } from '#src/features/secrets/stamps.ts';
import type { DrawWorkspace } from '#src/features/secrets/workspace-http.ts';
import type { Answers } from '#src/http/answers.ts';
import type { AntiForgery } from '#src/http/anti-forgery.ts';
import type { Askers } from '#src/http/askers.ts';
import { type CustomerHandler, forCustomersOr } from '#src/http/customers-only.ts';
import { withPlan } from '#src/http/plan-gate.ts';
import type { Refusal } from '#src/http/refusals.ts';
import { displayNameOf } from '#src/http/site-address.ts';
import { toSeconds } from '#src/values/seconds.ts';
import type { Domain } from './domain.ts';
import { domainPartsOf } from './domain-name.ts';
import { presentDomain } from './domain-present.ts';
import type { DomainService } from './domain-service.ts';
import type { ClusterWire, DomainDetailsWire, DomainWire } from './domain-wire.ts';

/** What both faces of the feature, JSON and HTML, are made of. */
export interface DomainFaceDeps {
  readonly service: DomainService;
  readonly answers: Answers;
  readonly antiForgery: AntiForgery;
  readonly askers: Askers;
  readonly plans: Plans;
  readonly cluster: ClusterWire;
  readonly drawWorkspace: DrawWorkspace;
  /** By BCP 47 tag. */
  readonly stampsOf: (languageTag: string) => Stamps;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Domains as the asker reads them. */
export function domainWireOf(deps: DomainFaceDeps, request: Request, response: Response, domain: Domain): DomainWire {
  const { answers, service } = deps;
  return presentDomain(domain, {
    ...{ displayNameOf, partsOf: domainPartsOf, proofOf: service.proofOf, nowMs: deps.now() },
    text: (key) => answers.text(request, response, key),
    stamps: deps.stampsOf(answers.languageTagOf(request, response)),
  });
}

/** Beside every answer about domains. */
export function detailsOf({ cluster, now }: Pick<DomainFaceDeps, 'cluster' | 'now'>): DomainDetailsWire {
  return { cluster, now: toSeconds(now()) };
}

/** For what needs a plan with custom domains. Domains from a better plan can be looked at and removed without. */
export function withDomainPlan(
  { plans }: Pick<DomainFaceDeps, 'plans'>,
  handle: CustomerHandler,
  otherwise: (refusal: Refusal) => CustomerHandler,
): CustomerHandler {
  return withPlan(plans, 'hasCustomDomains', handle, otherwise);
}

/** The path of the list of a customer's domains; each domain has its own below it. */
export const DOMAIN_LIST = '/account/domains';

/** For customers; anybody else signs in first. */
export function toSignedIn(askers: Pick<Askers, 'of' | 'askToSignIn'>, handle: CustomerHandler): RequestHandler {
  return forCustomersOr(DOMAIN_LIST, askers, handle);
}

/** The domain that a path names, in any case, as people read it or in A-labels. */
export function namedIn({ params }: Pick<Parameters<RequestHandler>[0], 'params'>): string {
  return String(params.domain);
}
