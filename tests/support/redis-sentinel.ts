import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild } from './children.ts';
import { freePort } from './free-port.ts';
import { needProgram } from './programs.ts';
import { askRedis, infoOf, replicasOf } from './redis-ask.ts';
import { NOT_IN_A_TEST_MS } from './redis-cluster.ts';
import { killServer, type WhileBehind } from './redis-kill.ts';
import { type RedisServer, startRedisServer } from './redis-server.ts';
import { untilSo } from './until-so.ts';

export interface SentinelOptions {
  /** Of every process; the sentinels have it too unless they are open. */
  readonly password?: string;
  readonly hasOpenSentinels?: boolean;
  /** For how long nobody must hear of a master before another takes its place. */
  readonly takeOverAfterMs?: number;
}

export interface SentinelSite {
  /** redis+sentinel://… */
  readonly url: string;
  readonly servers: readonly RedisServer[];
  /** Whom the sentinels name. */
  masterPort(): Promise<number>;
  /** As operators do it: the master holds writes back, the replicas catch up, and one of them takes over. */
  failOver(): Promise<void>;
  /** Starts the sentinels again at their places, without what they knew, as containers without a volume do. */
  forgetSentinels(): Promise<void>;
  /** Ends the master by SIGKILL. What happened while its replicas were behind they never get. */
  killMaster(whileBehind?: WhileBehind): Promise<RedisServer>;
  /** Starts one that was killed again, as a replica of whoever is master by then. */
  bringBack(server: RedisServer): Promise<void>;
  /** Until the present master has all its replicas. */
  untilWhole(): Promise<void>;
  /** Until they have all that it has now. */
  untilCaughtUp(): Promise<void>;
  stop(): Promise<void>;
}

export const MASTER_NAME = 'hushmaster';
const REPLICAS = 2;
const SENTINELS = 3;

interface Sentinel {
  readonly port: number;
  readonly stop: () => Promise<void>;
}

/** A master, two replicas and three sentinels, all on loopback, ready for a failover when this returns. */
export async function startSentinelSite(options: SentinelOptions = {}): Promise<SentinelSite> {
  const { password } = options;
  const common = {
    ...(password !== undefined && { requirepass: password, masterauth: password }),
    ...{ 'repl-diskless-sync-delay': '0', 'repl-ping-replica-period': '1' },
  };
  const master = await startRedisServer({ appendfsync: 'no', settings: () => common });
  const replicaof = `127.0.0.1 ${master.port}`;
  const replica = () => startRedisServer({ appendfsync: 'no', settings: () => ({ ...common, replicaof }) });
  const servers = [master, ...(await Promise.all(Array.from({ length: REPLICAS }, replica)))];
  const sentinels = await Promise.all(Array.from({ length: SENTINELS }, () => startSentinel(master.port, options)));
  const site = siteOf(servers, sentinels, options);
  try {
    await site.untilWhole();
    await Promise.all(sentinels.map(({ port }) => untilKnowing(placeOf(port, options, true))));
    return site;
  } catch (error) {
    await site.stop();
    throw error;
  }
}

