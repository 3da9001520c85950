import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startRedisServer } from '../../tests/support/redis-server.ts';
import { temporaryFolder } from '../../tests/support/temp.ts';
import { COUNTED } from '../site/settings.ts';
import { type Site, startSite } from '../site/site.ts';
import { fillRedis } from './fill-redis.ts';
import { fillSqlite } from './fill-sqlite.ts';

/** A server on a store that holds so many secrets. */
export interface FilledSite {
  readonly site: Site;
  /** Fewer than asked for where memory did not allow more. */
  readonly live: number;
}

export interface FillOptions {
  readonly count: number;
  readonly mostRedisBytes: number;
  readonly after: (run: () => unknown) => void;
}

/** Otherwise Redis would rewrite its file again and again while it is filled, which takes as much memory once more. */
const NO_REWRITE = { 'auto-aof-rewrite-percentage': '0' };

export async function openFilledSqlite({ count, after }: FillOptions): Promise<FilledSite> {
  const folder = temporaryFolder({ after });
  mkdirSync(join(folder, 'data'), { mode: 0o700 });
  fillSqlite(join(folder, 'data/hushlink.db'), count);
  const site = await startSite({ folder, env: COUNTED });
  after(() => site.stop());
  return { site, live: count };
}

export async function openFilledRedis({ count, mostRedisBytes, after }: FillOptions): Promise<FilledSite> {
  const redis = await startRedisServer({ appendfsync: 'everysec', settings: () => NO_REWRITE });
  after(() => redis.stop());
  const live = await fillRedis(redis, count, mostRedisBytes);
  const site = await startSite({ redis, env: COUNTED });
  after(() => site.stop());
  return { site, live };
}
