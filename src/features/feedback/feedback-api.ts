import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import type { Refusal } from '#src/http/refusals.ts';
import { addRoute } from '#src/http/routes.ts';
import { sendJson } from '#src/http/send.ts';
import type { CaptchaConfigWire, VerifyWire } from './captcha-wire.ts';
import { customerOf, type FeedbackFaceDeps, refusalOf, whileOn } from './feedback-http.ts';
import { type FeedbackInput, readFeedback, solutionSchema } from './feedback-input.ts';
import type { Sender } from './feedback-service.ts';

const CONFIG: CaptchaConfigWire = { verifyurl: '/api/v2/altcha/verify', blockspam: true };

/** Feedback and its captcha in API v2. Mounted behind the body reader. */
export function createFeedbackApi(deps: FeedbackFaceDeps): Router {
  const router = express.Router({ caseSensitive: true });
  const refuse = deps.answers.refuseJson;
  const { isEnabled, hasCaptcha } = deps;
  addRoute(router, '/feedback', { post: whileOn(isEnabled, refuse, sendFeedback(deps)) }, refuse);
  addRoute(router, '/altcha/challenge', { get: whileOn(hasCaptcha, refuse, giveChallenge(deps)) }, refuse);
  addRoute(router, '/altcha/verify', { post: whileOn(hasCaptcha, refuse, verifySolution(deps)) }, refuse);
  return router;
}

function sendFeedback(deps: FeedbackFaceDeps): RequestHandler {
  const { answers, service } = deps;
  return async (request, response) => {
    const refuse = (refusal: Refusal) => answers.refuseJson(request, response, refusal);
    if (isForged(deps, request, response)) return refuse({ kind: 'bad-shrimp' });
    const input = readFeedback(request.body);
    if (!input.ok) return refuse(refusalOf(input.failure));
    const sent = await service.send(input.value, senderOf(deps, request, input.value));
    if (!sent.ok) return refuse(refusalOf(sent.failure));
    const message = answers.text(request, response, 'feedback.form.received');
    answers.json(request, response, { record: {}, details: {}, message });
  };
}

/** Only a customer's program, which has shown its API token, may send feedback without the token of a page. */
function isForged(deps: FeedbackFaceDeps, request: Request, response: Response): boolean {
  return !isByProgram(deps, request) && deps.antiForgery.isForgedForm(request, response);
}

/**
 * A form with a captcha was opened by a visitor, and shows no name: it is sent as a visitor's, even if somebody has
 * signed in since. A program names its customer with each call, whatever it fills in.
 */
function senderOf(deps: FeedbackFaceDeps, request: Request, { captcha }: FeedbackInput): Sender {
  const visitor = { kind: 'visitor', host: hostOf(deps, request) } as const;
  return captcha === '' || isByProgram(deps, request) ? (customerOf(deps, request) ?? visitor) : visitor;
}

function isByProgram({ askers }: FeedbackFaceDeps, request: Request): boolean {
  const asker = askers.of(request);
  return asker.kind === 'customer' && asker.by === 'token';
}

function giveChallenge(deps: FeedbackFaceDeps): RequestHandler {
  return async (request, response) => {
    const { wire, expiresAtMs } = await deps.captcha.challenge(hostOf(deps, request));
    response.setHeader('Expires', new Date(expiresAtMs).toUTCString());
    response.setHeader('X-Altcha-Config', JSON.stringify(CONFIG));
    sendJson(response, 200, wire);
  };
}

/** Says whether a solution is right, without using it up. */
function verifySolution(deps: FeedbackFaceDeps): RequestHandler {
  return async (request, response) => {
    const { payload } = solutionSchema.parse(request.body);
    const solution = await deps.captcha.verify(payload, hostOf(deps, request));
    const answer: VerifyWire = { verified: solution.ok, reason: solution.ok ? null : solution.failure.kind };
    sendJson(response, 200, answer);
  };
}

function hostOf({ address }: FeedbackFaceDeps, request: Request): string {
  return address.hostOf(request);
}