function siteOf(servers: readonly RedisServer[], begun: readonly Sentinel[], options: SentinelOptions): SentinelSite {
  let sentinels = begun;
  const account = options.password === undefined ? '' : `:${encodeURIComponent(options.password)}@`;
  const hosts = sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',');
  const at = (port: number) => placeOf(port, options, false);
  const askSentinels = async (...command: string[]) =>
    askRedis(placeOf(sentinels[0]?.port ?? 0, options, true), 'SENTINEL', ...command);
  const masterPort = async () => Number(((await askSentinels('GET-MASTER-ADDR-BY-NAME', MASTER_NAME)) as string[])[1]);
  const hasMovedFrom = async (port: number) => {
    const now = await masterPort();
    return now !== port && (await infoOf(at(now), 'role')) === 'master';
  };
  // One that finds no good replica, or takes too long, is given up.
  const isFailingOver = async () =>
    ((await askSentinels('MASTER', MASTER_NAME)) as string[]).some((fact) => fact.includes('failover_in_progress'));
  return {
    ...{ url: `redis+sentinel://${account}${hosts}/${MASTER_NAME}`, servers, masterPort },
    failOver: async () => {
      const before = await masterPort();
      await untilSo(`another master than ${before}`, async () => {
        if (await hasMovedFrom(before)) return true;
        if (await isFailingOver()) return false;
        await askRedis(at(before), 'CLIENT', 'PAUSE', '10000', 'WRITE');
        await untilCaughtUp(at(before));
        await askSentinels('FAILOVER', MASTER_NAME);
        return false;
      });
    },
    forgetSentinels: async () => {
      const master = await masterPort();
      const ports = sentinels.map(({ port }) => port);
      await Promise.all(sentinels.map(({ stop }) => stop()));
      sentinels = await Promise.all(ports.map((port) => startSentinel(master, options, port)));
      await Promise.all(ports.map((port) => untilKnowing(placeOf(port, options, true))));
    },
    killMaster: async (whileBehind) => killServer(servers, await masterPort(), whileBehind),
    bringBack: async (server) => {
      await untilSo(`another master than ${server.port}`, () => hasMovedFrom(server.port));
      await server.restart({ replicaof: `127.0.0.1 ${await masterPort()}` });
    },
    untilWhole: () =>
      untilSo('all replicas are there', async () => {
        const replicas = await replicasOf(at(await masterPort()));
        return replicas.length === REPLICAS && replicas.every(({ state }) => state === 'online');
      }),
    untilCaughtUp: async () => untilCaughtUp(at(await masterPort())),
    stop: async () => {
      await Promise.all(sentinels.map(({ stop }) => stop()));
      await Promise.all(servers.map((server) => server.stop()));
    },
  };
}

function placeOf(port: number, { password, hasOpenSentinels }: SentinelOptions, isSentinel: boolean) {
  return { port, password: isSentinel && hasOpenSentinels ? undefined : password };
}

/** A sentinel rewrites its file: it has one in a folder of its own. */
export async function startSentinel(masterPort: number, options: SentinelOptions, at?: number): Promise<Sentinel> {
  const { password, hasOpenSentinels, takeOverAfterMs = NOT_IN_A_TEST_MS } = options;
  const folder = mkdtempSync(join(tmpdir(), 'hushlink-sentinel-'));
  const port = at ?? (await freePort());
  const lines = [
    ...[`port ${port}`, 'bind 127.0.0.1', `dir ${folder}`, 'daemonize no'],
    `sentinel monitor ${MASTER_NAME} 127.0.0.1 ${masterPort} 2`,
    `sentinel down-after-milliseconds ${MASTER_NAME} ${takeOverAfterMs}`,
    `sentinel failover-timeout ${MASTER_NAME} 3000`,
    `sentinel parallel-syncs ${MASTER_NAME} ${REPLICAS}`,
    ...(password === undefined ? [] : [`sentinel auth-pass ${MASTER_NAME} ${password}`]),
    ...(password === undefined || hasOpenSentinels ? [] : [`requirepass ${password}`]),
  ];
  const file = join(folder, 'sentinel.conf');
  writeFileSync(file, `${lines.join('\n')}\n`);
  const removeFolder = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.once('exit', removeFolder);
  const child = startChild(needProgram('redis-server'), [file, '--sentinel']);
  await child.waitFor(/\+monitor master/);
  // One that was not let run for two seconds does nothing for thirty: "TILT mode", meant for clocks that jump.
  await askRedis(placeOf(port, options, true), 'SENTINEL', 'DEBUG', 'tilt-trigger', '60000');
  child.background();
  return {
    port,
    stop: async () => {
      await child.kill();
      process.off('exit', removeFolder);
      removeFolder();
    },
  };
}

/** Only sentinels that know each other and the replicas can agree on another master. */
function untilKnowing(sentinel: ReturnType<typeof placeOf>): Promise<void> {
  return untilSo('the sentinels know each other', async () => {
    const facts = (await askRedis(sentinel, 'SENTINEL', 'MASTER', MASTER_NAME)) as string[];
    const factOf = (name: string) => Number(facts[facts.indexOf(name) + 1]);
    return factOf('num-slaves') === REPLICAS && factOf('num-other-sentinels') === SENTINELS - 1;
  });
}

/** All that it had when this was asked: its pings, one each second, count as written too, and they never end. */
async function untilCaughtUp(master: ReturnType<typeof placeOf>): Promise<void> {
  const written = Number(await infoOf(master, 'master_repl_offset'));
  await untilSo('the replicas have everything', async () => {
    const replicas = await replicasOf(master);
    return replicas.length > 0 && replicas.every(({ state, offset }) => state === 'online' && offset >= written);
  });
}
