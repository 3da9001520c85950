import type { ColonelStore, DayTally } from '#src/features/colonel/colonel-store.ts';
import type { SealedSecret } from '#src/features/secrets/secret-store.ts';
import type { RedisConnection } from './connection.ts';
import { script } from './scripts.ts';

const LIVE = 'hushlink:{tally}:live';
const RECORDS = 'hushlink:{tally}:records';
const TOTALS = 'hushlink:{tally}:totals';
const DAY_LIFE_SECONDS = String(31 * 86_400);

/** KEYS: live, records, totals, day. ARGV: id, made, expires, record expires, life of a day in seconds. Each list lives as long as its last entry. */
const MADE = script(`
  redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
  redis.call('ZADD', KEYS[2], ARGV[4], ARGV[1])
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[2])
  redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', ARGV[2])
  for at = 1, 2 do
    local lifeMs = string.format('%.0f', tonumber(ARGV[2 + at]) - tonumber(ARGV[2]))
    if redis.call('PTTL', KEYS[at]) < tonumber(lifeMs) then redis.call('PEXPIRE', KEYS[at], lifeMs) end
  end
  redis.call('HINCRBY', KEYS[3], 'created', 1)
  redis.call('HINCRBY', KEYS[4], 'created', 1)
  redis.call('EXPIRE', KEYS[4], ARGV[5])
  return 1
`);

/** KEYS: as above. ARGV: id, 1 when it was received, life of a day in seconds. */
const ENDED = script(`
  redis.call('ZREM', KEYS[1], ARGV[1])
  if ARGV[2] == '1' then
    redis.call('HINCRBY', KEYS[3], 'shared', 1)
    redis.call('HINCRBY', KEYS[4], 'shared', 1)
    redis.call('EXPIRE', KEYS[4], ARGV[3])
  end
  return 1
`);

/**
 * What is counted of secrets. It lives in a slot of its own and is derived from the rows: sent behind
 * the change on the same connection and not waited for, since a count must not cost an answer. What
 * a broken connection loses of it ends with the secret's own expiry.
 */
export interface Tally {
  made(secret: SealedSecret): void;
  ended(id: string, life: string, nowMs: number): void;
}

export function createTally(redis: RedisConnection): Tally {
  const forgive = () => {};
  return {
    made: ({ id, createdAtMs, expiresAtMs, recordExpiresAtMs }) => {
      const instants = [createdAtMs, expiresAtMs, recordExpiresAtMs].map(String);
      redis.run(MADE, keysAt(createdAtMs), [id, ...instants, DAY_LIFE_SECONDS]).catch(forgive);
    },
    ended: (id, life, nowMs) => {
      const wasReceived = life === 'received' ? '1' : '0';
      redis.run(ENDED, keysAt(nowMs), [id, wasReceived, DAY_LIFE_SECONDS]).catch(forgive);
    },
  };
}

export function createRedisColonelStore(redis: RedisConnection): ColonelStore {
  return {
    secrets: async (nowMs) => {
      const after = `(${nowMs}`;
      const [live, records, totals] = await Promise.all([
        redis.command('ZCOUNT', LIVE, after, '+inf'),
        redis.command('ZCOUNT', RECORDS, after, '+inf'),
        redis.command('HMGET', TOTALS, 'created', 'shared'),
      ]);
      const [created, shared] = (totals as (Buffer | null)[]).map(Number);
      return { live: Number(live), records: Number(records), created: created ?? 0, shared: shared ?? 0 };
    },
    days: async (days) => {
      const found = await Promise.all(days.map((day) => readDay(redis, day)));
      return found.filter(({ created, shared }) => created + shared > 0);
    },
    info: async () => {
      const masters = redis.masters();
      const info = readInfo(String(await masters[0]?.command('INFO')));
      return masters.length === 1 ? info : { ...info, masters: String(masters.length) };
    },
  };
}

async function readDay(redis: RedisConnection, day: string): Promise<DayTally> {
  const reply = (await redis.command('HMGET', dayKey(day), 'created', 'shared')) as (Buffer | null)[];
  const [created = 0, shared = 0] = reply.map(Number);
  return { day, created, shared };
}

/** What an administrator looks for; the whole of INFO has two hundred lines. */
const INFO_FIELDS = [
  ...['redis_version', 'redis_mode', 'uptime_in_days', 'connected_clients', 'used_memory_human'],
  ...['used_memory_peak_human', 'maxmemory_human', 'maxmemory_policy', 'aof_enabled', 'aof_last_write_status'],
  ...['rdb_last_bgsave_status', 'role', 'connected_slaves', 'total_commands_processed', 'evicted_keys'],
  ...['expired_keys', 'db0'],
];

function readInfo(info: string): Record<string, string> {
  const lines = new Map(
    info.split('\r\n').map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1)] as const;
    }),
  );
  const known = INFO_FIELDS.flatMap((name) => (lines.has(name) ? [[name, lines.get(name) ?? ''] as const] : []));
  return Object.fromEntries([['engine', 'redis'] as const, ...known]);
}

function keysAt(instantMs: number): string[] {
  return [LIVE, RECORDS, TOTALS, dayKey(new Date(instantMs).toISOString().slice(0, 10))];
}

function dayKey(day: string): string {
  return `hushlink:{tally}:day:${day}`;
}
