import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Client, createClient } from '../durability/client.ts';
import { createTestApp, type TestApp, type TestAppOptions } from '../support/app.ts';
import type { Cleanup } from '../support/temp.ts';

export interface FrontDoor extends TestApp {
  readonly client: Client;
}

/** The application behind a real socket, and a client that names `host`. */
export async function openFrontDoor(
  t: Cleanup,
  options: TestAppOptions = {},
  host = 'localhost:3000',
): Promise<FrontDoor> {
  const site = createTestApp(t, { hasLightPassphrases: true, ...options });
  const server = createServer(site.app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = createClient((server.address() as AddressInfo).port, 4, host);
  t.after(() => {
    client.close();
    server.close();
  });
  return { ...site, client };
}
