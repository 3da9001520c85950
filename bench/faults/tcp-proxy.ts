import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** What is done to each piece on its way; null cuts the connection there. */
export type Treat = (piece: Buffer) => Promise<Buffer | null> | Buffer | null;

export interface TcpProxy {
  readonly port: number;
  /** From now on, of connections that are open too. Without one, everything passes as it is. */
  treat(ways: { readonly up?: Treat; readonly down?: Treat }): void;
  close(): Promise<void>;
}

/** Stands on loopback between somebody and what listens on `port`; `up` is the way there. */
export async function startTcpProxy(port: number): Promise<TcpProxy> {
  const open = new Set<Socket>();
  let ways: { readonly up?: Treat; readonly down?: Treat } = {};

  function join(from: Socket, to: Socket, way: 'up' | 'down'): void {
    let last: Promise<unknown> = Promise.resolve();
    open.add(from);
    from.on('data', (piece: Buffer) => {
      // All are treated at once, so that delays do not add up, and handed on in their order.
      const treating = (ways[way] ?? unchanged)(piece);
      last = last.then(async () => {
        const treated = await treating;
        if (treated === null) return end(from, to);
        if (to.writable) to.write(treated);
      });
    });
    from.once('error', () => end(from, to));
    from.once('close', () => end(from, to));
  }

  function end(...sockets: Socket[]): void {
    for (const socket of sockets) {
      open.delete(socket);
      socket.destroy();
    }
  }

  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ port, host: '127.0.0.1', noDelay: true });
    join(near, far, 'up');
    join(far, near, 'down');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    treat: (chosen) => {
      ways = chosen;
    },
    close: async () => {
      end(...open);
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Delays everything by so much. */
export function delayed(delayMs: number): Treat {
  return async (piece) => {
    await pause(delayMs);
    return piece;
  };
}

/** Cuts one piece in `every` in half, and the connection with it. */
export function cutting(every: number): Treat {
  let count = 0;
  return (piece) => {
    count += 1;
    return count % every === 0 ? null : piece;
  };
}

const unchanged: Treat = (piece) => piece;
