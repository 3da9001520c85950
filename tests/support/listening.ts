import { Server as HttpServer } from 'node:http';
import { Server as HttpsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import type { Cleanup } from './temp.ts';

/** Opens it on loopback until `t` ends, and gives its port. Where it speaks HTTP its connections end with it. */
export async function listening(t: Cleanup, server: Server): Promise<number> {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  t.after(() => {
    if (server instanceof HttpServer || server instanceof HttpsServer) server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
