import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import type { Refusal } from '#src/http/refusals.ts';
import { addRoute, leadTo } from '#src/http/routes.ts';
import { parseMetadataKey } from './key-input.ts';
import { behindLink } from './meant-link-http.ts';
import { refusalOf } from './refusals-http.ts';
import { linkContext, type SecretFaceDeps } from './secret-http.ts';
import { readAttempt } from './secret-input.ts';
import { presentPrivateDetails, presentPrivateRecord } from './secret-present.ts';
import type { LookedAfterSecret } from './sender.ts';

/** Right after creation the page says that the link is ready; later, that nobody has opened it. */
const FRESH_MS = 60_000;

type PageName = 'private' | 'burn';

/** The sender's private page and the burn page. */
export function createSenderPages(deps: SecretFaceDeps): Router {
  const router = express.Router({ caseSensitive: true });
  const refuse = deps.answers.refusePage;
  addRoute(router, '/private/:key', { get: behindLink('/private', showPage(deps, 'private')) }, refuse);
  addRoute(router, '/private/:key/burn', { get: showPage(deps, 'burn'), post: burn(deps) }, refuse);
  addRoute(router, '/private/:key/unlock', { get: toPrivatePage, post: unlock(deps) }, refuse);
  return router;
}

const toPrivatePage = leadTo(({ params }) => `/private/${parseMetadataKey(params.key) ?? ''}`);

function showPage(deps: SecretFaceDeps, name: PageName, refusal: Refusal | null = null): RequestHandler {
  return async (request, response) => {
    const key = parseMetadataKey(request.params.key);
    const sent = key && (await deps.service.sender.look(key));
    if (!sent) return deps.answers.refusePage(request, response, { kind: 'not-found' });
    await draw(deps, { request, response, name, sent, refusal });
  };
}

function burn(deps: SecretFaceDeps): RequestHandler {
  return async (request, response, next) => {
    const again = (refusal: Refusal) => showPage(deps, 'burn', refusal)(request, response, next);
    if (deps.antiForgery.isForged(request, response)) return again({ kind: 'bad-shrimp' });
    const input = readAttempt(request.body);
    if (!input.ok) return again(refusalOf(input.failure));
    if (!input.value.isConfirmed) return again({ kind: 'not-confirmed' });
    const key = parseMetadataKey(request.params.key);
    if (!key) return deps.answers.refusePage(request, response, { kind: 'not-found' });
    const burned = await deps.service.sender.burn(key, input.value.passphrase);
    if (!burned.ok) return again(refusalOf(burned.failure));
    response.redirect(303, `/private/${key}`);
  };
}

function unlock(deps: SecretFaceDeps): RequestHandler {
  return async (request, response, next) => {
    if (deps.antiForgery.isForged(request, response)) {
      return showPage(deps, 'private', { kind: 'bad-shrimp' })(request, response, next);
    }
    const key = parseMetadataKey(request.params.key);
    const isKnown = key !== null && (await deps.service.sender.unlock(key));
    if (!isKnown) return deps.answers.refusePage(request, response, { kind: 'not-found' });
    response.redirect(303, `/private/${key}`);
  };
}

interface Drawing {
  readonly request: Request;
  readonly response: Response;
  readonly name: PageName;
  readonly sent: LookedAfterSecret;
  readonly refusal: Refusal | null;
}

async function draw(deps: SecretFaceDeps, { request, response, name, sent, refusal }: Drawing): Promise<void> {
  const context = await linkContext(deps, request, response, sent);
  const record = presentPrivateRecord(sent, context);
  const details = presentPrivateDetails(sent, context, deps.guessPolicy);
  const { error, status } = deps.answers.formError(request, response, refusal);
  const isFresh = context.nowMs - sent.row.createdAtMs < FRESH_MS;
  const page =
    name === 'private'
      ? { name, props: { record, details, mails: mailProps(sent), linkHost: context.share.host, isFresh, error } }
      : { name, props: { record, details, error } };
  deps.answers.page(request, response, page, status);
}

function mailProps({ mails }: LookedAfterSecret) {
  return mails.map(({ obscuredAddress, state }) => ({ address: obscuredAddress, state }));
}
