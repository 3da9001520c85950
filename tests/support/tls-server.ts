import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { TestCertificate } from './certificate.ts';
import { freePort } from './free-port.ts';
import type { Cleanup } from './temp.ts';

export interface Listener {
  readonly port: number;
  readonly host: string;
  /** So far. */
  readonly connections: number;
  /** Names asked for in handshakes (SNI), and everything that came after one. */
  readonly names: readonly string[];
  readonly received: string;
  /** Resolves once nobody is connected. */
  left(): Promise<void>;
}

/** Shows a certificate to whoever comes, and says nothing else. */
export async function startTlsServer(t: Cleanup, certificate: TestCertificate, where: Where = {}): Promise<Listener> {
  const names: string[] = [];
  let received = '';
  const SNICallback = (name: string, done: (error: null) => void) => {
    names.push(name);
    done(null);
  };
  const server = createTlsServer({ ...certificate, SNICallback }, (socket) => {
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      received += bytes;
    });
  });
  // Whoever breaks off a handshake.
  server.on('tlsClientError', () => {});
  const listener = await listen(t, server, where);
  return Object.defineProperties(listener, {
    names: { get: () => names },
    received: { get: () => received },
  });
}

/** Takes connections and does with them what a test wants; by default it is silent. */
export async function startPlainServer(t: Cleanup, where: Where = {}, welcome = (_: Socket) => {}): Promise<Listener> {
  return listen(t, createServer(welcome), where);
}

export interface Where {
  readonly host?: string;
  readonly port?: number;
}

async function listen(t: Cleanup, server: Server, where: Where): Promise<Listener> {
  const { host = '127.0.0.1', port = await freePort() } = where;
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(port, host);
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    ...{ port, host, names: [], received: '' },
    get connections() {
      return connections;
    },
    left: async () => void (await Promise.all([...sockets].map((socket) => once(socket, 'close')))),
  };
}
