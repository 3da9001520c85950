import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type RedisServer, startRedisServer } from '../support/redis-server.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type Cleanup, temporaryFolder } from '../support/temp.ts';

export type StoreName = 'sqlite' | 'redis';

/** Processes of one site, on one store. */
export interface Stage {
  readonly servers: readonly TestServer[];
  /** Makes the store answer nobody, and gives what lets it answer again. */
  readonly pauseStore: () => () => void;
}

/** Longer than any commit of the server takes. */
const LOCK_TIMEOUT_MS = 30_000;
const quiet = { HUSHLINK_LOG_LEVEL: 'fatal' };

/** The store as operators have it: SQLite brings each commit to the disk, Redis its file every second. */
export async function openStage(t: Cleanup, store: StoreName, processes: number): Promise<Stage> {
  const folder = temporaryFolder(t);
  const redis = store === 'redis' ? await startRedis(t) : null;
  const env = redis === null ? quiet : { ...quiet, ...siteOn(redis) };
  const servers: TestServer[] = [];
  for (let number = 0; number < processes; number += 1) {
    const server = await startServer({ env, folder });
    t.after(() => server.stop());
    servers.push(server);
  }
  return {
    servers,
    pauseStore: () => (redis === null ? lockFile(join(folder, 'data/hushlink.db')) : stopProcess(redis.pid)),
  };
}

async function startRedis(t: Cleanup): Promise<RedisServer> {
  const redis = await startRedisServer();
  t.after(() => redis.stop());
  return redis;
}

function siteOn({ url }: RedisServer) {
  return { HUSHLINK_STORE: url, HUSHLINK_SITE_SECRET: randomBytes(32).toString('base64') };
}

function lockFile(path: string): () => void {
  const database = new DatabaseSync(path, { timeout: LOCK_TIMEOUT_MS });
  database.exec('BEGIN IMMEDIATE');
  return () => database.close();
}

function stopProcess(pid: number): () => void {
  process.kill(pid, 'SIGSTOP');
  return () => void process.kill(pid, 'SIGCONT');
}
