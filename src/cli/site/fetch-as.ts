import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import { type ConnectionOptions, checkServerIdentity } from 'node:tls';
import { tellConnecting } from './connecting.ts';
import { refuseUpgrade, StrangeStatus } from './strange-status.ts';

/** The statuses that may have no body (Fetch Standard, 2.2.6) and can come as an answer here. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * A `fetch` that asks for `host` whatever address it goes to: inside a cluster, or behind a proxy, a site is reached by
 * other names than the one it answers to. Certificates have to be for `host` then.
 */
export function fetchAs(host: string): typeof fetch {
  return (input, init) => {
    const url = new URL(String(input));
    const headers = { ...Object.fromEntries(new Headers(init?.headers)), host };
    const options = { headers, method: init?.method ?? 'GET' };
    const isTls = url.protocol === 'https:';
    return new Promise((resolve, reject) => {
      init?.signal?.throwIfAborted();
      const request = isTls ? requestHttps(url, { ...options, ...tlsOf(host) }) : requestHttp(url, options);
      request.once('socket', (socket) => tellConnecting(socket, isTls ? 'secureConnect' : 'connect'));
      answerTo(request, init?.signal).then(resolve, reject);
      request.end(typeof init?.body === 'string' ? init.body : undefined);
    });
  };
}

/** What a handshake with that host needs, at whatever address. An IP address is no name to ask for (RFC 6066, 3). */
export function tlsOf(host: string): Required<Pick<ConnectionOptions, 'servername' | 'checkServerIdentity'>> {
  const name = host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
  return {
    servername: isIP(name) === 0 ? name : '',
    checkServerIdentity: (_, certificate) => checkServerIdentity(name, certificate),
  };
}

function answerTo(request: ClientRequest, signal: AbortSignal | null | undefined): Promise<Response> {
  return new Promise((resolve, reject) => {
    let underWay: ClientRequest | IncomingMessage = request;
    // With the signal's reason, such as a time-out: Node would say only that it was aborted.
    signal?.addEventListener('abort', () => underWay.destroy(signal.reason), { once: true });
    request.on('error', reject);
    refuseUpgrade(request, reject);
    request.once('response', (incoming) => {
      underWay = incoming;
      try {
        resolve(responseOf(incoming));
      } catch {
        incoming.destroy();
        reject(new StrangeStatus(incoming.statusCode));
      }
    });
  });
}

/** Throws where no Response can have that status. */
function responseOf(incoming: IncomingMessage): Response {
  const { statusCode: status = 0, headers } = incoming;
  const fields = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  if (!BODILESS.has(status)) return new Response(Readable.toWeb(incoming) as BodyInit, { status, headers: fields });
  // Nobody reads it, so nobody would be told what breaks in it.
  incoming.on('error', () => {}).resume();
  return new Response(null, { status, headers: fields });
}
