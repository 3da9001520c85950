import { randomBytes } from 'node:crypto';
import { type Client, createClient } from '../durability/client.ts';
import { builtProgram, type Command } from '../support/program.ts';
import { startProxy, type TestProxy } from '../support/proxy.ts';
import { startServer, type TestServer } from '../support/server.ts';
import type { Cleanup } from '../support/temp.ts';
import { type Load, startLoad } from './load.ts';

export interface Stage {
  readonly servers: readonly TestServer[];
  readonly proxy: TestProxy;
  /** Through the proxy. */
  readonly client: Client;
  /** By this client; it ends with the stage at the latest. */
  startLoad(): Load;
}

export interface StageOptions {
  readonly store: string;
  readonly waitReplicas?: number;
  /** In base64; without it a random one. */
  readonly siteSecret?: string;
  /** What they begin as, if not as the built program. */
  readonly program?: Command;
}

const SERVERS = 3;
const CONNECTIONS = 24;

/** Three processes of the built server on one store, behind a proxy, and a client of that. */
export async function openStage(
  t: Cleanup,
  { store, waitReplicas = 0, siteSecret = randomBytes(32).toString('base64'), program = builtProgram }: StageOptions,
): Promise<Stage> {
  const env = {
    HUSHLINK_LOG_LEVEL: 'warn',
    HUSHLINK_STORE: store,
    HUSHLINK_STORE_WAIT_REPLICAS: String(waitReplicas),
    HUSHLINK_SITE_SECRET: siteSecret,
  };
  const servers: TestServer[] = [];
  for (let at = 0; at < SERVERS; at += 1) servers.push(await startServer({ env, program }));
  const proxy = await startProxy(servers.map(({ port }) => port));
  const client = createClient(proxy.port, CONNECTIONS);
  const loads: Load[] = [];
  t.after(async () => {
    await Promise.all(loads.map((load) => load.stop()));
    client.close();
    await proxy.close();
    await Promise.all(servers.map((server) => server.stop()));
  });
  return {
    ...{ servers, proxy, client },
    startLoad: () => {
      const load = startLoad(client);
      loads.push(load);
      return load;
    },
  };
}
