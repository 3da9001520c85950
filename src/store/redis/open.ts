import { randomUUID } from 'node:crypto';
import type { GuessPolicy } from '#src/features/secrets/secret.ts';
import { StoreUnavailable } from '#src/store-unavailable.ts';
import type { Store } from '../store.ts';
import { createRedisAccountStore } from './account-store.ts';
import { createRedisAttemptStore } from './attempt-store.ts';
import { createRedisBillingStore } from './billing-store.ts';
import { createRedisColonelStore } from './colonel-store.ts';
import { type ConnectionOptions, connectRedis, type RedisConnection } from './connection.ts';
import { createRedisDomainStore } from './domain-store.ts';
import { createEndings } from './endings.ts';
import { createRedisFeedbackStore } from './feedback-store.ts';
import { createGate } from './gate.ts';
import { settingOf } from './info.ts';
import { createRedisKeyStore } from './key-store.ts';
import { KEYS } from './keys.ts';
import { createRedisOutboxStore } from './outbox-store.ts';
import { createRedisPlaceStore } from './place-store.ts';
import { createRedisRateStore } from './rate-store.ts';
import { onlineReplicas } from './replicas.ts';
import { requireRights } from './rights.ts';
import { prepareRedisSchema } from './schema.ts';
import { createRedisSecretStore } from './secret-store.ts';
import { createRedisSessionStore } from './session-store.ts';
import { createTally } from './tally.ts';
import { createRedisTransfer } from './transfer.ts';

export interface RedisOptions extends ConnectionOptions {
  readonly policy: GuessPolicy;
  /** It is to keep secrets: a user without the rights for that is refused now, not with the first secret. */
  readonly isServing?: boolean;
  /** Something about this Redis that can lose secrets; to be said loudly. */
  readonly onWarning: (warning: string) => void;
}

type Master = ReturnType<RedisConnection['masters']>[number];

/** Everything used here, scripts included, is older than this. */
const OLDEST_MAJOR = 6;

/** Connects to Redis and looks whether it is fit to keep secrets. Throws `StoreUnavailable`. */
export async function openRedisStore(options: RedisOptions): Promise<Store> {
  const redis = await connectRedis(options);
  try {
    for (const master of redis.masters()) {
      await requireVersion(master);
      await warnOfEviction(master, options.onWarning);
      if (options.isServing) await requireRights(master);
    }
    await prepareRedisSchema(redis);
  } catch (error) {
    await redis.close();
    throw error;
  }
  const gate = createGate(redis, () => performance.now());
  const { gated } = gate;
  const tally = createTally(gated);
  const endings = createEndings({ redis: gated, ungated: redis, newToken: randomUUID });
  return {
    engine: 'redis',
    secrets: createRedisSecretStore(gated, { policy: options.policy, tally, endings, newToken: randomUUID }),
    sessions: createRedisSessionStore(gated),
    colonel: createRedisColonelStore(gated, tally),
    accounts: createRedisAccountStore(gated),
    attempts: createRedisAttemptStore(gated),
    outbox: createRedisOutboxStore(gated),
    billing: createRedisBillingStore(gated),
    domains: createRedisDomainStore(gated),
    feedback: createRedisFeedbackStore(gated),
    keys: createRedisKeyStore(gated),
    places: createRedisPlaceStore(gated),
    rates: createRedisRateStore(gated),
    site: createRedisSiteStore(gated),
    transfer: createRedisTransfer({ redis, gated, gate: gate.port, tally }),
    gate: gate.port,
    close: async () => {
      await endings.finish();
      await tally.flush();
      gate.stop();
      await redis.close();
    },
  };
}

function createRedisSiteStore(redis: RedisConnection): Store['site'] {
  return {
    ping: async () => {
      await redis.requireAll();
      // While the disk is full Redis refuses a PING, too; whatever else keeps it from writing, it does not.
      const ping = (master: Master) => master.command('PING');
      const looks = [ping, requireRoom, requireRights, (master: Master) => requireWriting(master, redis)];
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

async function requireVersion(redis: Master): Promise<void> {
  const info = String(await redis.command('INFO', 'server'));
  const version = /redis_version:(\d+)[.\d]*/.exec(info);
  if (version && Number(version[1]) < OLDEST_MAJOR) {
    throw new StoreUnavailable(`${version[0]} is too old; hint: Hushlink needs Redis ${OLDEST_MAJOR} or newer`);
  }
}

/** With its memory full it answers as ever and refuses each write that needs more. */
async function requireRoom(redis: Master): Promise<void> {
  const info = String(await redis.command('INFO', 'memory'));
  const bytesOf = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
  const [most, used] = [bytesOf('maxmemory'), bytesOf('used_memory') - bytesOf('mem_not_counted_for_evict')];
  if (most > 0 && used > most) throw new StoreUnavailable('the memory of Redis is full');
}

const LEAST_REPLICAS = 'min-replicas-to-write';

type Wanted = Pick<RedisConnection, 'followsMasters' | 'waitReplicas'>;

/**
 * Whoever was made a replica behind our back answers as ever and refuses each write; where somebody follows masters the
 * next write finds the new one. A master without the replicas that it or we want does the same.
 */
async function requireWriting(redis: Master, { followsMasters, waitReplicas }: Wanted): Promise<void> {
  const info = String(await redis.command('INFO', 'replication'));
  if (/^role:slave/m.test(info)) {
    if (followsMasters) return;
    throw new StoreUnavailable('Redis is a replica and takes no writes');
  }
  // Named only where Redis itself wants some, and counting those alone that are not behind.
  const good = /^min_slaves_good_slaves:(\d+)/m.exec(info)?.[1];
  const isRefusing = good !== undefined && Number(good) < Number((await settingOf(redis, LEAST_REPLICAS)) ?? 1);
  if (isRefusing || onlineReplicas(info) < waitReplicas)
    throw new StoreUnavailable('Redis has too few replicas and takes no writes');
}

/** A store that evicts loses secrets without a word. */
async function warnOfEviction(redis: Master, warn: (warning: string) => void): Promise<void> {
  const policy = /^maxmemory_policy:(\S+)/m.exec(String(await redis.command('INFO', 'memory')))?.[1];
  if (policy === 'noeviction') return;
  const found = policy ?? 'unknown, INFO does not say';
  warn(`Redis maxmemory-policy is ${found}: an evicted secret is a lost secret; hint: set it to noeviction`);
}
