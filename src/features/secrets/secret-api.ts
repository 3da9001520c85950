import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { addRoute } from '#src/http/routes.ts';
import { afterChange } from '#src/store-unavailable.ts';
import { parseMetadataKey, parseSecretKey } from './key-input.ts';
import { presentRecent } from './recent-present.ts';
import type { RevealedSecret, WaitingSecret } from './recipient.ts';
import { refusalOf } from './refusals-http.ts';
import {
  closedBy,
  concealFor,
  inputRules,
  linkContext,
  openerOf,
  ownerOf,
  presentContext,
  recipientContext,
  type SecretFaceDeps,
} from './secret-http.ts';
import { flatFields, needsOwner, readAttempt, readConceal, readReveal } from './secret-input.ts';
import {
  presentConcealed,
  presentPrivateDetails,
  presentPrivateRecord,
  presentRecipientDetails,
  presentRecipientRecord,
  presentResetKey,
  presentStatus,
} from './secret-present.ts';
import type { ConcealDetailsWire } from './secret-wire.ts';
import type { SentSecret } from './sender.ts';
import { secretShortkey } from './shortkeys.ts';

/** The sharing part of API v2. Mounted behind the body reader and the anti-forgery check. */
export function createSecretApi(deps: SecretFaceDeps): Router {
  const router = express.Router({ caseSensitive: true });
  const refuse = deps.answers.refuseJson;
  const recipient = createRecipientRoutes(deps);
  const sender = createSenderRoutes(deps);

  addRoute(router, '/secret/conceal', { post: conceal(deps) }, refuse);
  addRoute(router, '/secret/generate', { post: conceal(deps, { kind: 'generate' }) }, refuse);
  addRoute(router, '/secret/:key', { get: recipient.read, post: recipient.reveal }, refuse);
  addRoute(router, '/secret/:key/reveal', { post: recipient.reveal }, refuse);
  addRoute(router, '/secret/:key/status', { get: recipient.status }, refuse);
  addRoute(router, '/secret/:key/seen', { post: recipient.seen }, refuse);
  addRoute(router, '/secret/:key/burn', { post: recipient.burn }, refuse);
  for (const name of ['private', 'metadata', 'receipt']) {
    // The literal before the key.
    addRoute(router, `/${name}/recent`, { get: sender.recent }, refuse);
    addRoute(router, `/${name}/:key`, { get: sender.read, post: sender.read }, refuse);
    addRoute(router, `/${name}/:key/burn`, { post: sender.burn }, refuse);
    addRoute(router, `/${name}/:key/unlock`, { post: sender.unlock }, refuse);
  }
  return router;
}

function conceal(deps: SecretFaceDeps, kind: { kind?: 'generate' } = {}): RequestHandler {
  const { answers } = deps;
  return async (request, response) => {
    // First: without an owner other limits hold, and their refusal would hide the reason.
    if (needsOwner(request.body) && ownerOf(deps, request) === null) {
      return answers.refuseJson(request, response, { kind: 'signed-out' });
    }
    const input = readConceal({ ...flatFields(request.body), ...kind }, await inputRules(deps, request));
    if (!input.ok) return answers.refuseJson(request, response, refusalOf(input.failure));
    const closed = await closedBy(deps, request);
    if (closed) return answers.refuseJson(request, response, closed);
    const concealed = await concealFor(deps, request, response, input.value);
    if (!concealed.ok) return answers.refuseJson(request, response, refusalOf(concealed.failure));
    const context = await afterChange(linkContext(deps, request, response, concealed.value));
    const record = presentConcealed(concealed.value, context);
    const details: ConcealDetailsWire = {
      kind: input.value.kind,
      recipient: input.value.recipients,
      recipient_safe: concealed.value.facts.recipients,
    };
    answers.json(request, response, { record, details });
  };
}

