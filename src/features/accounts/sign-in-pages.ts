import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { noticeKey } from '#src/http/notices.ts';
import { isPrefetch } from '#src/http/prefetch.ts';
import type { Refusal } from '#src/http/refusals.ts';
import { addRoute } from '#src/http/routes.ts';
import { lineTyped } from '#src/http/typed-fields.ts';
import { type AccountFaceDeps, callerOf } from './account-http.ts';
import { readSignIn, requireFilled, type SignInInput } from './account-input.ts';
import { refusalOf } from './account-refusals-http.ts';
import { localPath } from './local-path.ts';

const HOME = '/dashboard';
const UNTOUCHED: SignInInput = { address: '', password: '', isRemembered: false, redirect: '' };

/** Signing in and out. */
export function createSignInPages(deps: AccountFaceDeps): Router {
  const router = express.Router({ caseSensitive: true });
  const { answers, authentication } = deps;
  if (!authentication.isEnabled) return router;
  // Whoever is signed in can leave, also where nobody can come in any more.
  addRoute(router, '/logout', { get: leave(deps), post: leaveByForm(deps) }, answers.refusePage);
  if (!authentication.hasSignin) return router;
  addRoute(router, '/signin', { get: showSignIn(deps), post: signIn(deps) }, answers.refusePage);
  return router;
}

function showSignIn(deps: AccountFaceDeps): RequestHandler {
  return (request, response) => {
    if (deps.askers.of(request).kind === 'customer') return response.redirect(303, HOME);
    const { redirect } = request.query;
    draw(deps, request, response, { typed: { ...UNTOUCHED, redirect: localPath(redirect) ?? '' }, refusal: null });
  };
}

function signIn(deps: AccountFaceDeps): RequestHandler {
  return async (request, response) => {
    const typed = readSignIn(request.body);
    const again = (refusal: Refusal) => draw(deps, request, response, { typed, refusal });
    // Always with a token: a forger could sign a visitor in as somebody else.
    if (deps.antiForgery.isForgedForm(request, response)) return again({ kind: 'bad-shrimp' });
    const filled = requireFilled(typed);
    if (!filled.ok) return again(refusalOf(filled.failure));
    const signedIn = await deps.service.signIn(typed, callerOf(deps, request, response));
    if (!signedIn.ok) return again(refusalOf(signedIn.failure));
    await deps.askers.begin(request, response, signedIn.value, { isRemembered: typed.isRemembered });
    response.redirect(303, localPath(typed.redirect) ?? HOME);
  };
}

/** The form as it was sent, but for the password, and why it was not taken. */
export function showSignInAgain(deps: AccountFaceDeps, request: Request, response: Response, refusal: Refusal): void {
  draw(deps, request, response, { typed: readSignIn(request.body), refusal });
}

interface Drawing {
  readonly typed: SignInInput;
  readonly refusal: Refusal | null;
}

function draw(deps: AccountFaceDeps, request: Request, response: Response, { typed, refusal }: Drawing): void {
  const { error, status } = deps.answers.formError(request, response, refusal);
  const key = refusal === null ? noticeKey('sign-in', request.query.notice) : null;
  const props = {
    redirect: localPath(typed.redirect),
    address: lineTyped(typed.address),
    isRemembered: typed.isRemembered,
    error,
    notice: key && deps.answers.text(request, response, key),
  };
  deps.answers.page(request, response, { name: 'sign-in', props }, status);
}

/** Another site's link, or a browser that loads ahead, must not sign anybody out: then it asks first. */
function leave(deps: AccountFaceDeps): RequestHandler {
  return async (request, response) => {
    if (deps.antiForgery.isFromAnotherSite(request) || isPrefetch(request)) {
      return deps.answers.page(request, response, { name: 'sign-out', props: {} });
    }
    await deps.askers.end(request, response);
    response.redirect(303, '/');
  };
}

function leaveByForm(deps: AccountFaceDeps): RequestHandler {
  return async (request, response) => {
    if (deps.antiForgery.isForged(request, response)) {
      return deps.answers.page(request, response, { name: 'sign-out', props: {} }, 422);
    }
    await deps.askers.end(request, response);
    response.redirect(303, '/');
  };
}
