import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

// Below the range from which systems take the ports of outgoing connections,
// so that a server may be stopped and come back on its own port.
const lowestPort = 20_000;
const portLimit = 32_000;
const maxTries = 50;

/** A loopback port on which nothing listens at this moment. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const port = randomInt(lowestPort, portLimit);
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port found in ${maxTries} tries`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
