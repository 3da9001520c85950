import { Agent, type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps, Agent as TlsAgent } from 'node:https';
import { tlsOf } from '../site/fetch-as.ts';
import { refuseUpgrade } from '../site/strange-status.ts';
import type { Ask } from './proved-api.ts';

/** What one request was answered. */
export interface Heard {
  /** 0 where no answer began. */
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** All that came of it, also where the connection broke before its end. */
  readonly body: string;
  readonly isWhole: boolean;
  /** Why no answer came. */
  readonly error: unknown;
}

/** A request that lies at the server but for its last byte. */
export interface Held {
  /** Hands the last byte to the system before it returns; resolves with the answer. */
  release(): Promise<Heard>;
}

/** One server, over connections that stay open. No method rejects. */
export interface Site {
  readonly server: URL;
  readonly timeoutMs: number;
  /** Knocks so many times at once, which opens as many connections. */
  warm(connections: number): Promise<readonly Heard[]>;
  /** A GET: when it is answered, a server that reads in turn has read what was sent before it. */
  knock(): Promise<Heard>;
  ask(ask: Ask, headers?: Headers): Promise<Heard>;
  /** Resolves when all but the last byte has left, or cannot leave any more. */
  hold(ask: Ask, headers?: Headers): Promise<Held>;
  close(): void;
}

type Headers = Readonly<Record<string, string>>;

export interface SiteDeps {
  readonly server: URL;
  readonly agent: Agent;
  readonly statusPath: string;
  /** The name to ask for, where it is not that of the address. */
  readonly host: string | undefined;
  /** How long nothing may move on a connection. */
  readonly timeoutMs: number;
}

/** Far more than any of these answers has. */
const MAX_ANSWER_CHARS = 1024 * 1024;

/** Connections to one server, as many as are asked for at once, kept open in between. */
export function openAgent(server: URL, host: string | undefined): Agent {
  const options = { keepAlive: true, maxFreeSockets: Number.POSITIVE_INFINITY, scheduling: 'fifo' } as const;
  if (server.protocol === 'http:') return new Agent(options);
  return new TlsAgent({ ...options, ...(host !== undefined && tlsOf(host)) });
}

export function openSite(deps: SiteDeps): Site {
  const knock = () => {
    const request = begin(deps, 'GET', deps.statusPath, {});
    const heard = hear(request);
    request.end();
    return heard;
  };
  const post = ({ path, contentType, body }: Ask, headers: Headers = {}) => {
    const length = String(Buffer.byteLength(body));
    return begin(deps, 'POST', path, { 'content-type': contentType, 'content-length': length, ...headers });
  };
  return {
    server: deps.server,
    timeoutMs: deps.timeoutMs,
    knock,
    warm: (connections) => Promise.all(Array.from({ length: connections }, knock)),
    ask: (ask, headers) => {
      const request = post(ask, headers);
      const heard = hear(request);
      request.end(ask.body);
      return heard;
    },
    hold: (ask, headers) => hold(post(ask, headers), Buffer.from(ask.body)),
    close: () => deps.agent.destroy(),
  };
}

function begin({ server, agent, host, timeoutMs }: SiteDeps, method: string, path: string, own: Headers) {
  const headers = { accept: 'application/json', 'accept-language': 'en', ...(host && { host }), ...own };
  const request = server.protocol === 'https:' ? requestHttps : requestHttp;
  // Given as an option, the timeout counts while connecting, too.
  const begun = request(new URL(path, server), { method, agent, headers, timeout: timeoutMs });
  begun.setNoDelay(true);
  return begun.once('timeout', () => begun.destroy(new TimeoutError()));
}

class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

async function hold(request: ClientRequest, body: Buffer): Promise<Held> {
  const heard = hear(request);
  const left = new Promise((resolve) => request.write(body.subarray(0, -1), resolve));
  await Promise.race([left, heard]);
  return {
    release: () => {
      request.end(body.subarray(-1));
      return heard;
    },
  };
}

function hear(request: ClientRequest): Promise<Heard> {
  return new Promise((resolve) => {
    // If something breaks after an answer has begun, the answer itself tells.
    const fail = (error: unknown) => resolve({ status: 0, headers: {}, body: '', isWhole: false, error });
    request.on('error', fail);
    refuseUpgrade(request, fail);
    request.once('response', (incoming) => {
      let body = '';
      incoming.setEncoding('utf8').on('data', (text: string) => {
        body += text;
        if (body.length > MAX_ANSWER_CHARS) incoming.destroy();
      });
      incoming.on('error', () => {});
      incoming.once('close', () => {
        const { statusCode: status = 0, headers, complete: isWhole } = incoming;
        resolve({ status, headers, body, isWhole, error: null });
      });
    });
  });
}
