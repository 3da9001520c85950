import type { RedisConnection } from './connection.ts';
import { type KeyType, scanKeys } from './scan.ts';
import { allKeys } from './scan-all.ts';

/** What is listed of secrets and of metadata. */
export type SecretPart = 'state' | 'metadata';
const TYPES: Readonly<Record<SecretPart, KeyType>> = { state: 'hash', metadata: 'string' };

/** A SHA-256 in base64url (src/crypto/ids.ts); for SCAN, which knows no numbers of characters. */
const ANY_ID = '?'.repeat(43);
/** Secrets and their metadata are named by themselves, in a slot of their own each. */
export const ALL_SECRETS = `{${ANY_ID}}:*`;
const ID = /^\{([\w-]{43})\}:/;

/**
 * Ids of a few hundred rows, asked for as with `scanKeys`. Whoever shares this Redis may have keys with hash tags, too:
 * what has another name or is kept as something else is not ours.
 */
export async function scanIds(
  redis: RedisConnection,
  part: SecretPart,
  from: string | null,
): Promise<{ readonly ids: readonly string[]; readonly next: string | null }> {
  const { keys, next } = await scanKeys(redis, patternOf(part), from, TYPES[part]);
  return { ids: idsIn(keys), next };
}

/** The ids of all of them, in batches, with the promise of `allKeys`. */
export async function* allIds(redis: RedisConnection, part: SecretPart): AsyncGenerator<readonly string[]> {
  for await (const keys of allKeys(redis, patternOf(part), TYPES[part])) {
    const ids = idsIn(keys);
    if (ids.length > 0) yield ids;
  }
}

function patternOf(part: SecretPart): string {
  return `{${ANY_ID}}:${part}`;
}

function idsIn(keys: readonly string[]): readonly string[] {
  return keys.flatMap((key) => ID.exec(key)?.[1] ?? []);
}
