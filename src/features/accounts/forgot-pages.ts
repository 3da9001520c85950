import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import type { ResetKey } from '#src/crypto/ids.ts';
import type { Refusal } from '#src/http/refusals.ts';
import { addRoute } from '#src/http/routes.ts';
import { lineTyped } from '#src/http/typed-fields.ts';
import { type AccountFaceDeps, callerOf } from './account-http.ts';
import { readPasswordChange, readSignIn } from './account-input.ts';
import { refusalOf } from './account-refusals-http.ts';
import { parseResetKey } from './reset-key.ts';

/** A new password for somebody who forgot the old one. */
export function createForgotPages(deps: AccountFaceDeps): Router {
  const router = express.Router({ caseSensitive: true });
  const { answers, authentication } = deps;
  // Also where nobody can sign in: a new password ends sessions, and an owner may want just that.
  if (!authentication.isEnabled) return router;
  addRoute(router, '/forgot', { get: showRequest(deps), post: requestReset(deps) }, answers.refusePage);
  const [get, post] = [withLiveKey(deps, showReset(deps)), withLiveKey(deps, reset(deps))];
  addRoute(router, '/forgot/:resetKey', { get, post }, answers.refusePage);
  return router;
}

function showRequest(deps: AccountFaceDeps): RequestHandler {
  return (request, response) => drawRequest(deps, request, response, null);
}

function requestReset(deps: AccountFaceDeps): RequestHandler {
  return async (request, response) => {
    const again = (refusal: Refusal) => drawRequest(deps, request, response, refusal);
    if (deps.antiForgery.isForgedForm(request, response)) return again({ kind: 'bad-shrimp' });
    const { address } = readSignIn(request.body);
    if (address.trim() === '') return again(refusalOf({ kind: 'missing', field: 'u' }));
    const requested = await deps.service.resetting.request(address, callerOf(deps, request, response));
    if (!requested.ok) return again(refusalOf(requested.failure));
    response.redirect(303, '/forgot?sent=yes');
  };
}

/** The form as it was sent, and why it was not taken. */
export function showForgotAgain(deps: AccountFaceDeps, request: Request, response: Response, refusal: Refusal): void {
  drawRequest(deps, request, response, refusal);
}

function drawRequest(deps: AccountFaceDeps, request: Request, response: Response, refusal: Refusal | null): void {
  const { error, status } = deps.answers.formError(request, response, refusal);
  const isSent = refusal === null && request.query.sent === 'yes';
  const { hasMail, resetTtlSeconds: linkSeconds } = deps;
  const props = { address: lineTyped(readSignIn(request.body).address), isSent, hasMail, linkSeconds, error };
  deps.answers.page(request, response, { name: 'forgot', props }, status);
}

type KeyHandler = (request: Request, response: Response, key: ResetKey) => Promise<void> | void;

/** A link that does not work, or not any more, leads home. */
function withLiveKey({ service }: AccountFaceDeps, handle: KeyHandler): RequestHandler {
  return async (request, response) => {
    const key = parseResetKey(request.params.resetKey);
    if (key !== null && (await service.resetting.isLive(key))) await handle(request, response, key);
    else response.redirect(303, '/');
  };
}

function showReset(deps: AccountFaceDeps, refusal: Refusal | null = null): KeyHandler {
  return (request, response, resetKey) => {
    const { error, status } = deps.answers.formError(request, response, refusal);
    deps.answers.page(request, response, { name: 'reset', props: { resetKey, error } }, status);
  };
}

function reset(deps: AccountFaceDeps): KeyHandler {
  return async (request, response, key) => {
    const again = (refusal: Refusal) => showReset(deps, refusal)(request, response, key);
    if (deps.antiForgery.isForgedForm(request, response)) return again({ kind: 'bad-shrimp' });
    const caller = callerOf(deps, request, response);
    const done = await deps.service.resetting.reset(key, readPasswordChange(request.body), caller);
    if (done.ok) return response.redirect(303, deps.authentication.hasSignin ? '/signin?notice=password-set' : '/');
    if (done.failure.kind === 'reset-gone') return response.redirect(303, '/');
    return again(refusalOf(done.failure));
  };
}
