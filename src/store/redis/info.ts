import type { RedisConnection } from './connection.ts';

/** What INFO answers, by name. */
export function readInfo(text: string): ReadonlyMap<string, string> {
  const lines = text.split('\r\n').filter((line) => line.includes(':'));
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]));
}

/** What CONFIG GET says of a setting; null where Redis does not let it be asked, or has no such. */
export async function settingOf(redis: Pick<RedisConnection, 'command'>, name: string): Promise<string | null> {
  const reply = await redis.command('CONFIG', 'GET', name).catch(() => null);
  // A map of RESP3, which every connection speaks: an object here.
  const [value]: readonly unknown[] = Object.values(reply ?? {});
  return value === undefined ? null : String(value);
}
