import { askRedis } from '../../tests/support/redis-ask.ts';
import type { Fault } from './fault.ts';
import { smallDisk } from './full-disk.ts';
import { limit } from './limit.ts';
import { redisOf, serverOn, sqliteServer } from './stage.ts';

const REFUSED = 'Sharing, reading and burning are 503 with `Retry-After` and change nothing; looking and pages go on.';

const TAKES_NOTHING = {
  mayAnswer: [503],
  longestWaitMs: 2_000,
  promised: `${REFUSED} \`/readyz\` is 503: the store takes no writes.`,
} as const;

/** Disks that take nothing more. */
export const diskFaults: readonly Fault[] = [
  {
    ...TAKES_NOTHING,
    ...{ name: 'the disk of the database is full', store: 'SQLite', isReady: null },
    open: async (t) => {
      const disk = smallDisk(t, 64);
      const server = await sqliteServer(t, { folder: disk.folder });
      return { server, inject: disk.fill, heal: disk.free };
    },
  },
  {
    ...TAKES_NOTHING,
    ...{ name: 'writing to the disk fails (EFBIG)', store: 'SQLite', isReady: false },
    open: async (t) => {
      const server = await sqliteServer(t);
      return {
        server,
        inject: () => limit(server.pid, '--fsize=1:unlimited'),
        heal: () => limit(server.pid, '--fsize=unlimited:unlimited'),
      };
    },
  },
  {
    ...TAKES_NOTHING,
    ...{ name: 'the disk of the append-only file is full', store: 'Redis', isReady: false },
    open: async (t) => {
      const disk = smallDisk(t, 64);
      const redis = await redisOf(t, { dir: disk.folder });
      const server = await serverOn(t, redis.url);
      return { server, inject: disk.fill, heal: disk.free };
    },
  },
  {
    ...TAKES_NOTHING,
    ...{ name: 'the memory of Redis is full (maxmemory)', store: 'Redis', isReady: false },
    promised: 'Sharing is 503 with `Retry-After`; reading, burning, looking and pages go on. `/readyz` is 503.',
    open: async (t) => {
      const redis = await redisOf(t);
      const server = await serverOn(t, redis.url);
      return {
        server,
        inject: async () => void (await askRedis(redis.port, 'CONFIG', 'SET', 'maxmemory', '1mb')),
        heal: async () => void (await askRedis(redis.port, 'CONFIG', 'SET', 'maxmemory', '0')),
      };
    },
  },
];
