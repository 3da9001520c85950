import type { RedisConnection } from './connection.ts';
import { scanKeys } from './scan.ts';

/** What is listed of secrets and of metadata, and what Redis keeps it as. */
const TYPES = { state: 'hash', metadata: 'string' } as const;
export type SecretPart = keyof typeof TYPES;

/** A SHA-256 in base64url (src/crypto/ids.ts); for SCAN, which knows no numbers of characters. */
export const ANY_ID = '?'.repeat(43);
const ID = /^\{([\w-]{43})\}:/;

/**
 * Ids of some hundred rows, asked for as with `scanKeys`. Whoever shares this Redis may have keys with hash tags, too:
 * what has another name or is kept as something else is not ours.
 */
export async function scanIds(
  redis: RedisConnection,
  part: SecretPart,
  from: string | null,
): Promise<{ readonly ids: readonly string[]; readonly next: string | null }> {
  const { keys, next } = await scanKeys(redis, `{${ANY_ID}}:${part}`, from, TYPES[part]);
  return { ids: keys.flatMap((key) => ID.exec(key)?.[1] ?? []), next };
}

/** The ids of all of them, in batches, with the promise of `allKeys`. */
export async function* allIds(redis: RedisConnection, part: SecretPart): AsyncGenerator<readonly string[]> {
  let from: string | null = null;
  do {
    const { ids, next } = await scanIds(redis, part, from);
    if (ids.length > 0) yield ids;
    from = next;
  } while (from !== null);
}
