import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import type { Answers } from '#src/http/answers.ts';
import { endIfIncomplete, readRawBody } from '#src/http/body.ts';
import type { BodyRules } from '#src/http/body-room.ts';
import { createDomainFence, SERVED_ON_DOMAINS } from '#src/http/domain-fence.ts';
import { addRoute } from '#src/http/routes.ts';
import { sendJson } from '#src/http/send.ts';
import type { SiteAddress } from '#src/http/site-address.ts';
import type { BillingService } from './billing-service.ts';
import { PaymentsUnavailable } from './payments-port.ts';

export interface WebhookDeps {
  readonly billing: Pick<BillingService, 'takeNotice'>;
  readonly answers: Pick<Answers, 'refuseJson'>;
  readonly address: SiteAddress;
  readonly bodies: BodyRules;
  readonly report: (error: unknown) => void;
}

/** The provider tries again for days after anything but 2xx; this is for others. */
const RETRY_AFTER_SECONDS = 30;

/**
 * Where the payment provider tells that something has changed. Its signature is over the very bytes, and is
 * all that counts: no session, no cookie, no anti-forgery token. Answered 2xx only when what it means is kept.
 */
export function createWebhookApi(deps: WebhookDeps): Router {
  const router = express.Router({ caseSensitive: true });
  const { refuseJson } = deps.answers;
  router.use(deps.address.recognise(refuseJson));
  router.use(createDomainFence(deps.address, SERVED_ON_DOMAINS.nothing, refuseJson));
  addRoute(router, '/', { post: takeNotice(deps) }, refuseJson);
  return router;
}

function takeNotice(deps: WebhookDeps): RequestHandler {
  const { refuseJson } = deps.answers;
  return async (request, response) => {
    const body = await readRawBody(request, deps.bodies);
    if (!body.ok) {
      endIfIncomplete(request, response);
      return refuseJson(request, response, body.failure);
    }
    await keep(deps, request, response, body.value);
  };
}

async function keep(deps: WebhookDeps, request: Request, response: Response, body: Buffer): Promise<void> {
  const { refuseJson } = deps.answers;
  const { 'stripe-signature': signature } = request.headers;
  try {
    const isTaken = await deps.billing.takeNotice(body, typeof signature === 'string' ? signature : '');
    if (isTaken) sendJson(response, 200, { received: true });
    else refuseJson(request, response, { kind: 'wrong-signature' });
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    deps.report(error);
    refuseJson(request, response, { kind: 'payments-away', retryAfter: RETRY_AFTER_SECONDS });
  }
}
