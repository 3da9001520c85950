import type { SiteStore } from '#src/features/health/site-store.ts';
import { StoreUnavailable } from '#src/store-unavailable.ts';
import type { RedisConnection, RedisMaster } from './connection.ts';
import { readInfo, settingOf } from './info.ts';
import { KEYS } from './keys.ts';
import { onlineReplicas } from './replicas.ts';
import { requireRights } from './rights.ts';

export function createRedisSiteStore(redis: RedisConnection): SiteStore {
  return {
    ping: async () => {
      await redis.requireAll();
      // Redis refuses a PING while its disk is full, but not for anything else that keeps it from writing.
      const ping = (master: RedisMaster) => master.command('PING');
      const rights = (master: RedisMaster) => requireRights(master, redis);
      const looks = [ping, requireRoom, rights, (master: RedisMaster) => requireWriting(master, redis)];
      await Promise.all(redis.masters().flatMap((master) => looks.map((look) => look(master))));
    },
    banner: async () => {
      const kept = await redis.command('GET', KEYS.banner);
      return kept === null ? null : String(kept);
    },
    setBanner: async (text) =>
      void (await (text === null ? redis.command('DEL', KEYS.banner) : redis.command('SET', KEYS.banner, text))),
  };
}

/** With its memory full it answers as ever and refuses each write that needs more. */
async function requireRoom(master: RedisMaster): Promise<void> {
  const info = readInfo(String(await master.command('INFO', 'memory')));
  const bytesOf = (name: string) => Number(info.get(name) ?? 0);
  const [most, used] = [bytesOf('maxmemory'), bytesOf('used_memory') - bytesOf('mem_not_counted_for_evict')];
  if (most > 0 && used > most) throw new StoreUnavailable('the memory of Redis is full');
}

const LEAST_REPLICAS = 'min-replicas-to-write';

type Wanted = Pick<RedisConnection, 'followsMasters' | 'waitReplicas'>;

/**
 * A Redis that was made a replica behind our back answers as ever and refuses each write; if the connection follows
 * masters, the next write finds the new one. A master without the replicas that it or we want refuses writes as well.
 */
async function requireWriting(master: RedisMaster, { followsMasters, waitReplicas }: Wanted): Promise<void> {
  const text = String(await master.command('INFO', 'replication'));
  const info = readInfo(text);
  if (info.get('role') === 'slave') {
    if (followsMasters) return;
    throw new StoreUnavailable('Redis is a replica and takes no writes');
  }
  // INFO has it only if Redis itself wants replicas; it counts those alone that are not behind.
  const good = info.get('min_slaves_good_slaves');
  const isRefusing = good !== undefined && Number(good) < Number((await settingOf(master, LEAST_REPLICAS)) ?? 1);
  if (isRefusing || onlineReplicas(text) < waitReplicas)
    throw new StoreUnavailable('Redis has too few replicas and takes no writes');
}
