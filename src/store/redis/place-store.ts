import { CLOCK_SKEW_MS } from '#src/clock-skew.ts';
import type { PlaceStore } from '#src/features/limits/place-store.ts';
import type { RedisConnection } from './connection.ts';
import { KEYS } from './keys.ts';
import { script } from './scripts.ts';

/**
 * KEYS: the places under one name. ARGV: how many there are, until, now. An end more than twice as far away as the one
 * given was set by a wrong clock. The row stays for some time longer: in a process whose clock is behind, the end comes
 * later, and a used captcha could be used there once more.
 */
const TAKE = script(`
  local row = redis.call('HMGET', KEYS[1], 'taken', 'untilMs')
  local taken, nowMs = tonumber(row[1] or 0), tonumber(ARGV[3])
  local leftMs = tonumber(row[2] or 0) - nowMs
  if leftMs <= 0 or leftMs > 2 * (tonumber(ARGV[2]) - nowMs) then
    taken = 0
    redis.call('DEL', KEYS[1])
  end
  if taken >= tonumber(ARGV[1]) then return 0 end
  redis.call('HINCRBY', KEYS[1], 'taken', 1)
  if taken == 0 then
    redis.call('HSET', KEYS[1], 'untilMs', ARGV[2])
    redis.call('PEXPIRE', KEYS[1], string.format('%.0f', math.max(1, tonumber(ARGV[2]) - nowMs) + ${CLOCK_SKEW_MS}))
  end
  return 1
`);

export function createRedisPlaceStore(redis: RedisConnection): PlaceStore {
  return {
    take: async (name, most, untilMs, nowMs) =>
      (await redis.run(TAKE, [KEYS.place(name)], [most, untilMs, nowMs].map(String))) === 1,
  };
}
