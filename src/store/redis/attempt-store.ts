import { CLOCK_SKEW_MS } from '#src/clock-skew.ts';
import { ATTEMPT_LIFE_MS, type AttemptStore } from '#src/features/accounts/attempt-store.ts';
import type { RedisConnection } from './connection.ts';
import { KEYS } from './keys.ts';
import { script } from './scripts.ts';

/**
 * KEYS: names. ARGV: now, first delay, longest delay, life, then for each name its free tries and tries. A wrong clock
 * has set a wait that is longer than the longest by more than clocks may differ, and the end of a count that is more
 * than two lives away.
 */
const BEGIN = `
  local nowMs, firstMs, maxMs, lifeMs = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
  local counts, expiries, waitMs = {}, {}, 0
  for at, key in ipairs(KEYS) do
    local row = redis.call('HMGET', key, 'count', 'notBeforeMs', 'expiresAtMs')
    local leftMs = tonumber(row[3] or 0) - nowMs
    local isLive = row[1] and leftMs > 0 and leftMs <= 2 * lifeMs
    counts[at] = isLive and tonumber(row[1]) or 0
    expiries[at] = isLive and tonumber(row[3]) or nowMs + lifeMs
    local ownMs = isLive and tonumber(row[2]) - nowMs or 0
    if ownMs <= maxMs + ${CLOCK_SKEW_MS} then waitMs = math.max(waitMs, ownMs) end
  end
  if waitMs > 0 then return string.format('%.0f', waitMs) end
  for at, key in ipairs(KEYS) do
    local count, free, tries = counts[at] + 1, tonumber(ARGV[3 + 2 * at]), tonumber(ARGV[4 + 2 * at])
    local delayMs = 0
    if count >= tries then delayMs = maxMs
    elseif count >= free then delayMs = math.min(maxMs, firstMs * 2 ^ (count - free)) end
    local expiresAtMs = math.max(expiries[at], nowMs + delayMs)
    redis.call('HSET', key, 'count', count, 'notBeforeMs', string.format('%.0f', nowMs + delayMs),
      'expiresAtMs', string.format('%.0f', expiresAtMs))
    redis.call('PEXPIRE', key, string.format('%.0f', expiresAtMs - nowMs + ${CLOCK_SKEW_MS}))
  end
  return '0'
`;

/** KEYS: names. ARGV: now. */
const GIVE_BACK = `
  for _, key in ipairs(KEYS) do
    local row = redis.call('HMGET', key, 'count', 'expiresAtMs')
    if row[1] and tonumber(ARGV[1]) < tonumber(row[2]) and tonumber(row[1]) > 0 then
      redis.call('HINCRBY', key, 'count', -1)
      redis.call('HSET', key, 'notBeforeMs', '0')
    end
  end
  return 1
`;

const SCRIPTS = { begin: script(BEGIN), giveBack: script(GIVE_BACK) };

/** Tries in Redis: a hash for each name, changed only by scripts. */
export function createRedisAttemptStore(redis: RedisConnection): AttemptStore {
  return {
    begin: async (names, { firstDelayMs, maxDelayMs }, nowMs) => {
      const bounds = names.flatMap(({ freeTries, tries }) => [freeTries, tries]);
      const args = [nowMs, firstDelayMs, maxDelayMs, ATTEMPT_LIFE_MS, ...bounds].map(String);
      const keys = names.map(({ name }) => KEYS.attempt(name));
      const retryAfterMs = Number(await redis.run(SCRIPTS.begin, keys, args));
      return retryAfterMs === 0 ? { isAllowed: true } : { isAllowed: false, retryAfterMs };
    },
    giveBack: async (names, nowMs) =>
      void (await redis.run(SCRIPTS.giveBack, names.map(KEYS.attempt), [String(nowMs)])),
    forget: async (names) => {
      if (names.length > 0) await redis.command('DEL', ...names.map(KEYS.attempt));
    },
  };
}
