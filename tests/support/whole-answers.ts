import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** What a server has given, to the end. */
export interface WholeAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** Hands a request to a server on loopback, and waits for all of its answer. */
export function askWhole(port: number, incoming: IncomingMessage): Promise<WholeAnswer> {
  const { method, url: path, headers } = incoming;
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, method, path, headers, agent: false });
    asked.once('error', reject);
    asked.once('response', (response) => {
      buffer(response).then(
        (body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        reject,
      );
    });
    incoming.pipe(asked);
  });
}

/** The headers to hand it on with: how the server kept its connection to us is not the visitor's concern. */
export function headOf({ headers, body }: Pick<WholeAnswer, 'headers' | 'body'>): OutgoingHttpHeaders {
  const { connection, 'keep-alive': alive, 'transfer-encoding': coding, ...own } = headers;
  return { ...own, 'content-length': body.length };
}
