import type { AddressInfo } from 'node:net';
import { createListener } from '#src/process/listener.ts';
import { type Client, createClient } from '../durability/client.ts';
import { createTestApp, type TestApp, type TestAppOptions } from '../support/app.ts';
import type { Cleanup } from '../support/temp.ts';

export interface FrontDoor extends TestApp {
  readonly client: Client;
  readonly port: number;
}

/** The application behind a real socket, and a client that names `host`. */
export async function openFrontDoor(
  t: Cleanup,
  options: TestAppOptions = {},
  host = 'localhost:3000',
): Promise<FrontDoor> {
  const site = createTestApp(t, { hasLightPassphrases: true, ...options });
  const { bodyLimitBytes } = site.config.limits;
  const server = createListener({ app: site.app, bodyLimitBytes: () => bodyLimitBytes, isDraining: () => false });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const client = createClient(port, 4, host);
  t.after(() => {
    client.close();
    server.close();
  });
  return { ...site, client, port };
}
