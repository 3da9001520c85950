import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import type { Answers } from '#src/http/answers.ts';
import type { AntiForgery } from '#src/http/anti-forgery.ts';
import type { Refusal } from '#src/http/refusals.ts';
import { addRoute } from '#src/http/routes.ts';
import type { SiteAddress } from '#src/http/site-address.ts';
import { lineTyped, textTyped, withTypedLines } from '#src/http/typed-fields.ts';
import type { IncomingProps } from '#views/incoming/incoming-props.ts';
import { inOwnWords, refusalOf } from './incoming-http.ts';
import { readIncoming } from './incoming-input.ts';
import type { IncomingService } from './incoming-service.ts';

export interface IncomingFaceDeps {
  readonly service: IncomingService;
  readonly answers: Answers;
  readonly antiForgery: AntiForgery;
  readonly address: SiteAddress;
  /** What limits count by: the network a request comes from. */
  readonly networkOf: (request: Request) => string;
  /** Code points. */
  readonly maxContentChars: number;
  readonly hasCaptcha: boolean;
}

const PATH = '/incoming';
const SENT = `${PATH}?notice=sent`;

/** The support form, and what browsers post from it. Open to anyone, whoever may share otherwise. */
export function createIncomingPages(deps: IncomingFaceDeps): Router {
  const router = express.Router({ caseSensitive: true });
  const get: RequestHandler = (request, response) => showIncomingForm(deps, request, response, null);
  addRoute(router, PATH, { get, post: sendFromForm(deps) }, deps.answers.refusePage);
  return router;
}

function sendFromForm(deps: IncomingFaceDeps): RequestHandler {
  return async (request, response) => {
    const showError = (refusal: Refusal) => showIncomingForm(deps, request, response, refusal);
    if (deps.antiForgery.isForgedForm(request, response)) return showError({ kind: 'bad-shrimp' });
    const input = readIncoming(withTypedLines(request.body, 'secret'), deps.maxContentChars);
    if (!input.ok) return showError(refusalOf(input.failure));
    const [host, origin] = [deps.address.hostOf(request), deps.address.originOf(request)];
    const sent = await deps.service.send(input.value, { network: deps.networkOf(request), host, origin });
    if (!sent.ok) return showError(refusalOf(sent.failure));
    response.redirect(303, SENT);
  };
}

/** The form, with what was wrong with it, the store included: nobody types details for support twice. */
export function showIncomingForm(
  deps: IncomingFaceDeps,
  request: Request,
  response: Response,
  refusal: Refusal | null,
): void {
  const { error, status } = deps.answers.formError(request, response, refusal && inOwnWords(refusal));
  const { secret, ticketno } = withTypedLines(request.body, 'secret');
  const props: IncomingProps = {
    secret: textTyped(secret, deps.maxContentChars),
    ticketNumber: lineTyped(ticketno),
    hasCaptcha: deps.hasCaptcha,
    isSent: refusal === null && request.query.notice === 'sent',
    error,
  };
  deps.answers.page(request, response, { name: 'incoming', props }, status);
}
