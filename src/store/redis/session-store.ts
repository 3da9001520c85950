import { RedisStore } from 'connect-redis';
import type { KeptSession, SessionStore } from '#src/features/sessions/session-store.ts';
import { HOUR_MS } from '#src/values/spans.ts';
import type { RedisConnection } from './connection.ts';
import { KEYS } from './keys.ts';

const PREFIX = KEYS.session('');
const { sessionsSeen: SEEN } = KEYS;
export const SEEN_LIFE_MS = HOUR_MS;

export function createRedisSessionStore(redis: RedisConnection): SessionStore {
  const forget = (sessionId: string) => redis.command('ZREM', SEEN, sessionId);
  return {
    rows: new RedisStore({ client: clientOf(redis, forget), prefix: PREFIX, disableTouch: true, ttl: lifeSecondsOf }),
    renew: async (sessionId, session) => {
      const { seenAtMs } = session.facts;
      const life = String(lifeSecondsOf(session));
      const kept = await redis.command('SET', PREFIX + sessionId, JSON.stringify(session), 'XX', 'EX', life);
      if (kept === null) return;
      await Promise.all([
        redis.command('ZADD', SEEN, String(seenAtMs), sessionId),
        redis.command('ZREMRANGEBYSCORE', SEEN, '-inf', String(seenAtMs - SEEN_LIFE_MS)),
        redis.command('PEXPIRE', SEEN, String(SEEN_LIFE_MS)),
      ]);
    },
    countSeenSince: async (instantMs) => Number(await redis.command('ZCOUNT', SEEN, String(instantMs), '+inf')),
  };
}

/** How long Redis keeps it; whether a session holds is judged by its own facts. */
function lifeSecondsOf(session: object): number {
  const { facts } = session as KeptSession;
  return Math.max(1, Math.ceil((facts.expiresAtMs - facts.seenAtMs) / 1000));
}

/** The few commands that connect-redis sends, over our own connection: its failures are `StoreUnavailable`. */
function clientOf(redis: RedisConnection, forget: (sessionId: string) => Promise<unknown>) {
  return {
    get: async (key: string) => (await redis.command('GET', key))?.toString() ?? null,
    set: (key: string, text: string, { expiration }: { expiration: { value: number } }) =>
      redis.command('SET', key, text, 'EX', String(expiration.value)),
    del: async ([key = '']: readonly string[]) => {
      await redis.command('DEL', key);
      await forget(key.slice(PREFIX.length));
    },
  };
}
