import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import type { SendingOwner } from '#src/features/accounts/customer.ts';
import { isPrefetch } from '#src/http/prefetch.ts';
import { addRoute, type Refuse } from '#src/http/routes.ts';
import { sendJson } from '#src/http/send.ts';
import type { ConcealRequest } from './conceal.ts';
import { parseMetadataKey, parseSecretKey } from './key-input.ts';
import { refusalOf } from './refusals-http.ts';
import { closedBy, concealFor, inputRules, openerOf, ownerOf, type SecretFaceDeps } from './secret-http.ts';
import { readV1Conceal, readV1Passphrase } from './v1-input.ts';
import { presentV1Burned, presentV1Listed, presentV1Metadata } from './v1-present.ts';
import type { V1SecretWire } from './v1-wire.ts';

export interface V1ApiDeps extends SecretFaceDeps {
  readonly refuse: Refuse;
  readonly defaultLocale: string;
}

/**
 * API v1, frozen: routes, names and texts are those of the programs that were written against it, and nothing is
 * added. It is another face of the same service. Mounted behind the body reader and the check of credentials.
 */
export function createV1Api(deps: V1ApiDeps): Router {
  const router = express.Router({ caseSensitive: true });
  const { refuse } = deps;
  const sender = createSenderRoutes(deps);
  const nominal = (_request: Request, response: Response) =>
    sendJson(response, 200, { status: 'nominal', locale: deps.defaultLocale });

  addRoute(router, '/status', { get: nominal }, refuse);
  addRoute(router, '/authcheck', { get: withAccount(deps, nominal) }, refuse);
  for (const name of ['share', 'create']) addRoute(router, `/${name}`, { post: conceal(deps, 'share') }, refuse);
  addRoute(router, '/generate', { post: conceal(deps, 'generate') }, refuse);
  addRoute(router, '/secret/:key', { post: reveal(deps) }, refuse);
  for (const name of ['private', 'metadata', 'receipt']) {
    // The literal before the key.
    addRoute(router, `/${name}/recent`, { get: withAccount(deps, sender.recent) }, refuse);
    addRoute(router, `/${name}/:key`, { get: sender.read, post: sender.read }, refuse);
    addRoute(router, `/${name}/:key/burn`, { post: sender.burn }, refuse);
  }
  return router;
}

type OwnerHandler = (request: Request, response: Response, owner: SendingOwner) => void | Promise<void>;

function withAccount(deps: V1ApiDeps, handle: OwnerHandler): RequestHandler {
  return (request, response) => {
    const owner = ownerOf(deps, request);
    return owner === null
      ? deps.refuse(request, response, { kind: 'not-authorized' })
      : handle(request, response, owner);
  };
}

function conceal(deps: V1ApiDeps, kind: ConcealRequest['kind']): RequestHandler {
  const { refuse } = deps;
  return async (request, response) => {
    const closed = await closedBy(deps, request);
    if (closed) return refuse(request, response, closed);
    const input = readV1Conceal(request.body, kind, await inputRules(deps, request));
    if (!input.ok) return refuse(request, response, refusalOf(input.failure));
    const concealed = await concealFor(deps, request, response, input.value);
    if (!concealed.ok) return refuse(request, response, refusalOf(concealed.failure));
    sendJson(response, 200, presentV1Metadata(concealed.value, deps.now(), concealed.value.generated));
  };
}

function reveal({ refuse, service }: V1ApiDeps): RequestHandler {
  return async (request, response) => {
    const key = parseSecretKey(request.params.key);
    const passphrase = readV1Passphrase(request.body);
    if (key === null || passphrase === null) return refuse(request, response, { kind: 'gone' });
    const revealed = await service.recipient.reveal(key, passphrase, openerOf(response, null));
    if (!revealed.ok) return refuse(request, response, refusalOf(revealed.failure));
    const { content: value, facts } = revealed.value;
    const answer: V1SecretWire = { value, secret_key: key, share_domain: facts.shareDomain };
    sendJson(response, 200, answer);
  };
}

function createSenderRoutes({ refuse, service, now }: V1ApiDeps) {
  const read: RequestHandler = async (request, response) => {
    const key = parseMetadataKey(request.params.key);
    // In v1 a GET notes that it was the first. What only looks ahead has not read.
    const sent = key && (await (isPrefetch(request) ? service.sender.find(key) : service.sender.view(key)));
    if (!sent) return refuse(request, response, { kind: 'unknown-record' });
    sendJson(response, 200, presentV1Metadata(sent, now(), sent.copy?.content));
  };

  const burn: RequestHandler = async (request, response) => {
    const key = parseMetadataKey(request.params.key);
    const passphrase = readV1Passphrase(request.body);
    if (key === null || passphrase === null) return refuse(request, response, { kind: 'unknown-record' });
    const burned = await service.sender.burn(key, passphrase);
    if (!burned.ok) return refuse(request, response, refusalOf(burned.failure));
    sendJson(response, 200, presentV1Burned(burned.value, now()));
  };

  const recent: OwnerHandler = async (_request, response, owner) => {
    const sent = await service.owner.recent(owner);
    sendJson(
      response,
      200,
      sent.map((secret) => presentV1Listed(secret, now())),
    );
  };

  return { read, burn, recent };
}
