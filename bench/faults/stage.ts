import { randomBytes } from 'node:crypto';
import { type RedisServer, type RedisServerOptions, startRedisServer } from '../../tests/support/redis-server.ts';
import { type ServerOptions, startServer, type TestServer } from '../../tests/support/server.ts';
import type { Cleanup } from '../../tests/support/temp.ts';

/** As everywhere, all that is asked is counted; and all of it comes from one address. */
const COUNTED = {
  HUSHLINK_LIMITS_ENABLED: 'true',
  ...Object.fromEntries(
    ['CREATE', 'REVEAL', 'SENDER', 'ACCOUNT', 'OTHER'].map((group) => [
      `HUSHLINK_LIMITS_PER_ADDRESS_${group}`,
      '1000000000',
    ]),
  ),
};

/** A server with the embedded store, stopped with `t`. */
export async function sqliteServer(t: Cleanup, options: ServerOptions = {}): Promise<TestServer> {
  const server = await startServer({ ...options, env: { ...COUNTED, ...options.env } });
  t.after(() => server.stop());
  return server;
}

/** A redis-server of our own, stopped with `t`. */
export async function redisOf(t: Cleanup, options: RedisServerOptions = {}): Promise<RedisServer> {
  const redis = await startRedisServer({ appendfsync: 'everysec', ...options });
  t.after(() => redis.stop());
  return redis;
}

/** A server whose store is at this address, stopped with `t`. */
export function serverOn(t: Cleanup, store: string, env: ServerOptions['env'] = {}): Promise<TestServer> {
  const secret = { HUSHLINK_SITE_SECRET: randomBytes(32).toString('base64') };
  return sqliteServer(t, { env: { HUSHLINK_STORE: store, ...secret, ...env } });
}
