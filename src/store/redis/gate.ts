import { setTimeout as pause } from 'node:timers/promises';
import { StoreUnavailable } from '#src/store-unavailable.ts';
import { closedBy, type Mark, type StoreGate } from '../gate.ts';
import type { RedisConnection, RedisMaster } from './connection.ts';
import { KEYS } from './keys.ts';
import { onlineReplicas } from './replicas.ts';
import { script } from './scripts.ts';
import { FAILOVER_PATIENCE_MS } from './sentinel.ts';

const FILLING = JSON.stringify({ kind: 'filling' });

const ASK_EVERY_MS = 500;
/** A process that has not seen for so long that the store is open asks before it writes; a slower answer is no use. */
const STALE_AFTER_MS = 1_000;
/** How long a process that knows nothing of a new mark may begin writes, and how long these may take, together. */
const SETTLE_MS = 2 * STALE_AFTER_MS;
/** How long replicas are waited for; shorter than the silence for which a connection is given up. */
const REPLICAS_WAIT_MS = 2_000;

/** KEYS: the mark. ARGV: what it is now, what it is to be ('' for nothing), for how long in ms ('' for good). */
const REPLACE = script(`
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
  if ARGV[2] == '' then redis.call('DEL', KEYS[1])
  elseif ARGV[3] == '' then redis.call('SET', KEYS[1], ARGV[2])
  else redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3]) end
  return 1
`);

export interface Gate {
  /** The connection, through which no write comes while a mark lies. */
  readonly gated: RedisConnection;
  readonly port: StoreGate;
  stop(): void;
}

/**
 * No command can ask for the mark in the step in which it writes. So each process asks twice a second, and
 * writes only if it has seen within a second, and since its last connection was made, that the store is open.
 * Whoever closes the store waits until everybody has seen the mark and has finished what was under way, then
 * breaks off all connections but its own: what may still come over one of them comes too late, and whoever
 * makes a new one asks first. So neither a process that stood still nor a slow network writes afterwards.
 */
export function createGate(redis: RedisConnection, monotonicMs: () => number): Gate {
  const watch = createWatch(redis, monotonicMs);
  const timer = setInterval(() => void watch.ask().catch(() => {}), ASK_EVERY_MS);
  timer.unref();
  let opening: Promise<void> | null = null;
  /** A write that comes while others wait goes behind them: what was sent first arrives first. */
  const guard = (isReading: boolean): Promise<void> | null => {
    if (isReading || (opening === null && watch.isOpen())) return null;
    // Waiting writes go on some microtasks after it; until then new ones go behind them.
    opening ??= watch.requireOpen().finally(() => {
      setImmediate(() => {
        opening = null;
      });
    });
    return opening;
  };
  return {
    gated: redis.guardedBy(guard),
    port: createPort(redis, watch),
    stop: () => clearInterval(timer),
  };
}

type Watch = ReturnType<typeof createWatch>;

interface Asked {
  readonly atMs: number;
  readonly connections: number;
}

