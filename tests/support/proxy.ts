import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TestProxy {
  readonly port: number;
  /** How often a connection was gone, and the next server was asked instead. */
  readonly retries: number;
  close(): Promise<void>;
}

const WAS_NOT_TAKEN: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE']);

interface Parcel {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly body: Buffer;
}

/**
 * Hands each request to the next of these servers on loopback, over connections that it keeps. It asks another one when
 * a connection is refused or reset: a server that stops resets what stood idle, and what the system had taken for it
 * and it had not read. Whether a request was read after all, each test sees by what is there twice or not at all.
 * Anything else that goes wrong is a 502.
 */
export async function startProxy(ports: readonly number[]): Promise<TestProxy> {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  let retries = 0;

  function pass(parcel: Parcel, triesLeft: number): void {
    const { incoming, outgoing, body } = parcel;
    turn += 1;
    const { method, url: path, headers } = incoming;
    const asked = request({ host: '127.0.0.1', port: ports[turn % ports.length], method, path, headers, agent });
    asked.once('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, withoutConnection(answer.headers));
      answer.once('error', () => outgoing.destroy());
      answer.pipe(outgoing);
    });
    asked.once('error', (error: NodeJS.ErrnoException) => {
      if (outgoing.headersSent) return void outgoing.destroy();
      if (triesLeft > 0 && WAS_NOT_TAKEN.has(error.code ?? '')) {
        retries += 1;
        return pass(parcel, triesLeft - 1);
      }
      outgoing.writeHead(502).end(String(error));
    });
    asked.end(body);
  }

  // Whoever was not let run for some seconds must not find its visitors' connections hung up on.
  const server = createServer({ keepAliveTimeout: 0 }, (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.once('end', () => pass({ incoming, outgoing, body: Buffer.concat(chunks) }, 3 * ports.length));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    get retries() {
      return retries;
    },
    close: async () => {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** How the server keeps its connection to us is not the visitor's concern. */
function withoutConnection({
  connection: _connection,
  'keep-alive': _keepAlive,
  ...headers
}: IncomingMessage['headers']) {
  return headers;
}
