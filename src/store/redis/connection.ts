import { setTimeout as pause } from 'node:timers/promises';
import { StoreUnavailable } from '#src/store-unavailable.ts';
import { type RedisAddress, readRedisAddress } from '#src/values/redis-address.ts';
import { openCluster } from './cluster.ts';
import type { IsUnchanged } from './group-writer.ts';
import { type Argument, connectNode, type NodeSettings, type RedisNode } from './node.ts';
import { type Nodes, singleNode } from './nodes.ts';
import { isUnknownScript, redirectionOf, verdictOf, withoutArguments } from './reply-errors.ts';
import type { Script } from './scripts.ts';
import { openSentinel } from './sentinel.ts';

/** Commands to Redis, wherever its keys are; every failure arrives as `StoreUnavailable`. Text replies are buffers. */
export interface RedisConnection {
  /** The first argument is the key that it is about; further keys must share its hash tag. */
  command(name: string, ...args: Argument[]): Promise<unknown>;
  /** The keys must share a hash tag. */
  run(script: Script, keys: readonly string[], args: readonly Argument[]): Promise<unknown>;
  /**
   * As `run`, resolved once `waitReplicas` have what was changed; answers for which `isUnchanged` holds need
   * none. Until then a repeatable script is asked again. When it fails, the master may have it all the same.
   */
  runReplicated(
    script: Script,
    keys: readonly string[],
    args: readonly Argument[],
    isUnchanged?: IsUnchanged,
  ): Promise<unknown>;
  /** 0 waits for none: `runReplicated` is `run` then. */
  readonly waitReplicas: number;
  /** Which of the numbered databases of a process our keys are in. */
  readonly database: number;
  /** All keys are kept by one process: what is sent in one go is done in that order. */
  readonly isOneMaster: boolean;
  /**
   * Sentinels or a cluster say who the master is, so a write finds it; else there is one process, whatever it has
   * become.
   */
  readonly followsMasters: boolean;
  /** Everyone who keeps a part of the keys, for commands that name no key: one, or the masters of a cluster. */
  masters(): readonly RedisMaster[];
  /** Looks again if nobody is known to keep some of the keys; throws if that stays so: `masters` lacks one then. */
  requireAll(): Promise<void>;
  /** How many connections were made so far, to any process: another number means that one was lost. */
  connectionsMade(): number;
  /** The same connection, on which the guard is asked before each try of a command. */
  guardedBy(guard: Guard): RedisConnection;
  close(): Promise<void>;
}

/** One who keeps a part of the keys. */
export type RedisMaster = Pick<RedisConnection, 'command'>;

/** Whether a command may be sent now: null at once, or when it resolves. Throws `StoreUnavailable`. */
export type Guard = (isReading: boolean) => Promise<void> | null;

export interface ConnectionOptions {
  /** As `readRedisAddress` reads it. */
  readonly url: string;
  readonly waitReplicas?: number;
  /** A connection was lost or could not be made again; it goes on trying. */
  readonly onError: (error: unknown) => void;
}

interface Request {
  readonly key: string;
  /** To ask it twice leaves and says what asking it once does. */
  readonly isRepeatable: boolean;
  readonly isReading: boolean;
  readonly sendTo: (node: RedisNode, isAsking: boolean) => Promise<unknown>;
}

const START_PATIENCE_MS = 5_000;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 200;

/** Connects, or throws `StoreUnavailable`. */
export async function connectRedis({ url, waitReplicas = 0, onError }: ConnectionOptions): Promise<RedisConnection> {
  let made = 0;
  const onConnect = () => {
    made += 1;
  };
  const address = readRedisAddress(url);
  if (!address.ok) throw new Error(`not an address of Redis: ${address.failure.kind}`);
  const { database } = address.value;
  const nodes = await openNodes(address.value, { waitReplicas, onError, onConnect });
  return createConnection(nodes, { waitReplicas, database, connectionsMade: () => made }, () => null);
}

function createConnection(
  nodes: Nodes,
  facts: Pick<RedisConnection, 'waitReplicas' | 'database' | 'connectionsMade'>,
  guard: Guard,
): RedisConnection {
  const ask = createAsker(nodes, guard);
  const run = (script: Script, keys: readonly string[], args: readonly Argument[], isUnchanged: IsUnchanged | null) => {
    const rest = [String(keys.length), ...keys, ...args];
    const { isRepeatable, isReading } = script;
    return ask({
      ...{ key: keys[0] ?? '', isRepeatable, isReading },
      sendTo: (node, isAsking) => runOn(node, script, rest, { isAsking, isUnchanged }),
    });
  };
  return {
    command: (name, ...args) =>
      ask({
        key: String(args[0]),
        ...{ isRepeatable: isRepeatable(name, args), isReading: READING.test(name) },
        sendTo: (node, isAsking) => node.send([name, ...args], isAsking),
      }),
    run: (script, keys, args) => run(script, keys, args, null),
    runReplicated: (script, keys, args, isUnchanged = () => false) => run(script, keys, args, isUnchanged),
    ...facts,
    guardedBy: (own) => createConnection(nodes, facts, own),
    isOneMaster: nodes.isOneMaster,
    followsMasters: nodes.patienceMs > 0,
    masters: () =>
      nodes.masters().map((node) => ({
        command: (name, ...args) =>
          node.send([name, ...args]).catch((error) => fail(error, verdictOf(error) === 'unknown')),
      })),
    requireAll: () => nodes.requireAll().catch((error) => fail(error, false)),
    close: () => nodes.close(),
  };
}

