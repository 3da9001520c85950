import type { RedisConnection } from './connection.ts';

type Master = ReturnType<RedisConnection['masters']>[number];

/** What CONFIG GET says of a setting; null where Redis does not let it be asked, or has no such. */
export async function settingOf(redis: Master, name: string): Promise<string | null> {
  const reply = await redis.command('CONFIG', 'GET', name).catch(() => null);
  // A map of RESP3, which every connection to a master speaks: an object here.
  const [value]: readonly unknown[] = Object.values(reply ?? {});
  return value === undefined ? null : String(value);
}
