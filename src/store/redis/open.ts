import type { GuessPolicy } from '#src/features/secrets/secret.ts';
import { StoreUnavailable } from '#src/features/secrets/secret-store.ts';
import type { Store } from '../store.ts';
import { createRedisAccountStore } from './account-store.ts';
import { createRedisAttemptStore } from './attempt-store.ts';
import { createRedisBillingStore } from './billing-store.ts';
import { createRedisColonelStore } from './colonel-store.ts';
import { type ConnectionOptions, connectRedis, type RedisConnection } from './connection.ts';
import { createRedisDomainStore } from './domain-store.ts';
import { createRedisFeedbackStore } from './feedback-store.ts';
import { createRedisOutboxStore } from './outbox-store.ts';
import { SCRIPTS } from './scripts.ts';
import { createRedisSecretStore } from './secret-store.ts';
import { createRedisSessionStore } from './session-store.ts';

export interface RedisOptions extends ConnectionOptions {
  readonly policy: GuessPolicy;
  /** Something about this Redis that can lose secrets; to be said loudly. */
  readonly onWarning: (warning: string) => void;
}

/** Everything used here, scripts included, is older than this. */
const OLDEST_MAJOR = 6;
const SITE_KEY_CHECK = 'hushlink:site-key-check';
const BANNER = 'hushlink:banner';

/** Connects to Redis and looks whether it is fit to keep secrets. Throws `StoreUnavailable`. */
export async function openRedisStore(options: RedisOptions): Promise<Store> {
  const redis = await connectRedis(options);
  try {
    await requireVersion(redis);
    await warnOfEviction(redis, options.onWarning);
  } catch (error) {
    await redis.close();
    throw error;
  }
  return {
    engine: 'redis',
    secrets: createRedisSecretStore(redis, options.policy),
    sessions: createRedisSessionStore(redis),
    colonel: createRedisColonelStore(redis),
    accounts: createRedisAccountStore(redis),
    attempts: createRedisAttemptStore(redis),
    outbox: createRedisOutboxStore(redis),
    billing: createRedisBillingStore(redis),
    domains: createRedisDomainStore(redis),
    feedback: createRedisFeedbackStore(redis),
    site: createRedisSiteStore(redis),
    close: () => redis.close(),
  };
}

function createRedisSiteStore(redis: RedisConnection): Store['site'] {
  return {
    ping: async () => void (await redis.command('PING')),
    keepSiteKeyCheck: async (check) => String(await redis.run(SCRIPTS.keep, [SITE_KEY_CHECK], [check])),
    banner: async () => {
      const kept = await redis.command('GET', BANNER);
      return kept === null ? null : String(kept);
    },
    setBanner: async (text) =>
      void (await (text === null ? redis.command('DEL', BANNER) : redis.command('SET', BANNER, text))),
  };
}

async function requireVersion(redis: RedisConnection): Promise<void> {
  const info = String(await redis.command('INFO', 'server'));
  const version = /redis_version:(\d+)[.\d]*/.exec(info);
  if (version && Number(version[1]) < OLDEST_MAJOR) {
    throw new StoreUnavailable(`${version[0]} is too old; hint: Hushlink needs Redis ${OLDEST_MAJOR} or newer`);
  }
}

/** A store that evicts loses secrets without a word. */
async function warnOfEviction(redis: RedisConnection, warn: (warning: string) => void): Promise<void> {
  const reply = await redis.command('CONFIG', 'GET', 'maxmemory-policy').catch(() => null);
  const policy = readConfigValue(reply);
  if (policy === 'noeviction') return;
  const found = policy ?? 'unknown, CONFIG is not allowed';
  warn(`Redis maxmemory-policy is ${found}: an evicted secret is a lost secret; hint: set it to noeviction`);
}

/** RESP2 answers with a list, RESP3 with a map. */
function readConfigValue(reply: unknown): string | null {
  if (Array.isArray(reply)) return reply[1] ? String(reply[1]) : null;
  if (reply instanceof Map) return String([...reply.values()][0] ?? '') || null;
  if (reply && typeof reply === 'object') return String(Object.values(reply)[0] ?? '') || null;
  return null;
}
