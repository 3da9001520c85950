import type { Mark } from '../gate.ts';
import { type ConnectionOptions, connectRedis, type RedisConnection, type RedisMaster } from './connection.ts';
import { findMark } from './gate.ts';
import { readInfo, settingOf } from './info.ts';
import { namesOfNobody, REMOVE_NOTHING } from './rights.ts';

/** What can be seen of a store in Redis without changing it. */
export interface RedisSeen {
  /** Everyone who keeps a part of the keys. */
  readonly masters: readonly MasterSeen[];
  /** What closes it to writes; null where nothing does. */
  readonly mark: Mark | null;
  /** What a write fails with; null where nothing keeps it from being done. */
  readonly writeError: unknown;
}

export interface MasterSeen {
  readonly version: string;
  /** 'master', or 'slave' as Redis calls a replica. */
  readonly role: string;
  readonly replicas: number;
  /** null where INFO does not say. */
  readonly evictionPolicy: string | null;
  readonly hasAppendOnlyFile: boolean;
  /** null where Redis does not let it be asked. */
  readonly appendFsync: string | null;
  /** 'ok', or how the last writing of that file ended. */
  readonly lastWrite: string;
  readonly usedBytes: number;
  /** 0 is no limit. */
  readonly maxBytes: number;
  /** How far its clock is ahead of ours. */
  readonly aheadMs: number;
}

/** Throws `StoreUnavailable`. */
export async function inspectRedis(options: ConnectionOptions, now: () => number): Promise<RedisSeen> {
  const redis = await connectRedis(options);
  try {
    const masters = await Promise.all(redis.masters().map((master) => inspectOne(master, now)));
    const writeError = await tryWriting(redis).then(
      () => null,
      (error: unknown) => error,
    );
    return { masters, mark: await findMark(redis), writeError };
  } finally {
    await redis.close();
  }
}

async function tryWriting(redis: RedisConnection): Promise<void> {
  await redis.requireAll();
  await Promise.all(redis.masters().map((master) => master.command('PING')));
  await redis.run(REMOVE_NOTHING, namesOfNobody(redis), []);
}

async function inspectOne(master: RedisMaster, now: () => number): Promise<MasterSeen> {
  const info = readInfo(String(await master.command('INFO')));
  const numberOf = (name: string) => Number(info.get(name) ?? 0);
  return {
    version: info.get('redis_version') ?? 'unknown',
    role: info.get('role') ?? 'unknown',
    replicas: numberOf('connected_slaves'),
    evictionPolicy: info.get('maxmemory_policy') ?? null,
    hasAppendOnlyFile: info.get('aof_enabled') === '1',
    appendFsync: await settingOf(master, 'appendfsync'),
    lastWrite: info.get('aof_last_write_status') ?? 'ok',
    ...{ usedBytes: numberOf('used_memory'), maxBytes: numberOf('maxmemory') },
    aheadMs: await aheadOf(master, now),
  };
}

/** Half of the way there and back is as good as it gets. */
async function aheadOf(master: RedisMaster, now: () => number): Promise<number> {
  const askedAtMs = now();
  const [seconds, microseconds] = ((await master.command('TIME')) as unknown[]).map(Number);
  const timeMs = (seconds ?? 0) * 1000 + (microseconds ?? 0) / 1000;
  return timeMs - (askedAtMs + now()) / 2;
}
