import express, { type Request, type Response, type Router } from 'express';
import type { CustomerAsker } from '#src/features/sessions/asker.ts';
import { type CustomerHandler, forCustomersOr } from '#src/http/customers-only.ts';
import { noticeKey } from '#src/http/notices.ts';
import type { Refusal } from '#src/http/refusals.ts';
import { addRoute, leadTo } from '#src/http/routes.ts';
import { afterChange } from '#src/store-unavailable.ts';
import type { AccountFormError } from '#views/workspace/workspace-props.ts';
import { type AccountFaceDeps, accountOf, callerOf, withApi } from './account-http.ts';
import { readDeletion, readPasswordChange } from './account-input.ts';
import { refusalOf } from './account-refusals-http.ts';

const ACCOUNT = '/account';

/** The account page and its forms, for somebody signed in. */
export function createOwnAccountPages(deps: AccountFaceDeps): Router {
  const router = express.Router({ caseSensitive: true });
  if (!deps.authentication.isEnabled) return router;
  const { refusePage } = deps.answers;
  const signedIn = (handle: CustomerHandler) => forCustomersOr(ACCOUNT, deps.askers, handle);
  const addForm = (path: string, handle: CustomerHandler) =>
    addRoute(router, path, { get: leadTo(() => ACCOUNT), post: signedIn(handle) }, refusePage);
  addRoute(router, ACCOUNT, { get: signedIn(showAccount(deps)) }, refusePage);
  addForm(`${ACCOUNT}/password`, changePassword(deps));
  addForm(`${ACCOUNT}/apitoken`, makeTokenWithApi(deps));
  addForm(`${ACCOUNT}/destroy`, destroy(deps));
  return router;
}

function showAccount(deps: AccountFaceDeps): CustomerHandler {
  return (request, response, asker) => {
    const key = noticeKey('account', request.query.notice);
    return draw(deps, request, response, { asker, notice: key });
  };
}

function changePassword(deps: AccountFaceDeps): CustomerHandler {
  return async (request, response, asker) => {
    const again = (refusal: Refusal) => draw(deps, request, response, { asker, form: 'password', refusal });
    if (deps.antiForgery.isForged(request, response)) return again({ kind: 'bad-shrimp' });
    const change = readPasswordChange(request.body);
    const changed = await deps.service.own.changePassword(asker.customer, change, callerOf(deps, request, response));
    if (!changed.ok) return again(refusalOf(changed.failure));
    const isRemembered = deps.askers.isRemembered(request);
    await afterChange(deps.askers.begin(request, response, changed.value, { isRemembered }));
    response.redirect(303, '/account?notice=password');
  };
}

function makeTokenWithApi(deps: AccountFaceDeps): CustomerHandler {
  return withApi(
    deps,
    makeToken(deps),
    (refusal) => (request, response, asker) => draw(deps, request, response, { asker, form: 'apitoken', refusal }),
  );
}

/** Shown right here, because it can be shown only once: its hash alone is kept. */
function makeToken(deps: AccountFaceDeps): CustomerHandler {
  return async (request, response, asker) => {
    if (deps.antiForgery.isForged(request, response)) {
      return draw(deps, request, response, { asker, form: 'apitoken', refusal: { kind: 'bad-shrimp' } });
    }
    // First, as in the API: once the token is made nothing may keep it from being shown.
    const show = await open(deps, request, response, asker);
    const apitoken = await deps.service.own.makeApiToken(asker.customer);
    if (apitoken === null) return response.redirect(303, '/');
    show({ apitoken, notice: 'accountNotices.account.token' });
  };
}

function destroy(deps: AccountFaceDeps): CustomerHandler {
  return async (request, response, asker) => {
    const again = (refusal: Refusal) => draw(deps, request, response, { asker, form: 'destroy', refusal });
    if (deps.antiForgery.isForged(request, response)) return again({ kind: 'bad-shrimp' });
    const caller = callerOf(deps, request, response);
    const destroyed = await deps.service.own.destroy(asker.customer, readDeletion(request.body), caller);
    if (!destroyed.ok) return again(refusalOf(destroyed.failure));
    await afterChange(deps.askers.end(request, response));
    response.redirect(303, '/?notice=account-deleted');
  };
}

interface Drawing {
  /** Which form was refused, and why. */
  readonly form?: AccountFormError['form'];
  readonly refusal?: Refusal;
  readonly apitoken?: string;
  /** Key of a text. */
  readonly notice?: string | null;
}

async function draw(
  deps: AccountFaceDeps,
  request: Request,
  response: Response,
  { asker, ...drawing }: Drawing & { readonly asker: CustomerAsker },
): Promise<void> {
  const show = await open(deps, request, response, asker);
  show(drawing);
}

async function open(
  deps: AccountFaceDeps,
  request: Request,
  response: Response,
  asker: CustomerAsker,
): Promise<(drawing: Drawing) => void> {
  const account = await accountOf(deps, request, response, asker);
  const show = await deps.openAccount(request, response, asker.customer);
  return ({ form, refusal = null, apitoken = null, notice = null }) => {
    const { error, status } = deps.answers.formError(request, response, refusal);
    show({
      account: apitoken === null ? account : { ...account, apitoken, has_apitoken: true },
      error: error && form ? { ...error, form } : null,
      notice: notice && deps.answers.text(request, response, notice),
      status,
    });
  };
}
