import { join } from 'node:path';
import { freePort } from '../../tests/support/free-port.ts';
import { startRedisServer } from '../../tests/support/redis-server.ts';
import { COUNTED } from '../site/settings.ts';
import { type OwnSite, startSite } from '../site/site.ts';
import type { Watch } from './samples.ts';

export type StoreName = 'SQLite' | 'Redis';

export interface SoakedSite {
  readonly site: OwnSite;
  readonly watch: Watch;
}

/** A server that tells its metrics, on an empty store. */
export async function startSoaked(store: StoreName, after: (run: () => unknown) => void): Promise<SoakedSite> {
  const internalPort = await freePort();
  const env = { ...COUNTED, HUSHLINK_LISTEN_INTERNAL_PORT: String(internalPort) };
  const redis = store === 'Redis' ? await startRedisServer({ appendfsync: 'everysec' }) : null;
  if (redis !== null) after(() => redis.stop());
  const site = await startSite({ env, ...(redis !== null && { redis }) });
  after(() => site.stop());
  const logPath = redis === null ? join(site.folder, 'data/hushlink.db-wal') : join(redis.folder, 'appendonlydir');
  return { site, watch: { pid: site.pid, metricsUrl: `http://127.0.0.1:${internalPort}/metrics`, logPath } };
}