function createWatch(redis: RedisConnection, monotonicMs: () => number) {
  let seen: (Asked & { readonly mark: Mark | null; readonly tookMs: number }) | null = null;
  let underWay: (Asked & { readonly answer: Promise<void> }) | null = null;

  async function find(asked: Asked): Promise<void> {
    const mark = await findMark(redis);
    // An older question may be answered after a newer one.
    if (seen === null || seen.atMs <= asked.atMs) seen = { ...asked, mark, tookMs: monotonicMs() - asked.atMs };
  }

  function askAnew(): Promise<void> {
    const asked = { atMs: monotonicMs(), connections: redis.connectionsMade() };
    const answer = find(asked).finally(() => {
      if (underWay?.answer === answer) underWay = null;
    });
    underWay = { ...asked, answer };
    return answer;
  }

  /** Shares a question of just now; asks anew behind an older one, since an answer that takes too long says nothing. */
  function ask(): Promise<void> {
    const isLately = underWay !== null && monotonicMs() - underWay.atMs < ASK_EVERY_MS;
    return isLately && underWay?.connections === redis.connectionsMade() ? underWay.answer : askAnew();
  }

  /** What was seen over the connections of now. */
  const seenHere = () => (seen?.connections === redis.connectionsMade() ? seen : null);
  const isFresh = () => monotonicMs() - (seenHere()?.atMs ?? Number.NEGATIVE_INFINITY) < STALE_AFTER_MS;
  const isLate = () => (seenHere()?.tookMs ?? 0) >= STALE_AFTER_MS;

  /** Waits as long as for any master that fails over; but once answers come late, no longer than one may take. */
  async function waitUntilFresh(): Promise<void> {
    const sinceMs = monotonicMs();
    while (!isFresh()) {
      const leftMs = sinceMs + (isLate() ? STALE_AFTER_MS : FAILOVER_PATIENCE_MS) - monotonicMs();
      if (leftMs <= 0) throw new StoreUnavailable('Redis does not say in time whether it takes writes');
      await Promise.race([ask(), pause(Math.min(leftMs, ASK_EVERY_MS), undefined, { ref: false })]);
    }
  }

  return {
    ask,
    /** Asks from now on, whatever is under way. */
    askAnew,
    isOpen: () => isFresh() && seen?.mark === null,
    requireOpen: async () => {
      await waitUntilFresh();
      if (seen?.mark) throw closedBy(seen.mark);
    },
  };
}

/** The mark that lies there now; looking changes nothing. */
export async function findMark(redis: Pick<RedisConnection, 'command'>): Promise<Mark | null> {
  const kept = await redis.command('GET', KEYS.mark);
  if (kept === null) return null;
  const { holder: _, ...mark } = JSON.parse(String(kept));
  return mark;
}

function createPort(redis: RedisConnection, watch: Watch): StoreGate {
  const moving = (holder: string) => JSON.stringify({ kind: 'moving', holder });
  const replace = async (now: string, next: string, lifeMs = '') => {
    const isDone = (await redis.run(REPLACE, [KEYS.mark], [now, next, lifeMs])) === 1;
    await watch.askAnew();
    return isDone;
  };
  const lay = async (mark: string, ...life: readonly string[]) => {
    const isDone = (await redis.command('SET', KEYS.mark, mark, 'NX', ...life)) !== null;
    await watch.askAnew();
    return isDone;
  };
  return {
    mark: () => findMark(redis),
    close: async (holder, leaseMs) => {
      if (!(await lay(moving(holder), 'PX', String(leaseMs)))) return false;
      await pause(SETTLE_MS);
      await breakOffOthers(redis).catch(async (error) => {
        await replace(moving(holder), '');
        throw error;
      });
      return replace(moving(holder), moving(holder), String(leaseMs));
    },
    renew: (holder, leaseMs) => replace(moving(holder), moving(holder), String(leaseMs)),
    endMoved: async (holder, to, atMs) => {
      const isDone = await replace(moving(holder), JSON.stringify({ kind: 'moved', to, atMs }));
      if (isDone) await untilReplicated(redis);
      return isDone;
    },
    release: async (holder) => void (await replace(moving(holder), '')),
    fill: async () => (await lay(FILLING)) || (await findMark(redis))?.kind === 'filling',
    open: async () => {
      const kept = await redis.command('GET', KEYS.mark);
      if (kept === null || (await findMark(redis))?.kind === 'moving') return;
      await replace(String(kept), '');
      await untilReplicated(redis);
    },
  };
}

/**
 * A master that dies must not take a lasting mark along: servers would go on writing into what was moved. Replicas that
 * are online have a while to receive it; one that is not online cannot take over.
 */
async function untilReplicated(redis: RedisConnection): Promise<void> {
  const wait = async (master: RedisMaster) => {
    const replicas = onlineReplicas(String(await master.command('INFO', 'replication')));
    if (replicas > 0) await master.command('WAIT', String(replicas), String(REPLICAS_WAIT_MS));
  };
  await Promise.all(redis.masters().map(wait));
}

async function breakOffOthers(redis: RedisConnection): Promise<void> {
  try {
    for (const master of redis.masters()) await master.command('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
  } catch (error) {
    throw new StoreUnavailable('Redis does not let us break off connections; hint: allow CLIENT KILL', {
      cause: error,
    });
  }
}
