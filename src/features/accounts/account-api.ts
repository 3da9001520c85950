import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { type CustomerHandler, forCustomersAlone, refusing } from '#src/http/customers-only.ts';
import { setLocaleCookie } from '#src/http/locale.ts';
import { addRoute } from '#src/http/routes.ts';
import { afterChange } from '#src/store-unavailable.ts';
import { type AccountFaceDeps, accountOf, callerOf, withApi } from './account-http.ts';
import { readDeletion, readLocale, readPasswordChange } from './account-input.ts';
import { type AccountFailure, refusalOf } from './account-refusals-http.ts';

/** Accounts in API v2. Mounted behind the body reader, the askers and the anti-forgery check. */
export function createAccountApi(deps: AccountFaceDeps): Router {
  const router = express.Router({ caseSensitive: true });
  const refuse = deps.answers.refuseJson;
  const customers = forCustomersAlone(deps.askers, refuse);

  addRoute(router, '/authcheck', { get: checkAuth(deps) }, refuse);
  addRoute(router, '/account/update-locale', { post: updateLocale(deps) }, refuse);
  addRoute(router, '/account', { get: customers(showAccount(deps)) }, refuse);
  addRoute(router, '/account/apitoken', { post: customers(makeTokenWithApi(deps)) }, refuse);
  addRoute(router, '/account/change-password', { post: customers(changePassword(deps)) }, refuse);
  addRoute(router, '/account/destroy', { post: customers(destroy(deps)) }, refuse);
  return router;
}

/** 401 only for a sign-in that does not hold any more: an anonymous visitor may ask. */
function checkAuth(deps: AccountFaceDeps): RequestHandler {
  const { answers, askers } = deps;
  return (request, response) => {
    const asker = askers.of(request);
    const isCustomer = asker.kind === 'customer';
    if (!isCustomer && asker.isTurnedAway) return answers.refuseJson(request, response, { kind: 'not-authorized' });
    const record = isCustomer ? deps.customerOf(asker, answers.languageTagOf(request, response)) : null;
    answers.json(request, response, { record, details: { authorized: isCustomer, authenticated: isCustomer } });
  };
}

function showAccount(deps: AccountFaceDeps): CustomerHandler {
  return async (request, response, asker) => {
    deps.answers.json(request, response, { record: await accountOf(deps, request, response, asker), details: {} });
  };
}

function makeTokenWithApi(deps: AccountFaceDeps): CustomerHandler {
  return withApi(deps, makeToken(deps), refusing(deps.answers.refuseJson));
}

function makeToken(deps: AccountFaceDeps): CustomerHandler {
  return async (request, response, asker) => {
    // First: once the token is made nothing may keep it from being shown, which can be done only once.
    const account = await accountOf(deps, request, response, asker);
    const apitoken = await deps.service.own.makeApiToken(asker.customer);
    if (apitoken === null) return deps.answers.refuseJson(request, response, { kind: 'not-authorized' });
    const message = deps.answers.text(request, response, 'accountNotices.account.token');
    const record = { ...account, apitoken, has_apitoken: true };
    deps.answers.json(request, response, { record, details: {}, message });
  };
}

function changePassword(deps: AccountFaceDeps): CustomerHandler {
  return async (request, response, asker) => {
    const change = readPasswordChange(request.body);
    const changed = await deps.service.own.changePassword(asker.customer, change, callerOf(deps, request, response));
    if (!changed.ok) return refuse(deps, request, response, changed.failure);
    if (asker.by === 'session') {
      const isRemembered = deps.askers.isRemembered(request);
      await afterChange(deps.askers.begin(request, response, changed.value, { isRemembered }));
    }
    const message = deps.answers.text(request, response, 'accountNotices.account.password');
    const record = deps.customerOf(
      { ...asker, customer: changed.value },
      deps.answers.languageTagOf(request, response),
    );
    deps.answers.json(request, response, { record, details: {}, message });
  };
}

function destroy(deps: AccountFaceDeps): CustomerHandler {
  return async (request, response, asker) => {
    const caller = callerOf(deps, request, response);
    const destroyed = await deps.service.own.destroy(asker.customer, readDeletion(request.body), caller);
    if (!destroyed.ok) return refuse(deps, request, response, destroyed.failure);
    const message = deps.answers.text(request, response, 'accountNotices.account.destroyed');
    await afterChange(deps.askers.end(request, response));
    deps.answers.json(request, response, { record: {}, details: {}, message });
  };
}

/** For visitors, too: they get the cookie alone. */
function updateLocale(deps: AccountFaceDeps): RequestHandler {
  return async (request, response) => {
    const oldLocale = deps.answers.localeOf(request, response);
    const asker = deps.askers.of(request);
    const custid = asker.kind === 'customer' ? asker.customer.custid : null;
    const saved = await deps.service.own.setLocale(custid, readLocale(request.body));
    if (!saved.ok) return refuse(deps, request, response, saved.failure);
    setLocaleCookie(response, saved.value, deps.scheme);
    const change = { new_locale: saved.value, old_locale: oldLocale };
    deps.answers.json(request, response, { ...change, record: change, details: {} });
  };
}

function refuse({ answers }: AccountFaceDeps, request: Request, response: Response, failure: AccountFailure): void {
  answers.refuseJson(request, response, refusalOf(failure));
}
