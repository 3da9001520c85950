import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

// Below the range from which systems take the ports of outgoing connections,
// so that a server may be stopped and come back on its own port.
const lowestPort = 20_000;
const portLimit = 32_000;
const maxTries = 50;

/** A loopback port on which nothing listens. As long as this process lives no test gets it from here again. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const port = randomInt(lowestPort, portLimit);
    if ((await claim(port)) && (await isFree(port))) return port;
  }
  throw new Error(`no free port found in ${maxTries} tries`);
}

/**
 * Between two tests that run at once: what is found free here is listened on much later, in another process. The name is
 * one of Linux's abstract sockets, which is no file and goes with its process (unix(7)).
 */
function claim(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const held = createServer();
    held.once('error', () => resolve(false));
    held.listen(`\0hushlink-test-port-${port}`, () => resolve(true)).unref();
  });
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
