import { FEEDBACK_LIFE_MS, type FeedbackStore, type SealedFeedback } from '#src/features/feedback/feedback-store.ts';
import { DAY_MS } from '#src/values/spans.ts';
import type { RedisConnection } from './connection.ts';
import { readInstant, withInstant } from './instants.ts';
import { KEYS } from './keys.ts';
import { script } from './scripts.ts';

/**
 * KEYS: the index of entries by age, one entry. ARGV: created at, life in ms, id, sealed.
 * The index forgets what is over; with the last entry it goes itself.
 */
const KEEP = script(`
  redis.call('SET', KEYS[2], ARGV[4], 'PX', ARGV[2])
  redis.call('ZADD', KEYS[1], ARGV[1], ARGV[3])
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', tonumber(ARGV[1]) - tonumber(ARGV[2])))
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  return 1
`);

export function createRedisFeedbackStore(redis: RedisConnection): FeedbackStore {
  const countBetween = async (from: string, to: string) =>
    Number(await redis.command('ZCOUNT', KEYS.feedbackIndex, from, to));
  return {
    keep: async ({ id, createdAtMs, sealed }) => {
      const args = [String(createdAtMs), String(FEEDBACK_LIFE_MS), id, withInstant(createdAtMs, sealed)];
      await redis.run(KEEP, [KEYS.feedbackIndex, KEYS.feedback(id)], args);
    },
    list: async (limit, nowMs) => {
      const oldest = `(${nowMs - FEEDBACK_LIFE_MS}`;
      const ids = await redis.command(
        'ZREVRANGEBYSCORE',
        KEYS.feedbackIndex,
        '+inf',
        oldest,
        'LIMIT',
        '0',
        String(limit),
      );
      const names = (ids as Buffer[]).map(String);
      if (names.length === 0) return [];
      const values = (await redis.command('MGET', ...names.map(KEYS.feedback))) as (Buffer | null)[];
      return names.flatMap((id, index) => toSealedFeedback(id, values[index] ?? null));
    },
    count: async (todayMs, nowMs) => {
      const yesterdayMs = todayMs - DAY_MS;
      const [today, yesterday, older] = await Promise.all([
        countBetween(String(todayMs), '+inf'),
        countBetween(String(yesterdayMs), `(${todayMs}`),
        countBetween(`(${nowMs - FEEDBACK_LIFE_MS}`, `(${yesterdayMs}`),
      ]);
      return { today, yesterday, older };
    },
  };
}

/** Nothing where Redis has let the entry go, and the index not yet. */
function toSealedFeedback(id: string, value: Buffer | null): SealedFeedback[] {
  if (value === null) return [];
  const { instantMs: createdAtMs, bytes: sealed } = readInstant(value);
  return [{ id, createdAtMs, sealed }];
}
