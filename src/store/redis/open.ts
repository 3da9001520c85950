import { randomUUID } from 'node:crypto';
import type { GuessPolicy } from '#src/features/secrets/secret.ts';
import { StoreUnavailable } from '#src/store-unavailable.ts';
import type { Store } from '../store.ts';
import { createRedisAccountStore } from './account-store.ts';
import { createRedisAttemptStore } from './attempt-store.ts';
import { createRedisBillingStore } from './billing-store.ts';
import { createRedisColonelStore } from './colonel-store.ts';
import { type ConnectionOptions, connectRedis, type RedisConnection, type RedisMaster } from './connection.ts';
import { createRedisDomainStore } from './domain-store.ts';
import { createEndings } from './endings.ts';
import { createRedisFeedbackStore } from './feedback-store.ts';
import { createGate } from './gate.ts';
import { readInfo } from './info.ts';
import { createRedisKeyStore } from './key-store.ts';
import { createRedisOutboxStore } from './outbox-store.ts';
import { createRedisPlaceStore } from './place-store.ts';
import { createRedisRateStore } from './rate-store.ts';
import { requireRights } from './rights.ts';
import { prepareRedisSchema } from './schema.ts';
import { createRedisSecretStore } from './secret-store.ts';
import { createRedisSessionStore } from './session-store.ts';
import { createRedisSiteStore } from './site-store.ts';
import { createTally } from './tally.ts';
import { createRedisTransfer } from './transfer.ts';

export interface RedisOptions extends ConnectionOptions {
  readonly policy: GuessPolicy;
  /** It is to keep secrets: a user without the rights for that is refused now, not with the first secret. */
  readonly isServing?: boolean;
  /** Something about this Redis that can lose secrets; to be said loudly. */
  readonly onWarning: (warning: string) => void;
}

/** Everything used here, scripts included, is older than this. */
const OLDEST_MAJOR = 6;

/** Connects to Redis and looks whether it is fit to keep secrets. Throws `StoreUnavailable`. */
export async function openRedisStore(options: RedisOptions): Promise<Store> {
  const redis = await connectRedis(options);
  try {
    for (const master of redis.masters()) await requireFit(master, redis, options);
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

async function requireFit(
  master: RedisMaster,
  redis: RedisConnection,
  { isServing, onWarning }: RedisOptions,
): Promise<void> {
  await requireVersion(master);
  await warnOfEviction(master, onWarning);
  if (isServing) await requireRights(master, redis);
}

async function requireVersion(master: RedisMaster): Promise<void> {
  const version = readInfo(String(await master.command('INFO', 'server'))).get('redis_version') ?? '';
  if (Number.parseInt(version, 10) < OLDEST_MAJOR) {
    throw new StoreUnavailable(
      `redis_version:${version} is too old; hint: Hushlink needs Redis ${OLDEST_MAJOR} or newer`,
    );
  }
}

/** A store that evicts loses secrets without a word. */
async function warnOfEviction(master: RedisMaster, warn: (warning: string) => void): Promise<void> {
  const policy = readInfo(String(await master.command('INFO', 'memory'))).get('maxmemory_policy');
  if (policy === 'noeviction') return;
  const found = policy ?? 'unknown, INFO does not say';
  warn(`Redis maxmemory-policy is ${found}: an evicted secret is a lost secret; hint: set it to noeviction`);
}
