import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface ListenerDeps {
  readonly app: RequestListener;
  readonly bodyLimitBytes: () => number;
  readonly isDraining: () => boolean;
  readonly patience?: Patience;
}

/** How long a request may take until all of it is there, and how often it is looked whether one has taken longer. */
export interface Patience {
  readonly requestMs: number;
  readonly lookEveryMs: number;
}

/** Somebody who sends a request slower than this is not a visitor. Left alone, Node looks every 30 seconds. */
export const PATIENCE: Patience = { requestMs: 30_000, lookEveryMs: 5000 };
/** Somebody who takes nothing of an answer for so long has gone, or means to hold it for ever. */
const SILENCE_TIMEOUT_MS = 60_000;
/**
 * A kept connection is closed by us only when every proxy has closed it before (nginx after 60 seconds, Go's after 90,
 * Caddy after 120): a request that meets our closing is lost, and a proxy may not send one that changes something again.
 */
const IDLE_TIMEOUT_MS = 130_000;
const CLOSE_IDLE_EVERY_MS = 100;
/** Requests that wait behind another one. Browsers and proxies wait for each answer before they ask again. */
const MOST_WAITING = 31;

/** Takes connections for an application; it does not listen yet. */
export function createListener({ app, bodyLimitBytes, isDraining, patience = PATIENCE }: ListenerDeps): Server {
  const answer = cuttingOffMany((request, response) => {
    // A connection that is kept would bring new requests for as long as its other end likes.
    if (isDraining()) response.setHeader('Connection', 'close');
    // Anything but a path is refused: the router would answer it past all that is ours, or it would name a host twice.
    // So is a path with a '#', which no browser sends (RFC 9112, 3.2.1).
    if (/^\/[^#]*$/.test(request.url ?? '')) app(request, response);
    else response.writeHead(400, { Connection: 'close' }).end();
  });
  const { requestMs, lookEveryMs } = patience;
  const timeouts = {
    requestTimeout: requestMs,
    connectionsCheckingInterval: lookEveryMs,
    keepAliveTimeout: IDLE_TIMEOUT_MS,
  };
  const server = createServer(timeouts, answer);
  // Whoever sends a request and nothing more (`nc -N`, some proxies) is answered: its secret may be open by then.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.setTimeout(SILENCE_TIMEOUT_MS);
  server.on('checkContinue', (request, response) => {
    if (Number(request.headers['content-length'] ?? 0) <= bodyLimitBytes()) response.writeContinue();
    answer(request, response);
  });
  return server;
}

/**
 * A client that sends many requests at once over one connection, and takes no answer, makes us keep each answer: for a
 * few bytes it has a thousand. One that does not wait must reckon with the end of its connection (RFC 9112, 9.3.2).
 */
function cuttingOffMany(answer: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>();
  return (request, response) => {
    // An answer that has the connection to itself already waits behind none.
    if (response.socket !== null) return answer(request, response);
    const { socket } = request;
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    if (count > MOST_WAITING) return void socket.destroy();
    response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 0) - 1));
    answer(request, response);
  };
}

export interface Door {
  /** The key of the configuration that names its port. */
  readonly key: string;
  readonly server: Server;
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
}

/** Opens all of them, or none: one that stayed open would keep the process from ending. Returns the ports, in order. */
export async function openDoors(doors: readonly Door[]): Promise<readonly number[]> {
  try {
    return await Promise.all(doors.map(listen));
  } catch (error) {
    for (const { server } of doors) server.close();
    throw error;
  }
}

function listen({ key, server, port, host }: Door): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(notOpened(key, `${host}:${port}`, error)));
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

const HINTS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'something else listens there, perhaps another server: stop it, or choose another port',
  EACCES: 'ports below 1024 belong to root: choose another, for the proxy to speak to',
};

function notOpened(key: string, place: string, { code, message }: NodeJS.ErrnoException): Error {
  const hint = HINTS[code ?? ''] ?? `${key.replace('port', 'host')} is an address of this machine, such as 127.0.0.1`;
  return Object.assign(new Error(`${key} cannot be opened at ${place} (${code ?? message}); hint: ${hint}`), { code });
}

/** Takes nobody new, finishes what is under way, and cuts what takes longer than that. */
export async function drain(server: Server, drainMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const cut = setTimeout(() => server.closeAllConnections(), drainMs);
  // `close` has ended those that were idle; a connection whose answer was under way becomes idle only now.
  const closeIdle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
  await closed;
  clearTimeout(cut);
  clearInterval(closeIdle);
}
