import type { RateStore } from '#src/features/limits/rate-store.ts';
import type { RedisConnection } from './connection.ts';
import { KEYS } from './keys.ts';
import { script } from './scripts.ts';

/** KEYS: the name. ARGV: points, length of a window, now. */
const ADD = script(`
  local row = redis.call('HMGET', KEYS[1], 'count', 'endsAtMs')
  local left = row[1] and tonumber(row[2]) - tonumber(ARGV[3])
  if left and left > 0 and left <= 2 * tonumber(ARGV[2]) then
    return {redis.call('HINCRBY', KEYS[1], 'count', ARGV[1]), row[2]}
  end
  local endsAtMs = string.format('%.0f', tonumber(ARGV[3]) + tonumber(ARGV[2]))
  redis.call('HSET', KEYS[1], 'count', ARGV[1], 'endsAtMs', endsAtMs)
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  return {tonumber(ARGV[1]), endsAtMs}
`);

/** Counts in Redis: a hash for each name, changed only by this script. */
export function createRedisRateStore(redis: RedisConnection): RateStore {
  return {
    add: async (name, points, windowMs, nowMs) => {
      const args = [points, windowMs, nowMs].map(String);
      const [count, endsAtMs] = (await redis.run(ADD, [KEYS.rate(name)], args)) as readonly [number, Buffer];
      return { count: Number(count), endsAtMs: Number(String(endsAtMs)) };
    },
  };
}