/** Redis may start beside us; but a wrong address must stop the start. */
async function openNodes(address: RedisAddress, shared: Omit<NodeSettings, 'address'>): Promise<Nodes> {
  const untilMs = performance.now() + START_PATIENCE_MS;
  for (;;) {
    try {
      return await openOnce(address, { ...shared, address });
    } catch (error) {
      if (performance.now() >= untilMs) fail(error, false, 'Redis does not answer');
    }
    await pause(LONGEST_PAUSE_MS);
  }
}

async function openOnce(address: RedisAddress, settings: NodeSettings): Promise<Nodes> {
  if (address.kind === 'sentinel') return openSentinel(address, settings);
  if (address.kind === 'cluster') return openCluster(address.hosts, settings);
  const [host] = address.hosts;
  if (host === undefined) throw new Error('an address without a host');
  const node = await connectNode(host, settings);
  await requireReady(node);
  return singleNode(node);
}

/**
 * While it still reads its file Redis takes connections, and no commands (LOADING). Of several places each waits by
 * itself.
 */
async function requireReady(node: RedisNode): Promise<void> {
  try {
    await node.send(['PING']);
  } catch (error) {
    if (verdictOf(error) !== 'later') return;
    node.destroy();
    throw error;
  }
}

/**
 * Asks whoever keeps the key, and asks again while nobody does or somebody else does, as long as that cannot do
 * a thing twice. The first try is sent before this returns: what is asked in one go arrives in that order, but for
 * what the guard holds up.
 */
function createAsker(nodes: Nodes, guard: Guard): (request: Request) => Promise<unknown> {
  return async (request) => {
    const untilMs = performance.now() + nodes.patienceMs;
    let isUncertain = false;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      const guarding = guard(request.isReading);
      if (guarding !== null) await guarding.catch((error) => (isUncertain ? fail(error, true) : rethrow(error)));
      let asked: RedisNode | null = null;
      try {
        asked = nodes.nodeOf(request.key);
        return await askOnce(nodes, asked, request);
      } catch (error) {
        const verdict = verdictOf(error);
        isUncertain ||= verdict === 'unknown' && !request.isReading;
        const isOver = verdict === 'refused' || (isUncertain && !request.isRepeatable);
        if (isOver || performance.now() >= untilMs) fail(error, isUncertain);
        await nodes.lookAgain(asked && redirectionOf(error, asked.where));
      }
      // It keeps no process alive that has nothing else to do.
      await pause(pauseMs, null, { ref: false });
    }
  };
}

async function askOnce(nodes: Nodes, node: RedisNode, { sendTo }: Request): Promise<unknown> {
  try {
    return await sendTo(node, false);
  } catch (error) {
    const redirection = redirectionOf(error, node.where);
    if (!redirection?.isAsking) throw error;
    return sendTo(await nodes.nodeAt(redirection.to), true);
  }
}

interface Way {
  readonly isAsking: boolean;
  /** null where no replica is waited for. */
  readonly isUnchanged: IsUnchanged | null;
}

function runOn(node: RedisNode, script: Script, rest: readonly Argument[], way: Way): Promise<unknown> {
  const send = (args: readonly Argument[]) =>
    way.isUnchanged === null ? node.send(args, way.isAsking) : node.write(args, way.isAsking, way.isUnchanged);
  return send(['EVALSHA', script.sha1, ...rest]).catch((error) => {
    if (!isUnknownScript(error)) throw error;
    return send(['EVAL', script.source, ...rest]);
  });
}

/** Whatever is not here counts as a write. */
const READING =
  /^(?:M?GET|HM?GET|HGETALL|EXISTS|PTTL|PING|INFO|SMEMBERS|Z(?:CARD|COUNT|SCORE|SCAN)|Z(?:REV)?RANGE(?:BYSCORE)?)$/;

const REPEATABLE =
  /^(?:GET|MGET|HMGET|HGETALL|EXISTS|PTTL|ZCARD|ZCOUNT|Z(?:REV)?RANGE(?:BYSCORE)?|ZSCORE|SET|DEL|HDEL|ZADD|ZREM|ZREMRANGEBYSCORE|PEXPIRE)$/;

function isRepeatable(name: string, args: readonly Argument[]): boolean {
  return REPEATABLE.test(name) && !args.includes('NX');
}

function rethrow(error: unknown): never {
  throw error;
}

function fail(error: unknown, isUncertain: boolean, said = 'Redis did not do what was asked'): never {
  throw new StoreUnavailable(said, { cause: withoutArguments(error), isUnchanged: !isUncertain });
}
