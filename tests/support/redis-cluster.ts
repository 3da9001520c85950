import { freePort } from './free-port.ts';
import { askRedis, replicasOf } from './redis-ask.ts';
import { killServer, type WhileBehind } from './redis-kill.ts';
import { type RedisServer, startRedisServer } from './redis-server.ts';
import { untilSo } from './until-so.ts';

export interface ClusterOptions {
  /** Of each master. */
  readonly replicas?: 0 | 1;
  /** For how long nobody must hear of a master before another takes its place. */
  readonly takeOverAfterMs?: number;
}

export interface ClusterSite {
  /** redis+cluster://… */
  readonly url: string;
  readonly servers: readonly RedisServer[];
  /** Those who keep slots now. */
  masterPorts(): Promise<readonly number[]>;
  /** Makes a replica of this master take its place, as operators do it. */
  failOver(masterPort: number): Promise<void>;
  /** Ends one of the masters by SIGKILL. What happened while its replicas were behind they never get. */
  killMaster(whileBehind?: WhileBehind): Promise<RedisServer>;
  /** Starts one that was killed again; it finds out by itself that it is a replica now. */
  bringBack(server: RedisServer): Promise<void>;
  /** Moves a slot with all its keys from its master to the next one, key by key. */
  moveSlot(slot: number): Promise<void>;
  /** Until every slot is kept and every master has its replica. */
  untilWhole(): Promise<void>;
  stop(): Promise<void>;
}

/** Where no master is to die, none must be taken for dead because the machine stood still. */
export const NOT_IN_A_TEST_MS = 30_000;
const MASTERS = 3;
/** An operator's failover is given up after five seconds, and asking before that begins it anew. */
const ASK_AGAIN_MS = 6_000;
const SLOTS = 16_384;

/** Three masters, each with as many replicas as asked for, all on loopback. */
export async function startClusterSite({
  replicas = 0,
  takeOverAfterMs = NOT_IN_A_TEST_MS,
}: ClusterOptions = {}): Promise<ClusterSite> {
  const count = MASTERS * (1 + replicas);
  const servers = await Promise.all(Array.from({ length: count }, () => startMember({ isKeeping: replicas > 0 })));
  const site = siteOf(servers, replicas);
  try {
    await join(servers, replicas);
    await site.untilWhole();
    const timeout = String(takeOverAfterMs);
    for (const { port } of servers) await askRedis(port, 'CONFIG', 'SET', 'cluster-node-timeout', timeout);
    return site;
  } catch (error) {
    await site.stop();
    throw error;
  }
}

async function startMember({ isKeeping }: { isKeeping: boolean }): Promise<RedisServer> {
  const busPort = await freePort();
  return startRedisServer({
    ...(isKeeping && { appendfsync: 'no' }),
    settings: () => ({
      'cluster-enabled': 'yes',
      'cluster-config-file': 'nodes.conf',
      'cluster-port': String(busPort),
      // Short while they find each other: whoever does not answer in time is asked again.
      'cluster-node-timeout': '2000',
      'repl-diskless-sync-delay': '0',
      'repl-ping-replica-period': '1',
    }),
  });
}

async function join(servers: readonly RedisServer[], replicas: number): Promise<void> {
  const masters = servers.slice(0, MASTERS);
  for (const [at, { port }] of masters.entries()) {
    await askRedis(port, 'CLUSTER', 'SET-CONFIG-EPOCH', String(at + 1));
    const bounds = [at, at + 1].map((part) => Math.floor((SLOTS * part) / MASTERS));
    await askRedis(port, 'CLUSTER', 'ADDSLOTSRANGE', String(bounds[0]), String((bounds[1] ?? 0) - 1));
  }
  const first = servers[0]?.port ?? 0;
  const busPort = await busPortOf(first);
  await untilSo('all members know each other', async () => {
    if (await allKnowAll(servers)) return true;
    // Whoever is too busy to answer a MEET in time is forgotten again: it is repeated.
    for (const { port } of servers.slice(1))
      await askRedis(port, 'CLUSTER', 'MEET', '127.0.0.1', String(first), busPort);
    return false;
  });
  if (replicas === 0) return;
  for (const [at, { port }] of servers.slice(MASTERS).entries()) {
    await askRedis(port, 'CLUSTER', 'REPLICATE', await idOf(masters[at % MASTERS]?.port ?? 0));
  }
  // Word of it travels by their pings, which come the more rarely the longer the timeout is.
  await untilSo('all members know who follows whom', async () => {
    const known = await Promise.all(servers.map(({ port }) => membersAsToldBy(port)));
    return known.every((members) => members.filter(({ masterId }) => masterId !== null).length === MASTERS * replicas);
  });
}

/** Those with whom hands are still being shaken do not count. */
async function allKnowAll(servers: readonly RedisServer[]): Promise<boolean> {
  const known = await Promise.all(servers.map(({ port }) => membersAsToldBy(port)));
  return known.every((members) => members.length === servers.length);
}