function createRecipientRoutes(deps: SecretFaceDeps) {
  const { answers, service } = deps;

  function show(request: Request, response: Response, secret: WaitingSecret | RevealedSecret): void {
    const context = recipientContext(deps, request, response);
    const record = presentRecipientRecord(secret, context);
    const details = presentRecipientDetails(secret, context, deps.guessPolicy);
    answers.json(request, response, { record, details });
  }

  const read: RequestHandler = async (request, response) => {
    const key = parseSecretKey(request.params.key);
    const secret = key && (await service.recipient.look(key));
    if (secret) return show(request, response, secret);
    if (key === null || !(await deps.isResetKey(key))) return answers.refuseJson(request, response, { kind: 'gone' });
    answers.json(request, response, presentResetKey(key));
  };

  const reveal: RequestHandler = async (request, response, next) => {
    const input = readReveal(request.body, 'Idempotency-Key', request.headers['idempotency-key']);
    if (!input.ok) return answers.refuseJson(request, response, refusalOf(input.failure));
    if (!input.value.isConfirmed) return read(request, response, next);
    const key = parseSecretKey(request.params.key);
    if (!key) return answers.refuseJson(request, response, { kind: 'gone' });
    const { passphrase, claimant } = input.value;
    const revealed = await service.recipient.reveal(key, passphrase, openerOf(response, claimant));
    if (!revealed.ok) return answers.refuseJson(request, response, refusalOf(revealed.failure));
    show(request, response, revealed.value);
  };

  const burn: RequestHandler = async (request, response) => {
    const input = readAttempt(request.body);
    if (!input.ok) return answers.refuseJson(request, response, refusalOf(input.failure));
    if (!input.value.isConfirmed)
      return answers.refuseJson(request, response, { kind: 'not-confirmed', field: 'continue' });
    const key = parseSecretKey(request.params.key);
    if (!key) return answers.refuseJson(request, response, { kind: 'gone' });
    const burned = await service.recipient.burn(key, input.value.passphrase);
    if (!burned.ok) return answers.refuseJson(request, response, refusalOf(burned.failure));
    const record = { key, secret_shortkey: secretShortkey(key), state: 'burned', burned_by: 'recipient' };
    answers.json(request, response, { record, details: {} });
  };

  const status: RequestHandler = async (request, response) => {
    const key = parseSecretKey(request.params.key);
    const row = key && (await service.recipient.status(key));
    answers.json(request, response, presentStatus(key ?? '', row, presentContext(deps, request, response)));
  };

  const seen: RequestHandler = async (request, response) => {
    const key = parseSecretKey(request.params.key);
    if (key) await service.recipient.markSeen(key);
    response.status(204).end();
  };

  return { read, reveal, burn, status, seen };
}

function createSenderRoutes(deps: SecretFaceDeps) {
  const { answers, service } = deps;

  async function present(request: Request, response: Response, sent: SentSecret) {
    const context = await linkContext(deps, request, response, sent);
    return {
      record: presentPrivateRecord(sent, context),
      details: presentPrivateDetails(sent, context, deps.guessPolicy),
    };
  }

  async function read(request: Request, response: Response): Promise<void> {
    const key = parseMetadataKey(request.params.key);
    const sent = key && (await service.sender.look(key));
    if (!sent) return answers.refuseJson(request, response, { kind: 'unknown-record' });
    answers.json(request, response, await present(request, response, sent));
  }

  const burn: RequestHandler = async (request, response) => {
    const input = readAttempt(request.body);
    if (!input.ok) return answers.refuseJson(request, response, refusalOf(input.failure));
    if (!input.value.isConfirmed)
      return answers.refuseJson(request, response, { kind: 'not-confirmed', field: 'continue' });
    const key = parseMetadataKey(request.params.key);
    if (!key) return answers.refuseJson(request, response, { kind: 'unknown-record' });
    const burned = await service.sender.burn(key, input.value.passphrase);
    if (!burned.ok) {
      const isUnknown = burned.failure.kind === 'gone';
      return answers.refuseJson(request, response, isUnknown ? { kind: 'unknown-record' } : refusalOf(burned.failure));
    }
    const { record, details } = await afterChange(present(request, response, burned.value));
    answers.json(request, response, { record: { ...record, metadata: record }, details });
  };

  const unlock: RequestHandler = async (request, response) => {
    const key = parseMetadataKey(request.params.key);
    if (key) await service.sender.unlock(key);
    await afterChange(read(request, response));
  };

  const recent: RequestHandler = async (request, response) => {
    const owner = ownerOf(deps, request);
    if (owner === null) return answers.refuseJson(request, response, { kind: 'not-authorized' });
    const sent = await service.owner.recent(owner);
    answers.jsonList(request, response, presentRecent(sent, owner.custid, presentContext(deps, request, response)));
  };

  return { read, burn, unlock, recent };
}
