import type { RedisConnection } from './connection.ts';
import { readingScript } from './scripts.ts';

type Fields = readonly (Buffer | null)[];

/**
 * KEYS: hashes. ARGV: fields. Packed into one value, as replies of their own would cost us more than all that is done
 * with them afterwards.
 */
const READ = readingScript(`
  local rows = {}
  for at, key in ipairs(KEYS) do rows[at] = redis.call('HMGET', key, unpack(ARGV)) end
  return cmsgpack.pack(rows)
`);

/** How many hashes are read while Redis does nothing else. */
const BATCH = 100;

/** The fields of each hash, as `HMGET` answers them; each row as it was at one time, not all of them. */
export async function readRows(
  redis: RedisConnection,
  keys: readonly string[],
  fields: readonly string[],
): Promise<readonly Fields[]> {
  if (!redis.isOneMaster) {
    return Promise.all(keys.map(async (key) => (await redis.command('HMGET', key, ...fields)) as Fields));
  }
  const batches: Promise<readonly Fields[]>[] = [];
  for (let at = 0; at < keys.length; at += BATCH) {
    batches.push(redis.run(READ, keys.slice(at, at + BATCH), fields).then((packed) => unpackRows(packed as Buffer)));
  }
  return (await Promise.all(batches)).flat();
}

/** As much of MessagePack as such rows need: lists of lists of strings, where `false` stands for none. */
export function unpackRows(packed: Buffer): readonly Fields[] {
  let at = 0;
  function list<T>(item: () => T): T[] {
    const mark = packed.readUInt8(at);
    const isShort = mark >> 4 === 0x9;
    if (!isShort && mark !== 0xdc) throw unexpected(mark);
    const length = isShort ? mark & 0xf : packed.readUInt16BE(at + 1);
    at += isShort ? 1 : 3;
    const items: T[] = [];
    for (let count = 0; count < length; count += 1) items.push(item());
    return items;
  }
  function string(): Buffer | null {
    const mark = packed.readUInt8(at);
    at += 1;
    if (mark === 0xc2) return null;
    const size = sizeOf(mark);
    at += size;
    return packed.subarray(at - size, at);
  }
  function sizeOf(mark: number): number {
    if (mark >> 5 === 0b101) return mark & 0x1f;
    if (mark < 0xd9 || mark > 0xdb) throw unexpected(mark);
    const bytes = 2 ** (mark - 0xd9);
    at += bytes;
    return packed.readUIntBE(at - bytes, bytes);
  }
  return list(() => list(string));
}

function unexpected(mark: number): Error {
  return new Error(`rows packed with 0x${mark.toString(16)}`);
}
