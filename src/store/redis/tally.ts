import type { SealedSecret } from '#src/features/secrets/secret-store.ts';
import type { RedisConnection } from './connection.ts';
import { KEYS } from './keys.ts';
import { script } from './scripts.ts';

export const DAY_LIFE_SECONDS = String(31 * 86_400);
const GATHER_MS = 50;
/** Lua unpacks no more than some thousand values. */
const MOST_AT_ONCE = 500;

/** How long an end is remembered that came before its secret was counted; some are never counted. */
const EARLY_LIFE_MS = 60_000;

/**
 * KEYS: live, records, totals, day, early ends. ARGV: the latest of the instants at which they were made, life of a
 * day in seconds, then for each secret its id, and when it and its record expire. Each list lives as long as its last
 * entry.
 */
const MADE = script(`
  local live, records, ends = {}, {}, {0, 0}
  for at = 3, #ARGV, 3 do
    local id, instants = ARGV[at], {ARGV[at + 1], ARGV[at + 2]}
    for which, list in ipairs({live, records}) do
      list[#list + 1] = instants[which]
      list[#list + 1] = id
      ends[which] = math.max(ends[which], tonumber(instants[which]))
    end
  end
  for which, list in ipairs({live, records}) do
    local key, lifeMs = KEYS[which], ends[which] - tonumber(ARGV[1])
    redis.call('ZADD', key, unpack(list))
    redis.call('ZREMRANGEBYSCORE', key, '-inf', ARGV[1])
    if lifeMs > 0 and redis.call('PTTL', key) < lifeMs then redis.call('PEXPIRE', key, string.format('%.0f', lifeMs)) end
  end
  if redis.call('EXISTS', KEYS[5]) == 1 then
    for at = 3, #ARGV, 3 do
      if redis.call('ZREM', KEYS[5], ARGV[at]) == 1 then redis.call('ZREM', KEYS[1], ARGV[at]) end
    end
  end
  local count = (#ARGV - 2) / 3
  redis.call('HINCRBY', KEYS[3], 'created', count)
  redis.call('HINCRBY', KEYS[4], 'created', count)
  redis.call('EXPIRE', KEYS[4], ARGV[2])
  return 1
`);

/**
 * KEYS: as above. ARGV: how many of them were received, life of a day in seconds, the latest of the instants at which
 * they ended, then the ids. One that another process has made may not have been counted by it yet.
 */
const ENDED = script(`
  redis.call('ZREM', KEYS[1], unpack(ARGV, 4))
  for at = 4, #ARGV do
    if not redis.call('ZSCORE', KEYS[2], ARGV[at]) then redis.call('ZADD', KEYS[5], ARGV[3], ARGV[at]) end
  end
  redis.call('ZREMRANGEBYSCORE', KEYS[5], '-inf', ARGV[3] - ${EARLY_LIFE_MS})
  redis.call('PEXPIRE', KEYS[5], ${EARLY_LIFE_MS})
  if ARGV[1] ~= '0' then
    redis.call('HINCRBY', KEYS[3], 'shared', ARGV[1])
    redis.call('HINCRBY', KEYS[4], 'shared', ARGV[1])
    redis.call('EXPIRE', KEYS[4], ARGV[2])
  end
  return 1
`);

/**
 * What is counted of secrets. It lives in a slot of its own and is derived from the rows: gathered for a twentieth of a
 * second, sent behind the changes and not waited for, since a count must not cost an answer. What a process that is
 * killed or a broken connection loses of it ends with the secret's own expiry.
 */
export interface Tally {
  made(secret: Made): void;
  ended(id: string, life: string, nowMs: number): void;
  /** Sends what is gathered; resolves when it is counted, or lost. */
  flush(): Promise<void>;
}

type Made = Pick<SealedSecret, 'id' | 'createdAtMs' | 'expiresAtMs' | 'recordExpiresAtMs'>;

interface Ended {
  readonly id: string;
  readonly endedAtMs: number;
  readonly wasReceived: boolean;
}

export function createTally(redis: RedisConnection): Tally {
  let made: Made[] = [];
  let ended: Ended[] = [];
  let timer: NodeJS.Timeout | null = null;
  let sent: Promise<unknown> = Promise.resolve();

  /** One at a time: what was made and has ended since must not stand among the living. */
  async function send(): Promise<void> {
    const [secrets, ends] = [made, ended];
    [made, ended] = [[], []];
    const makings = inParts(secrets, ({ createdAtMs }) => createdAtMs);
    await Promise.allSettled(makings.map(([day, some]) => sendMade(redis, day, some)));
    const endings = inParts(ends, ({ endedAtMs }) => endedAtMs);
    await Promise.allSettled(endings.map(([day, some]) => sendEnded(redis, day, some)));
  }

  async function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    sent = sent.then(send);
    await sent;
  }

  function flushSoon(): void {
    // It keeps no process alive: closing the store flushes.
    timer ??= setTimeout(() => void flush(), GATHER_MS).unref();
  }

  return {
    made: (secret) => {
      made.push(secret);
      flushSoon();
    },
    ended: (id, life, endedAtMs) => {
      ended.push({ id, endedAtMs, wasReceived: life === 'received' });
      flushSoon();
    },
    flush,
  };
}

function sendMade(redis: RedisConnection, day: string, secrets: readonly Made[]): Promise<unknown> {
  const latestMs = Math.max(...secrets.map(({ createdAtMs }) => createdAtMs));
  const entries = secrets.flatMap(({ id, expiresAtMs, recordExpiresAtMs }) => [
    ...[id, String(expiresAtMs), String(recordExpiresAtMs)],
  ]);
  return redis.run(MADE, keysOf(day), [String(latestMs), DAY_LIFE_SECONDS, ...entries]);
}

function sendEnded(redis: RedisConnection, day: string, secrets: readonly Ended[]): Promise<unknown> {
  const received = secrets.filter(({ wasReceived }) => wasReceived).length;
  const ids = secrets.map(({ id }) => id);
  const latestMs = Math.max(...secrets.map(({ endedAtMs }) => endedAtMs));
  return redis.run(ENDED, keysOf(day), [String(received), DAY_LIFE_SECONDS, String(latestMs), ...ids]);
}

/** By days, and no more at once than a script takes. */
function inParts<Noted>(noted: readonly Noted[], instantOf: (one: Noted) => number): [day: string, part: Noted[]][] {
  const days = Map.groupBy(noted, (one) => new Date(instantOf(one)).toISOString().slice(0, 10));
  return [...days].flatMap(([day, all]) =>
    Array.from({ length: Math.ceil(all.length / MOST_AT_ONCE) }, (_, part): [string, Noted[]] => [
      day,
      all.slice(part * MOST_AT_ONCE, (part + 1) * MOST_AT_ONCE),
    ]),
  );
}

function keysOf(day: string): string[] {
  return [KEYS.live, KEYS.records, KEYS.totals, KEYS.day(day), KEYS.earlyEnds];
}
