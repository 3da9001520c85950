import express, { type Request, type Response, type Router } from 'express';
import type { CustomerAsker } from '#src/features/sessions/asker.ts';
import type { CustomerHandler } from '#src/http/customers-only.ts';
import type { Refusal } from '#src/http/refusals.ts';
import { addRoute, leadTo } from '#src/http/routes.ts';
import { displayNameOf } from '#src/http/site-address.ts';
import { lineTyped } from '#src/http/typed-fields.ts';
import type { Domain } from './domain.ts';
import { DOMAIN_LIST, type DomainFaceDeps, domainWireOf, namedIn, toSignedIn, withDomainPlan } from './domain-http.ts';
import { readDomain } from './domain-input.ts';
import { refusalOf } from './domain-refusals-http.ts';

/** Shows what a name looks like; reserved for that (RFC 2606). */
const EXAMPLE = 'secrets.example.com';

/** What a page says about what has just happened: its address names one of these, never a text. */
const NOTICES = new Map([
  ['added', 'domainNotices.added'],
  ['verifying', 'domainNotices.verifying'],
  ['removed', 'domainNotices.removed'],
]);

/** Custom domains for a browser without JavaScript, and the first drawing for any other. */
export function createDomainPages(deps: DomainFaceDeps): Router {
  const router = express.Router({ caseSensitive: true });
  const { refusePage } = deps.answers;
  const planned = (handle: CustomerHandler, draw: typeof drawAdd) =>
    toSignedIn(
      deps.askers,
      withDomainPlan(deps, handle, (refusal) => draw(deps, refusal)),
    );

  addRoute(router, DOMAIN_LIST, { get: toSignedIn(deps.askers, drawList(deps)) }, refusePage);
  // The literal before the name.
  addRoute(
    router,
    `${DOMAIN_LIST}/add`,
    { get: toSignedIn(deps.askers, drawAdd(deps)), post: planned(add(deps), drawAdd) },
    refusePage,
  );
  addRoute(
    router,
    `${DOMAIN_LIST}/:domain/verify`,
    { get: toSignedIn(deps.askers, drawVerify(deps)), post: planned(verify(deps), drawVerify) },
    refusePage,
  );
  addRoute(
    router,
    `${DOMAIN_LIST}/:domain/remove`,
    { get: leadTo(() => DOMAIN_LIST), post: toSignedIn(deps.askers, remove(deps)) },
    refusePage,
  );
  return router;
}

function add(deps: DomainFaceDeps): CustomerHandler {
  return async (request, response, asker) => {
    const again = (refusal: Refusal) => drawAdd(deps, refusal)(request, response, asker);
    if (deps.antiForgery.isForged(request, response)) return again({ kind: 'bad-shrimp' });
    const added = await deps.service.add(asker.customer, readDomain(request.body));
    if (!added.ok) return again(refusalOf(added.failure));
    response.redirect(303, `${verifyPathOf(added.value)}?notice=added`);
  };
}

function verify(deps: DomainFaceDeps): CustomerHandler {
  return async (request, response, asker) => {
    const again = (refusal: Refusal) => drawVerify(deps, refusal)(request, response, asker);
    if (deps.antiForgery.isForged(request, response)) return again({ kind: 'bad-shrimp' });
    const verified = await deps.service.verify(asker.customer, namedIn(request));
    if (!verified.ok) return again(refusalOf(verified.failure));
    response.redirect(303, `${verifyPathOf(verified.value)}?notice=verifying`);
  };
}

function remove(deps: DomainFaceDeps): CustomerHandler {
  return async (request, response, asker) => {
    if (deps.antiForgery.isForged(request, response)) {
      return drawList(deps, { kind: 'bad-shrimp' })(request, response, asker);
    }
    const removed = await deps.service.remove(asker.customer, namedIn(request));
    if (!removed.ok) return drawList(deps, refusalOf(removed.failure))(request, response, asker);
    response.redirect(303, `${DOMAIN_LIST}?notice=removed`);
  };
}

function drawList(deps: DomainFaceDeps, refusal: Refusal | null = null): CustomerHandler {
  return async (request, response, { customer }) => {
    const domains = await deps.service.list(customer);
    const { error, status } = deps.answers.formError(request, response, refusal);
    const records = domains.map((domain) => domainWireOf(deps, request, response, domain));
    const notice = noticeOf(deps, request, response);
    await deps.drawWorkspace(
      request,
      response,
      customer,
      { screen: 'domains', domains: records, error, notice },
      { status },
    );
  };
}

function drawAdd(deps: DomainFaceDeps, refusal: Refusal | null = null): CustomerHandler {
  return async (request, response, { customer }) => {
    const { error, status } = deps.answers.formError(request, response, refusal);
    const typed = lineTyped(readDomain(request.body));
    await deps.drawWorkspace(
      request,
      response,
      customer,
      { screen: 'domain-add', typed, example: EXAMPLE, error },
      { status },
    );
  };
}

/** Others' domains look like absent ones. */
function drawVerify(deps: DomainFaceDeps, refusal: Refusal | null = null): CustomerHandler {
  return async (request: Request, response: Response, { customer }: CustomerAsker) => {
    const found = await deps.service.find(customer, namedIn(request));
    if (found === null) return deps.answers.refusePage(request, response, { kind: 'not-found' });
    const { error, status } = deps.answers.formError(request, response, refusal);
    const domain = domainWireOf(deps, request, response, found);
    const notice = noticeOf(deps, request, response);
    await deps.drawWorkspace(
      request,
      response,
      customer,
      { screen: 'domain-verify', domain, cluster: deps.cluster, error, notice },
      { status },
    );
  };
}

function noticeOf({ answers }: DomainFaceDeps, request: Request, response: Response): string | null {
  const key = NOTICES.get(String(request.query.notice));
  return key === undefined || request.method === 'POST' ? null : answers.text(request, response, key);
}

function verifyPathOf({ name }: Pick<Domain, 'name'>): string {
  return `${DOMAIN_LIST}/${encodeURIComponent(displayNameOf(name))}/verify`;
}
