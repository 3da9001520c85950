import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import type { Refusal } from '#src/http/refusals.ts';
import { addRoute } from '#src/http/routes.ts';
import { StoreUnavailable } from '#src/store-unavailable.ts';
import { parseSecretKey } from './key-input.ts';
import { behindLink } from './meant-link-http.ts';
import type { RevealedSecret, WaitingSecret } from './recipient.ts';
import { refusalOf } from './refusals-http.ts';
import { openerOf, recipientContext, type SecretFaceDeps } from './secret-http.ts';
import { readAttempt, readReveal } from './secret-input.ts';
import { presentRecipientDetails, presentRecipientRecord } from './secret-present.ts';
import { secretShortkey } from './shortkeys.ts';

/** What the holder of a link sees. A GET draws; only a confirmed POST opens or burns. */
export function createRecipientPages(deps: SecretFaceDeps): Router {
  const router = express.Router({ caseSensitive: true });
  const refuse = deps.answers.refusePage;
  const pages = createPages(deps);
  addRoute(router, '/secret/:key', { get: behindLink('/secret', pages.show), post: pages.reveal }, refuse);
  addRoute(router, '/secret/:key/burn', { get: pages.askToBurn, post: pages.burn }, refuse);
  return router;
}

function createPages(deps: SecretFaceDeps) {
  const { service, antiForgery } = deps;

  /** Finds the secret of the path and draws it, or says that it is gone. */
  async function withSecret(
    request: Request,
    response: Response,
    drawSecret: (secret: WaitingSecret) => void,
  ): Promise<void> {
    const key = parseSecretKey(request.params.key);
    const secret = key && (await service.recipient.look(key));
    if (secret) drawSecret(secret);
    else drawGone(deps, request, response);
  }

  const again = (request: Request, response: Response, refusal: Refusal | null) =>
    withSecret(request, response, (secret) => drawSecret(deps, { request, response, secret, refusal }));
  const askAgain = (request: Request, response: Response, refusal: Refusal | null) =>
    withSecret(request, response, (secret) => drawBurn(deps, { request, response, secret, refusal }));

  const show: RequestHandler = async (request, response) => {
    try {
      await again(request, response, null);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      deps.answers.refusePage(request, response, { kind: 'initial-data', retryAfter: 5 });
    }
  };

  const reveal: RequestHandler = async (request, response) => {
    if (antiForgery.isForged(request, response)) return again(request, response, { kind: 'bad-shrimp' });
    const input = readReveal(request.body, 'claimant', request.body?.claimant);
    if (!input.ok) return again(request, response, refusalOf(input.failure));
    const key = parseSecretKey(request.params.key);
    if (!input.value.isConfirmed || !key) return again(request, response, null);
    const { passphrase, claimant } = input.value;
    const revealed = await service.recipient.reveal(key, passphrase, openerOf(response, claimant));
    if (!revealed.ok) return again(request, response, refusalOf(revealed.failure));
    drawSecret(deps, { request, response, secret: revealed.value, refusal: null });
  };

  const burn: RequestHandler = async (request, response) => {
    if (antiForgery.isForged(request, response)) return askAgain(request, response, { kind: 'bad-shrimp' });
    const input = readAttempt(request.body);
    if (!input.ok) return askAgain(request, response, refusalOf(input.failure));
    const key = parseSecretKey(request.params.key);
    if (!input.value.isConfirmed || !key) return askAgain(request, response, null);
    const burned = await service.recipient.burn(key, input.value.passphrase);
    if (!burned.ok) return askAgain(request, response, refusalOf(burned.failure));
    drawBurned(deps, request, response, key);
  };

  return {
    show,
    askToBurn: ((request, response) => askAgain(request, response, null)) as RequestHandler,
    reveal,
    burn,
  };
}

interface Drawing {
  readonly request: Request;
  readonly response: Response;
  readonly secret: WaitingSecret | RevealedSecret;
  readonly refusal: Refusal | null;
}

function drawSecret(deps: SecretFaceDeps, drawing: Drawing): void {
  const { request, response, secret } = drawing;
  const { error, status } = deps.answers.formError(request, response, drawing.refusal);
  const context = recipientContext(deps, request, response);
  const props = {
    record: presentRecipientRecord(secret, context),
    details: presentRecipientDetails(secret, context, deps.guessPolicy),
    host: deps.address.hostOf(request),
    expiresAtMs: secret.row.expiresAtMs,
    ...{ claimant: deps.newClaimant(), redeliverySeconds: deps.redeliverySeconds },
    error,
  };
  deps.answers.page(request, response, { name: 'secret', props }, status);
}

function drawBurn(deps: SecretFaceDeps, drawing: Drawing): void {
  const { request, response, secret } = drawing;
  const { error, status } = deps.answers.formError(request, response, drawing.refusal);
  const props = {
    ...burnFacts(deps, request, secret.secretKey),
    hasPassphrase: secret.row.hasPassphrase,
    isBurned: false,
    error,
  };
  deps.answers.page(request, response, { name: 'recipient-burn', props }, status);
}

function drawBurned(deps: SecretFaceDeps, request: Request, response: Response, key: string): void {
  const props = { ...burnFacts(deps, request, key), hasPassphrase: false, isBurned: true, error: null };
  deps.answers.page(request, response, { name: 'recipient-burn', props });
}

function burnFacts(deps: SecretFaceDeps, request: Request, secretKey: string) {
  return { secretKey, secretShortkey: secretShortkey(secretKey), host: deps.address.hostOf(request) };
}

function drawGone(deps: SecretFaceDeps, request: Request, response: Response): void {
  const host = deps.address.hostOf(request);
  deps.answers.page(request, response, { name: 'secret-gone', props: { host } }, 404);
}
