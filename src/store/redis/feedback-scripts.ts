import { CLOCK_SKEW_MS } from '#src/clock-skew.ts';
import { script } from './scripts.ts';

/**
 * KEYS: the index of entries by age, one entry. ARGV: created at, life in ms, id, sealed.
 * The index forgets what is over; with the last entry it goes itself.
 */
const KEEP = `
  redis.call('SET', KEYS[2], ARGV[4], 'PX', ARGV[2])
  redis.call('ZADD', KEYS[1], ARGV[1], ARGV[3])
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', tonumber(ARGV[1]) - tonumber(ARGV[2])))
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  return 1
`;

/**
 * KEYS: the places under one name. ARGV: how many there are, until, now. An end that no taker of now would come near was
 * set by a clock that was wrong.
 */
const TAKE_PLACE = `
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
`;

export const FEEDBACK_SCRIPTS = { keep: script(KEEP), takePlace: script(TAKE_PLACE) } as const;
