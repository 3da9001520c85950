import type { RedisConnection } from './connection.ts';
import { layoutOf, requireLayout } from './layout.ts';
import { type KeyType, requireSame, scanKeys } from './scan.ts';

const MEMBERS = '500';

/**
 * The keys that match, in batches, of any type unless one is named. Redis promises those that are there from the first
 * to the last batch; what comes or goes meanwhile may be among them, and one may come twice.
 */
export async function* allKeys(
  redis: RedisConnection,
  pattern: string,
  type: KeyType | null = null,
): AsyncGenerator<readonly string[]> {
  let from: string | null = null;
  do {
    const { keys, next } = await scanKeys(redis, pattern, from, type);
    if (keys.length > 0) yield keys;
    from = next;
  } while (from !== null);
}

/** The members of a sorted set, with the same promise. */
export async function* allMembers(redis: RedisConnection, key: string): AsyncGenerator<readonly string[]> {
  const [connections, layout] = [redis.connectionsMade(), await layoutOf(redis)];
  let cursor = '0';
  do {
    requireSame(connections, redis.connectionsMade());
    const [next, batch] = (await redis.command('ZSCAN', key, cursor, 'COUNT', MEMBERS)) as [Buffer, Buffer[]];
    cursor = String(next);
    // With each member comes its score.
    if (batch.length > 0) yield batch.filter((_, index) => index % 2 === 0).map(String);
  } while (cursor !== '0');
  await requireLayout(layout, redis);
}
