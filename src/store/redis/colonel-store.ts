import type { ColonelStore, DayTally } from '#src/features/colonel/colonel-store.ts';
import type { RedisConnection } from './connection.ts';
import { readInfo } from './info.ts';
import { KEYS } from './keys.ts';
import type { Tally } from './tally.ts';

export function createRedisColonelStore(redis: RedisConnection, tally: Pick<Tally, 'flush'>): ColonelStore {
  return {
    secrets: async (nowMs) => {
      await tally.flush();
      const after = `(${nowMs}`;
      const [live, records, totals] = await Promise.all([
        redis.command('ZCOUNT', KEYS.live, after, '+inf'),
        redis.command('ZCOUNT', KEYS.records, after, '+inf'),
        redis.command('HMGET', KEYS.totals, 'created', 'shared'),
      ]);
      const [created, shared] = (totals as (Buffer | null)[]).map(Number);
      return { live: Number(live), records: Number(records), created: created ?? 0, shared: shared ?? 0 };
    },
    days: async (days) => {
      await tally.flush();
      const found = await Promise.all(days.map((day) => readDay(redis, day)));
      return found.filter(({ created, shared }) => created + shared > 0);
    },
    info: async () => {
      const masters = redis.masters();
      const info = ownInfo(String(await masters[0]?.command('INFO')), redis.database);
      return masters.length === 1 ? info : { ...info, masters: String(masters.length) };
    },
  };
}

async function readDay(redis: RedisConnection, day: string): Promise<DayTally> {
  const reply = (await redis.command('HMGET', KEYS.day(day), 'created', 'shared')) as (Buffer | null)[];
  const [created = 0, shared = 0] = reply.map(Number);
  return { day, created, shared };
}

/** What an administrator looks for; the whole of INFO has two hundred lines. */
const INFO_FIELDS = [
  ...['redis_version', 'redis_mode', 'uptime_in_days', 'connected_clients', 'used_memory_human'],
  ...['used_memory_peak_human', 'maxmemory_human', 'maxmemory_policy', 'aof_enabled', 'aof_last_write_status'],
  ...['rdb_last_bgsave_status', 'role', 'connected_slaves', 'total_commands_processed', 'evicted_keys'],
  'expired_keys',
];

/** Of the keys only those of our own database: the others may be another program's. */
function ownInfo(text: string, database: number): Record<string, string> {
  const info = readInfo(text);
  const known = [...INFO_FIELDS, `db${database}`].filter((name) => info.has(name));
  return { engine: 'redis', ...Object.fromEntries(known.map((name) => [name, info.get(name) ?? ''])) };
}
