import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { frequencyOf } from '#src/features/plans/frequency.ts';
import type { PlanChoice } from '#src/features/plans/plan-choice.ts';
import type { Refusal } from '#src/http/refusals.ts';
import { addRoute } from '#src/http/routes.ts';
import { lineTyped } from '#src/http/typed-fields.ts';
import { type AccountFaceDeps, callerOf } from './account-http.ts';
import { readSignUp, requireFilled } from './account-input.ts';
import { refusalOf } from './account-refusals-http.ts';

const PLAN_CODE = /^[a-z0-9][a-z0-9_-]{0,63}$/i;
/** By the path alone: before a route is found there are no parameters. */
const PLAN_PATH = /^\/signup\/([^/]+)\/?$/;

/** Signing up. The answer is the same for an address that has an account. */
export function createSignUpPages(deps: AccountFaceDeps): Router {
  const router = express.Router({ caseSensitive: true });
  const { answers, authentication } = deps;
  if (!authentication.hasSignup) return router;
  const handlers = { get: withPlanCode(deps, showSignUp(deps)), post: withPlanCode(deps, signUp(deps)) };
  addRoute(router, '/signup', handlers, answers.refusePage);
  addRoute(router, '/signup/:planCode', handlers, answers.refusePage);
  return router;
}

/** What is no code of a plan leads nowhere. */
function withPlanCode({ answers }: AccountFaceDeps, handle: RequestHandler): RequestHandler {
  return (request, response, next) => {
    const code = planCodeOf(request);
    if (code === null || PLAN_CODE.test(code)) return handle(request, response, next);
    answers.refusePage(request, response, { kind: 'not-found' });
  };
}

function planCodeOf({ path }: Request): string | null {
  return PLAN_PATH.exec(path)?.[1] ?? null;
}

function showSignUp(deps: AccountFaceDeps): RequestHandler {
  return (request, response) => {
    if (deps.askers.of(request).kind === 'customer') {
      return response.redirect(303, choiceOf(deps, request)?.payPath ?? '/dashboard');
    }
    draw(deps, request, response, null);
  };
}

function signUp(deps: AccountFaceDeps): RequestHandler {
  return async (request, response) => {
    const again = (refusal: Refusal) => draw(deps, request, response, refusal);
    if (deps.antiForgery.isForgedForm(request, response)) return again({ kind: 'bad-shrimp' });
    const typed = readSignUp(request.body);
    const filled = requireFilled(typed);
    if (!filled.ok && typed.honeypot === '') return again(refusalOf(filled.failure));
    const signedUp = await deps.service.signUp(typed, callerOf(deps, request, response));
    if (!signedUp.ok) return again(refusalOf(signedUp.failure));
    response.redirect(303, afterwards(deps, request));
  };
}

/** The form as it was sent, but for the password, and why it was not taken; for what is no code of a plan a page. */
export function showSignUpAgain(deps: AccountFaceDeps, request: Request, response: Response, refusal: Refusal): void {
  const code = planCodeOf(request);
  if (code === null || PLAN_CODE.test(code)) draw(deps, request, response, refusal);
  else deps.answers.refusePage(request, response, refusal);
}

/** Where a sign-up leads: to signing in, and from there to what was chosen. The same for an address with an account. */
function afterwards(deps: AccountFaceDeps, request: Request): string {
  const payPath = choiceOf(deps, request)?.payPath;
  const notice = `/signin?notice=${deps.needsVerification ? 'mail-sent' : 'signed-up'}`;
  return payPath ? `${notice}&redirect=${payPath}` : notice;
}

function choiceOf({ choosePlan }: AccountFaceDeps, request: Request): PlanChoice | null {
  const code = planCodeOf(request);
  return code === null ? null : choosePlan(code, frequencyOf(request.query.frequency));
}

function draw(deps: AccountFaceDeps, request: Request, response: Response, refusal: Refusal | null): void {
  const { error, status } = deps.answers.formError(request, response, refusal);
  const { address, hasAgreed } = readSignUp(request.body);
  const choice = choiceOf(deps, request);
  const isReachedBySignIn = !deps.needsVerification;
  const plan = choice && { ...choice, frequency: frequencyOf(request.query.frequency), isReachedBySignIn };
  const props = { planCode: planCodeOf(request), plan, address: lineTyped(address), hasAgreed, error };
  deps.answers.page(request, response, { name: 'sign-up', props }, status);
}
