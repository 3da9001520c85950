import { setTimeout as pause } from 'node:timers/promises';
import type { RedisAddress, RedisHost } from '#src/values/redis-address.ts';
import { connectNode, type NodeSettings, nameOf, type RedisNode } from './node.ts';
import { coalesced, type Nodes, oneAfterAnother } from './nodes.ts';
import { askSentinel, type NamedMaster, watchSentinel } from './sentinel-client.ts';

/**
 * A master, and who names it: one sentinel, or, once no single word was taken, most or all of those that were asked.
 */
interface Word {
  readonly named: NamedMaster;
  readonly saidBy: 'one' | 'most' | 'all';
}

/** A failover takes what the sentinels need to agree that the master is down, and then some two seconds. */
export const FAILOVER_PATIENCE_MS = 10_000;
const WATCH_AGAIN_MS = 500;
/** Half a minute: sentinels that are begun anew find each other within some seconds. */
const MOST_AGREE_TRIES = 60;
/** How long a process may take to say whether it is still master; a silent one is taken for none. */
const ROLE_WITHIN_MS = 1_000;

/**
 * The master that the sentinels name, followed from process to process. A new one is taken from a sentinel that knows
 * at least as much as the one that named the last (config-epoch), and only if it says itself that it is master. If all
 * of several sentinels name the same one, that counts under any number: sentinels that lost their file begin with 0.
 *
 * A sentinel may name a dead master for as long as that is dead: if the next failover came before the sentinel was
 * done with its own, it keeps the master that it has made, under the number that it hears from the others. So a word
 * that names ours counts only while ours is master. Another master under the same number is taken only if ours is not
 * master, and if at least as many sentinels name the other.
 */
export async function openSentinel(address: RedisAddress, settings: NodeSettings): Promise<Nodes> {
  const { masterName, hosts } = address;
  let current: RedisNode | null = null;
  let epoch = 0;
  const ended = new AbortController();

  /** True when this word was taken, and its master is ours. */
  async function follow(word: Word | null): Promise<boolean> {
    if (word === null || (word.named.epoch < epoch && word.saidBy !== 'all')) return false;
    const { named, saidBy } = word;
    if (current !== null && nameOf(current.where) === nameOf(named)) {
      await requireMaster(current);
    } else {
      if (named.epoch === epoch && saidBy !== 'all' && current !== null) {
        if (saidBy === 'one' || (await isMaster(current))) return false;
      }
      const node = await connectMaster(named, settings);
      // What was asked of the old one may have been done or not: what can be asked again is.
      current?.destroy();
      current = node;
    }
    epoch = named.epoch;
    return true;
  }
  const followInTurn = oneAfterAnother(follow);

  async function take(word: Word): Promise<boolean> {
    return !ended.signal.aborted && followInTurn(word);
  }

  async function look(): Promise<unknown> {
    let reason: unknown = new Error('no sentinel knows the present master');
    const [heard, refused]: [NamedMaster[], NamedMaster[]] = [[], []];
    for (const host of hosts) {
      try {
        const named = await askSentinel(host, settings.address, masterName);
        heard.push(named);
        if (await take({ named, saidBy: 'one' })) return null;
        refused.push(named);
      } catch (error) {
        reason = error;
      }
    }
    const agreed = refused.length === hosts.length ? agreedBy(refused) : null;
    const other = agreed ?? mostNamed(heard, epoch, current);
    if (other === null) return reason;
    return take({ named: other, saidBy: agreed === null ? 'most' : 'all' }).then(
      () => null,
      (error) => error,
    );
  }
  const lookAgain = coalesced(async () => void (await look()));

  /**
   * Asks the sentinel that has heard of a new master. If its word alone does not count, asks all, until they agree: the
   * others may not have heard yet, or may just be starting.
   */
  async function askFirst(host: RedisHost): Promise<void> {
    for (let tries = 0; tries < MOST_AGREE_TRIES && !ended.signal.aborted; tries += 1) {
      const named = await askSentinel(host, settings.address, masterName);
      if (await take({ named, saidBy: 'one' })) return;
      await lookAgain();
      await pause(WATCH_AGAIN_MS, null, { signal: ended.signal, ref: false });
    }
  }

  /** Hears of a new master from one sentinel at a time; READONLY and lost connections tell the rest. */
  async function watch(): Promise<void> {
    for (let at = 0; !ended.signal.aborted; at += 1) {
      const host = hosts[at % hosts.length] as RedisHost;
      const onSwitch = () => void askFirst(host).catch((error) => ended.signal.aborted || settings.onError(error));
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
    requireAll: async () => {},
    lookAgain,
    close: async () => {
      ended.abort();
      await followInTurn(null);
      await node().close();
    },
  };
}

/** The master that all of several name: a silent sentinel might know of another, and one alone proves nothing. */
function agreedBy(all: readonly NamedMaster[]): NamedMaster | null {
  const [first, ...others] = all;
  if (first === undefined || others.length === 0) return null;
  return others.every((other) => nameOf(other) === nameOf(first)) ? first : null;
}

/** The master that most name under this number, ours left out; null if more name ours. */
function mostNamed(heard: readonly NamedMaster[], epoch: number, ours: RedisNode | null): NamedMaster | null {
  if (ours === null) return null;
  const named = Map.groupBy(
    heard.filter((one) => one.epoch === epoch),
    nameOf,
  );
  const namingOurs = named.get(nameOf(ours.where)) ?? [];
  named.delete(nameOf(ours.where));
  const [most = []] = [...named.values()].toSorted((one, other) => other.length - one.length);
  return most.length < namingOurs.length ? null : (most[0] ?? null);
}

async function connectMaster(where: RedisHost, settings: NodeSettings): Promise<RedisNode> {
  const node = await connectNode(where, settings);
  try {
    await requireMaster(node);
    return node;
  } catch (error) {
    node.destroy();
    throw error;
  }
}

async function requireMaster(node: RedisNode): Promise<void> {
  const role = await roleOf(node);
  const name = nameOf(node.where);
  if (role !== 'master') throw new Error(role === null ? `${name} has not answered` : `${name} is not the master`);
}

async function isMaster(node: RedisNode): Promise<boolean> {
  return (await roleOf(node).catch(() => null)) === 'master';
}

/** In its own words; null where it is silent. */
async function roleOf(node: RedisNode): Promise<string | null> {
  const asked = node.send(['ROLE']).then((answer) => String((answer as unknown[])[0]));
  return Promise.race([asked, pause(ROLE_WITHIN_MS, null, { ref: false })]);
}
