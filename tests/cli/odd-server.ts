import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listening } from '../support/listening.ts';
import type { Cleanup } from '../support/temp.ts';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface OddServer {
  readonly url: string;
  /** Every request so far. */
  readonly asked: Asked[];
}

/** Told of a request whose head has come. */
export type OnHead = (request: IncomingMessage) => void;

/** A server that answers as no Hushlink would, to see what the command line makes of it. */
export async function startOddServer(
  t: Cleanup,
  answer: (response: ServerResponse, asked: Asked, count: number) => void,
  onHead?: OnHead,
): Promise<OddServer> {
  const asked: Asked[] = [];
  // A busy machine may keep a client waiting for longer than the five seconds after which Node hangs up.
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    onHead?.(request);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url = '', headers } = request;
    const one = { method, path: url, headers, body: Buffer.concat(chunks).toString('utf8') };
    asked.push(one);
    answer(response, one, asked.length);
  });
  return { url: `http://127.0.0.1:${await listening(t, server)}`, asked };
}

export function sendJson(response: ServerResponse, status: number, body: unknown, headers: object = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

/** What a Hushlink says about a waiting secret without a passphrase. */
export const waitingSecret = {
  success: true,
  record: { has_passphrase: false, is_truncated: false, original_size: 5 },
  details: { retry_after: 0 },
};

export const someKey = 'k3x9pq00000000000000000000000ab';

/** Who a server was told to be asked by, request for request. */
export function callersOf({ asked }: OddServer): (string | undefined)[] {
  return asked.map(
    ({ headers }) =>
      headers.authorization && Buffer.from(headers.authorization.replace('Basic ', ''), 'base64').toString(),
  );
}
