import { askRedis } from './redis-ask.ts';
import type { RedisServer } from './redis-server.ts';

/** What goes on while the replicas of a server are cut off, just before it is killed. */
export type WhileBehind = () => Promise<unknown>;

/** Ends the server of this port by SIGKILL. What happened while its replicas were behind they never get. */
export async function killServer(
  servers: readonly RedisServer[],
  port: number,
  whileBehind?: WhileBehind,
): Promise<RedisServer> {
  const server = servers.find((each) => each.port === port);
  if (server === undefined) throw new Error(`no server on port ${port}`);
  if (whileBehind) {
    await cutOffReplicas(port);
    await whileBehind();
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
