import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import type { Refusal } from '#src/http/refusals.ts';
import { addRoute } from '#src/http/routes.ts';
import { lineTyped, textTyped, withTypedLines } from '#src/http/typed-fields.ts';
import type { FeedbackProps } from '#views/feedback/feedback-props.ts';
import { MAX_MESSAGE_CHARS } from './feedback.ts';
import { customerOf, type FeedbackFaceDeps, refusalOf, whileOn } from './feedback-http.ts';
import { type FeedbackInput, readFeedback } from './feedback-input.ts';
import type { Sender } from './feedback-service.ts';

const PATH = '/feedback';
const SENT = `${PATH}?sent=1`;

/** The feedback form and what a browser without JavaScript posts from it. */
export function createFeedbackPages(deps: FeedbackFaceDeps): Router {
  const router = express.Router({ caseSensitive: true });
  const refuse = deps.answers.refusePage;
  const whenOn = (handler: RequestHandler) => whileOn(deps.isEnabled, refuse, handler);
  const get: RequestHandler = (request, response) => showFeedbackForm(deps, request, response, null);
  addRoute(router, PATH, { get: whenOn(get), post: whenOn(sendFromForm(deps)) }, refuse);
  return router;
}

function sendFromForm(deps: FeedbackFaceDeps): RequestHandler {
  return async (request, response) => {
    const showError = (refusal: Refusal) => showFeedbackForm(deps, request, response, refusal);
    if (deps.antiForgery.isForgedForm(request, response)) return showError({ kind: 'bad-shrimp' });
    const input = readFeedback(withTypedLines(request.body, 'msg'));
    if (!input.ok) return showError(refusalOf(input.failure));
    const sent = await deps.service.send(input.value, senderOf(deps, request, input.value));
    if (!sent.ok) return showError(refusalOf(sent.failure));
    response.redirect(303, SENT);
  };
}

/** Without JavaScript nobody can solve a captcha; a solution that is there has to be right. */
function senderOf(deps: FeedbackFaceDeps, request: Request, { captcha }: FeedbackInput): Sender {
  const customer = customerOf(deps, request);
  if (customer !== null) return customer;
  if (captcha === '') return { kind: 'scriptless', network: deps.networkOf(request) };
  return { kind: 'visitor', host: deps.address.hostOf(request) };
}

/** The form, with what was wrong with it. */
export function showFeedbackForm(
  deps: FeedbackFaceDeps,
  request: Request,
  response: Response,
  refusal: Refusal | null,
): void {
  const { error, status } = deps.answers.formError(request, response, refusal);
  const { msg, email } = withTypedLines(request.body, 'msg');
  const props: FeedbackProps = {
    message: textTyped(msg, MAX_MESSAGE_CHARS),
    address: lineTyped(email),
    isSent: refusal === null && request.query.sent === '1',
    isRed: deps.hasRedButton,
    error,
  };
  deps.answers.page(request, response, { name: 'feedback', props }, status);
}
