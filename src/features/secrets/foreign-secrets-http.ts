import express, { type Request, type RequestHandler } from 'express';
import { parseMetadataKey, parseSecretKey } from './key-input.ts';
import type { SecretFaceDeps } from './secret-http.ts';
import { isSharedFor, type SharedFor } from './share-domain.ts';

/** The secret that a key of a path opens; null for nobody's. */
type Find = (key: string) => Promise<SharedFor | null>;

/** Has the form of a key and is as good as none. */
const NOBODYS_KEY = '0'.repeat(31);
const ROOM_AND_KEY = /^(\/[^/]+\/)[^/?]+/;

/**
 * A custom domain shows only what was shared for it: nobody else speaks under its name and logo. Any other key is
 * replaced by one that nobody has, so that no answer can tell the two apart. The site itself shows everything, so that
 * a link outlives its domain.
 */
export function createForeignSecretGate(deps: SecretFaceDeps): RequestHandler {
  const gate = express.Router({ caseSensitive: true });
  const { recipient, sender } = deps.service;
  const foreign = new WeakSet<Request>();
  const ofRecipient: Find = async (text) => {
    const key = parseSecretKey(text);
    return key && recipient.find(key);
  };
  const ofSender: Find = async (text) => {
    const key = parseMetadataKey(text);
    return key && sender.find(key);
  };
  gate.use('/secret/:key', noteForeign(deps, ofRecipient, foreign));
  gate.use('/private/:key', noteForeign(deps, ofSender, foreign));
  gate.use((request, _response, next) => {
    // `gate` has decoded the key already; to replace it, its place in the path is enough.
    if (foreign.has(request)) request.url = request.url.replace(ROOM_AND_KEY, `$1${NOBODYS_KEY}`);
    next();
  });
  return (request, response, next) =>
    deps.address.domainOf(request) === null ? next() : gate(request, response, next);
}

function noteForeign({ address }: SecretFaceDeps, find: Find, foreign: WeakSet<Request>): RequestHandler {
  return async (request, _response, next) => {
    const here = address.domainOf(request);
    const secret = here && (await find(String(request.params.key)));
    if (here && secret && !isSharedFor(here, secret)) foreign.add(request);
    next();
  };
}
