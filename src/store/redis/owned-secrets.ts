import type { SecretId } from '#src/crypto/ids.ts';
import type { OwnedRange, OwnedRow, SealedSecret, Whose } from '#src/features/secrets/secret-store.ts';
import type { RedisConnection } from './connection.ts';
import { KEYS } from './keys.ts';
import { readRows } from './read-rows.ts';
import { readingScript, script } from './scripts.ts';
import { OWNED_FIELDS, toOwnedRow } from './secret-rows.ts';

/**
 * KEYS: an owner's or a domain's ids by when they were made, and by when their records end. A record lives by the
 * clock of Redis, so what is over by ours alone, which may be wrong, stays in the lists and is passed over. Where
 * nothing can be written now the lists can be read all the same.
 */
const LISTS = `
  local function prune(nowMs)
    local serverMs = redis.call('TIME')[1] * 1000
    for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', math.min(nowMs, serverMs))) do
      for _, key in ipairs(KEYS) do redis.pcall('ZREM', key, id) end
    end
  end
  local function over(nowMs) return redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', nowMs) end
`;

/** ARGV: id, made, end of the record, its life in ms. The list lives as long as its last record. */
const ADD = script(
  `${LISTS}
  prune(tonumber(ARGV[2]))
  redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
  redis.call('ZADD', KEYS[2], ARGV[3], ARGV[1])
  for _, key in ipairs(KEYS) do
    if redis.call('PTTL', key) < tonumber(ARGV[4]) then redis.call('PEXPIRE', key, ARGV[4]) end
  end
  return 1
`,
  { isRepeatable: true },
);

/** ARGV: now, made at or after, how many at most. */
const LIST = readingScript(
  `${LISTS}
  prune(tonumber(ARGV[1]))
  local most, ended, ids, isOver = tonumber(ARGV[3]), over(ARGV[1]), {}, {}
  for _, id in ipairs(ended) do isOver[id] = true end
  for _, id in ipairs(redis.call('ZREVRANGEBYSCORE', KEYS[1], '+inf', ARGV[2], 'LIMIT', 0, most + #ended)) do
    if not isOver[id] and #ids < most then ids[#ids + 1] = id end
  end
  return ids
`,
);

/** ARGV: now, made at or after. */
const COUNT = readingScript(
  `${LISTS}
  prune(tonumber(ARGV[1]))
  local count = redis.call('ZCOUNT', KEYS[1], ARGV[2], '+inf')
  for _, id in ipairs(over(ARGV[1])) do
    if tonumber(redis.call('ZSCORE', KEYS[1], id) or 0) >= tonumber(ARGV[2]) then count = count - 1 end
  end
  return count
`,
);

/** All that are not over by the clock of Redis. */
const LIVING = readingScript(
  `${LISTS}
  prune(math.huge)
  return redis.call('ZRANGE', KEYS[1], 0, -1)
`,
);

/** KEYS: the state of a secret. Whether there is one: it may be listed before it is kept. */
const DISOWN = script(
  `redis.call('HDEL', KEYS[1], 'ownerTag', 'ownerCopy')
  return redis.call('EXISTS', KEYS[1])
`,
  { isRepeatable: true },
);

const BATCH = 500;

type Listed = Pick<SealedSecret, 'id' | 'ownerTag' | 'domainTag' | 'createdAtMs' | 'recordExpiresAtMs'>;

/** Lists in slots of their own, and derived: the rows alone say whose they are. */
export interface OwnedSecrets {
  add(secret: Listed): Promise<void>;
  /** For one that was listed and never kept. */
  remove(secret: Listed): Promise<void>;
  list(ownerTag: string, range: OwnedRange, nowMs: number): Promise<readonly OwnedRow[]>;
  /** Of an owner or of a domain, whatever became of them. */
  idsOf(whose: Extract<Whose, { kind: 'owner' | 'domain' }>): Promise<readonly SecretId[]>;
  count(ownerTag: string, range: OwnedRange, nowMs: number): Promise<number>;
  disown(ownerTag: string): Promise<void>;
}

export function createOwnedSecrets(redis: RedisConnection): OwnedSecrets {
  /** Not the whole list: whoever makes a secret meanwhile finds no account, and finds the secret in the list. */
  async function disownSome(lists: readonly string[], ids: readonly string[]): Promise<void> {
    const areThere = await Promise.all(ids.map((id) => redis.run(DISOWN, [stateKey(id)], [])));
    const disowned = ids.filter((_, at) => areThere[at] === 1);
    if (disowned.length === 0) return;
    await Promise.all(lists.map((list) => redis.command('ZREM', list, ...disowned)));
  }

  return {
    add: async ({ id, ownerTag, domainTag, createdAtMs, recordExpiresAtMs }) => {
      const times = [createdAtMs, recordExpiresAtMs, recordExpiresAtMs - createdAtMs].map(String);
      const lists = listsOf({ ownerTag, domainTag });
      await Promise.all(lists.map((keys) => redis.runReplicated(ADD, keys, [id, ...times])));
    },
    remove: async (secret) => {
      const keys = listsOf(secret).flat();
      await Promise.all(keys.map((key) => redis.command('ZREM', key, secret.id)));
    },
    idsOf: async (whose) => {
      const [list = ''] = whose.kind === 'owner' ? KEYS.owned(whose.ownerTag) : KEYS.sharedFor(whose.domainTag);
      return ((await redis.command('ZRANGE', list, '0', '-1')) as Buffer[]).map((id) => id.toString() as SecretId);
    },
    list: async (ownerTag, { sinceMs, limit }, nowMs) => {
      const listed = (await redis.run(LIST, KEYS.owned(ownerTag), [nowMs, sinceMs, limit].map(String))) as Buffer[];
      const ids = listed.map((id) => id.toString() as SecretId);
      const replies = await readRows(redis, ids.map(stateKey), OWNED_FIELDS);
      const rows = ids.map((id, at) => toOwnedRow(id, replies[at] ?? [], { ownerTag, nowMs }));
      // One may have ended, or found another owner, since it was listed.
      return rows.filter((row) => row !== null);
    },
    count: async (ownerTag, { sinceMs, limit }, nowMs) =>
      Math.min(limit, Number(await redis.run(COUNT, KEYS.owned(ownerTag), [nowMs, sinceMs].map(String)))),
    disown: async (ownerTag) => {
      const lists = KEYS.owned(ownerTag);
      const ids = ((await redis.run(LIVING, lists, [])) as Buffer[]).map(String);
      // All at once would stand before everybody else's commands, and before the ping that says whether Redis is there.
      for (let at = 0; at < ids.length; at += BATCH) await disownSome(lists, ids.slice(at, at + BATCH));
    },
  };
}

function listsOf({ ownerTag, domainTag }: Pick<Listed, 'ownerTag' | 'domainTag'>): string[][] {
  return [
    ...(ownerTag === null ? [] : [KEYS.owned(ownerTag)]),
    ...(domainTag === null ? [] : [KEYS.sharedFor(domainTag)]),
  ];
}

function stateKey(id: string): string {
  return KEYS.secret(id)[0];
}
