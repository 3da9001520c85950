import type { LeadStore } from '#src/led-work.ts';
import { DAY_MS } from '#src/values/spans.ts';
import type { RedisConnection } from './connection.ts';
import { script } from './scripts.ts';

/** KEYS: the lead. ARGV: holder, until, now. A lease of more than a day was taken by a wrong clock. */
const TAKE_LEAD = script(
  `
  local lead = redis.call('HMGET', KEYS[1], 'holder', 'untilMs')
  local leftMs = tonumber(lead[2] or 0) - tonumber(ARGV[3])
  if lead[1] ~= ARGV[1] and leftMs > 0 and leftMs <= ${DAY_MS} then return 0 end
  redis.call('HSET', KEYS[1], 'holder', ARGV[1], 'untilMs', ARGV[2])
  return 1
`,
  { isRepeatable: true },
);

/** The verb of `LeadStore` for one kind of work. */
export function createTakeLead(redis: RedisConnection, key: string): LeadStore['takeLead'] {
  return async (holder, untilMs, nowMs) =>
    (await redis.run(TAKE_LEAD, [key], [holder, String(untilMs), String(nowMs)])) === 1;
}