function siteOf(servers: readonly RedisServer[], replicas: number): ClusterSite {
  const members = async () => membersAsToldBy(await someoneAlive(servers));
  const masterPorts = async () => (await members()).filter(({ slots }) => slots.length > 0).map(({ port }) => port);
  return {
    url: `redis+cluster://${servers
      .slice(0, MASTERS)
      .map(({ port }) => `127.0.0.1:${port}`)
      .join(',')}`,
    servers,
    masterPorts,
    failOver: async (masterPort) => {
      const known = await members();
      const master = known.find(({ port }) => port === masterPort);
      const replica = known.find(({ masterId }) => masterId === master?.id);
      if (replica === undefined) throw new Error(`${masterPort} has no replica`);
      let askedAtMs = Number.NEGATIVE_INFINITY;
      await untilSo('the replica has taken over', async () => {
        if ((await masterPorts()).includes(replica.port)) return true;
        if (performance.now() - askedAtMs < ASK_AGAIN_MS) return false;
        askedAtMs = performance.now();
        await askRedis(replica.port, 'CLUSTER', 'FAILOVER');
        return false;
      });
    },
    killMaster: async (whileBehind) => killServer(servers, (await masterPorts())[0] ?? 0, whileBehind),
    bringBack: async (server) => {
      await untilSo('another master is there', async () => {
        const ports = await masterPorts();
        return ports.length === MASTERS && !ports.includes(server.port);
      });
      await server.restart();
    },
    moveSlot: async (slot) => moveSlot(await members(), slot),
    untilWhole: () =>
      untilSo('the cluster is whole', async () => {
        const states = await Promise.all(servers.map(({ port }) => clusterInfo(port, 'cluster_state')));
        if (states.some((state) => state !== 'ok')) return false;
        const attached = await Promise.all((await masterPorts()).map(replicasOf));
        const areOnline = attached.every(
          (states) => states.length === replicas && states.every(({ state }) => state === 'online'),
        );
        return attached.length === MASTERS && areOnline;
      }),
    stop: async () => void (await Promise.all(servers.map((server) => server.stop()))),
  };
}

interface Member {
  readonly id: string;
  readonly port: number;
  /** null of a master. */
  readonly masterId: string | null;
  /** 'from-to' or a single one. */
  readonly slots: readonly string[];
}

async function membersAsToldBy(port: number): Promise<readonly Member[]> {
  const lines = String(await askRedis(port, 'CLUSTER', 'NODES'))
    .trim()
    .split('\n');
  return lines.flatMap((line) => {
    const [id = '', address = '', flags = '', masterId, , , , , ...slots] = line.split(' ');
    if (/fail|noaddr|handshake/.test(flags)) return [];
    const isMaster = flags.includes('master');
    return [{ id, port: Number(/:(\d+)@/.exec(address)?.[1]), masterId: isMaster ? null : (masterId ?? null), slots }];
  });
}

async function moveSlot(members: readonly Member[], slot: number): Promise<void> {
  const masters = members.filter(({ slots }) => slots.length > 0);
  const at = masters.findIndex(({ slots }) => slots.some((range) => isWithin(slot, range)));
  const [from, to] = [masters[at], masters[(at + 1) % masters.length]];
  if (!from || !to) throw new Error(`nobody keeps slot ${slot}`);
  await askRedis(to.port, 'CLUSTER', 'SETSLOT', String(slot), 'IMPORTING', from.id);
  await askRedis(from.port, 'CLUSTER', 'SETSLOT', String(slot), 'MIGRATING', to.id);
  for (;;) {
    const keys = (await askRedis(from.port, 'CLUSTER', 'GETKEYSINSLOT', String(slot), '1')) as string[];
    if (keys.length === 0) break;
    await askRedis(from.port, 'MIGRATE', '127.0.0.1', String(to.port), '', '0', '5000', 'KEYS', ...keys);
  }
  for (const { port } of [to, from, ...masters])
    await askRedis(port, 'CLUSTER', 'SETSLOT', String(slot), 'NODE', to.id);
}

function isWithin(slot: number, range: string): boolean {
  const [from, to = from] = range.split('-').map(Number);
  return from !== undefined && to !== undefined && slot >= from && slot <= to;
}

async function someoneAlive(servers: readonly RedisServer[]): Promise<number> {
  for (const { port } of servers) {
    const isAlive = await askRedis(port, 'PING').then(Boolean, () => false);
    if (isAlive) return port;
  }
  throw new Error('no member of the cluster answers');
}

async function busPortOf(port: number): Promise<string> {
  const own = String(await askRedis(port, 'CLUSTER', 'NODES'))
    .split('\n')
    .find((line) => line.includes('myself'));
  return /@(\d+)/.exec(own ?? '')?.[1] ?? '';
}

async function idOf(port: number): Promise<string> {
  return String(await askRedis(port, 'CLUSTER', 'MYID'));
}

async function clusterInfo(port: number, field: string): Promise<string> {
  const info = String(await askRedis(port, 'CLUSTER', 'INFO'));
  return new RegExp(`^${field}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';
}
