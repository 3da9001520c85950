import { setTimeout as pause } from 'node:timers/promises';
import { askRedis } from './redis-ask.ts';
import type { RedisServer } from './redis-server.ts';

/** Ends the server of this port by SIGKILL, with whatever it had not handed on: nothing in the last `lagMs`. */
export async function killServer(servers: readonly RedisServer[], port: number, lagMs: number): Promise<RedisServer> {
  const server = servers.find((each) => each.port === port);
  if (server === undefined) throw new Error(`no server on port ${port}`);
  if (lagMs > 0) {
    await cutOffReplicas(port);
    await pause(lagMs);
  }
  await server.kill('SIGKILL');
  return server;
}

/** They lose their connection and are not let in again; those of everybody else stay. */
async function cutOffReplicas(port: number): Promise<void> {
  const password = 'nobody-knows';
  await askRedis(port, 'CONFIG', 'SET', 'requirepass', password);
  await askRedis({ port, password }, 'CLIENT', 'KILL', 'TYPE', 'replica');
}
