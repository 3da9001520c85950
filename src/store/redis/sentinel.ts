import { setTimeout as pause } from 'node:timers/promises';
import type { RedisAddress, RedisHost } from '#src/redis-address.ts';
import { connectNode, type NodeSettings, nameOf, type RedisNode } from './node.ts';
import { inTurn, type Nodes, oneAtATime } from './nodes.ts';
import { askSentinel, type NamedMaster, watchSentinel } from './sentinel-client.ts';

/** A failover takes what the sentinels need to agree that the master is down, and then some two seconds. */
export const FAILOVER_PATIENCE_MS = 10_000;
const WATCH_AGAIN_MS = 500;

/**
 * The master that the sentinels name, followed from process to process. A new one is taken from a sentinel that
 * knows at least as much as the one who named the last (config-epoch), and only if it says itself that it is master.
 */
export async function openSentinel(address: RedisAddress, settings: NodeSettings): Promise<Nodes> {
  const { masterName, hosts } = address;
  let current: RedisNode | null = null;
  let epoch = 0;
  const ended = new AbortController();

  /** True when this sentinel's word was taken, and its master is ours. */
  async function follow(named: NamedMaster | null): Promise<boolean> {
    if (named === null || named.epoch < epoch) return false;
    if (current === null || nameOf(current.where) !== nameOf(named)) {
      const node = await connectMaster(named, settings);
      // What was asked of the old one may have been done or not: what can be asked again is.
      current?.destroy();
      current = node;
    }
    epoch = named.epoch;
    return true;
  }
  const followInTurn = inTurn(follow);

  async function ask(host: RedisHost): Promise<boolean> {
    const named = await askSentinel(host, settings.address, masterName);
    return !ended.signal.aborted && followInTurn(named);
  }

  async function look(): Promise<unknown> {
    let reason: unknown = new Error('no sentinel knows the present master');
    for (const host of hosts) {
      try {
        if (await ask(host)) return null;
      } catch (error) {
        reason = error;
      }
    }
    return reason;
  }
  const lookAgain = oneAtATime(async () => void (await look()));

  /** Hears of a new master from one sentinel at a time; READONLY and lost connections tell the rest. */
  async function watch(): Promise<void> {
    for (let at = 0; !ended.signal.aborted; at += 1) {
      const host = hosts[at % hosts.length] as RedisHost;
      const onSwitch = () => void ask(host).catch(settings.onError);
      await watchSentinel(host, settings.address, { masterName, onSwitch, signal: ended.signal }).catch(() => {});
      await pause(WATCH_AGAIN_MS, null, { signal: ended.signal, ref: false }).catch(() => {});
    }
  }

  const reason = await look();
  if (current === null) throw reason;
  void watch();
  const node = () => current as RedisNode;
  return {
    patienceMs: FAILOVER_PATIENCE_MS,
    isOneMaster: true,
    nodeOf: node,
    nodeAt: async () => node(),
    masters: () => [node()],
    lookAgain,
    close: async () => {
      ended.abort();
      await followInTurn(null);
      await node().close();
    },
  };
}

async function connectMaster(where: RedisHost, settings: NodeSettings): Promise<RedisNode> {
  const node = await connectNode(where, settings);
  const [role] = (await node.send(['ROLE']).catch(() => [])) as unknown[];
  if (String(role) === 'master') return node;
  node.destroy();
  throw new Error(`${nameOf(where)} is not yet the master`);
}
