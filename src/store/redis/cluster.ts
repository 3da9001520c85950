import type { RedisHost } from '#src/values/redis-address.ts';
import { connectNode, type NodeSettings, nameOf, type RedisNode } from './node.ts';
import { coalesced, type Nodes } from './nodes.ts';
import { NoMaster, placeToldBy, type Redirection } from './reply-errors.ts';
import { FAILOVER_PATIENCE_MS } from './sentinel.ts';
import { SLOT_COUNT, slotOf } from './slot.ts';

/** A range of slots, its master first. */
type SlotRange = readonly [from: number, to: number, master: readonly [host: unknown, port: unknown]];

/** The masters of a Redis Cluster and the slots that each keeps, as one of its members tells them. */
export async function openCluster(seeds: readonly RedisHost[], settings: NodeSettings): Promise<Nodes> {
  const nodes = new Map<string, RedisNode>();
  let owners = new Map<number, RedisNode>();
  let isClosed = false;
  let looks = 0;

  async function nodeAt(where: RedisHost): Promise<RedisNode> {
    const known = nodes.get(nameOf(where));
    if (known) return known;
    const onError = (error: unknown) => {
      settings.onError(error);
      forgetStranger(where);
    };
    const node = await connectNode(where, { ...settings, onError }).catch((cause) => {
      throw new NoMaster('who is to be asked instead cannot be reached', { cause });
    });
    const meanwhile = nodes.get(nameOf(where));
    if (meanwhile || isClosed) node.destroy();
    else nodes.set(nameOf(where), node);
    return meanwhile ?? node;
  }

  /** Slots of a master that cannot be reached have no owner until the next look. */
  async function take(ranges: readonly SlotRange[], asked: RedisHost): Promise<void> {
    const places = ranges.map(([from, to, [host, port]]) => ({ from, to, where: placeToldBy(asked, host, port) }));
    const found = await Promise.allSettled(places.map(({ where }) => nodeAt(where)));
    const next = new Map<number, RedisNode>();
    places.forEach(({ from, to, where }, at) => {
      const node = found[at];
      // It may have been lost, and forgotten, while others were still being reached.
      if (node?.status !== 'fulfilled' || nodes.get(nameOf(where)) !== node.value) return;
      for (let slot = from; slot <= to; slot += 1) next.set(slot, node.value);
    });
    const left = new Set(next.values());
    for (const node of new Set(owners.values())) if (!left.has(node)) retire(node);
    owners = next;
  }

  /**
   * Lets go of a member that a slot was to move to, and did not, or that it has left again: no look tells that such a
   * member is gone, and its connection would be made anew for ever. A command that is sent there connects once more.
   */
  function forgetStranger(where: RedisHost): void {
    const node = nodes.get(nameOf(where));
    if (node && !new Set(owners.values()).has(node)) retire(node);
  }

  /** It answers what it was asked, with where to ask instead; then it is let go. */
  function retire(node: RedisNode): void {
    // Another may be at its place by now.
    if (nodes.get(nameOf(node.where)) === node) nodes.delete(nameOf(node.where));
    void node.close().catch(settings.onError);
  }

  /** Each look begins with the next place: a member that is cut off from the others still tells what was. */
  function placesInTurn(): readonly RedisHost[] {
    const places = [...[...new Set(owners.values())].map(({ where }) => where), ...seeds];
    const first = looks++ % places.length;
    return [...places.slice(first), ...places.slice(0, first)];
  }

  async function look(redirection: Redirection | null): Promise<unknown> {
    let reason: unknown = null;
    for (const place of [...(redirection ? [redirection.to, redirection.from] : []), ...placesInTurn()]) {
      if (isClosed) return null;
      try {
        await take(await slotsAsToldBy(place, nodes.get(nameOf(place)), settings), place);
        return null;
      } catch (error) {
        reason = error;
      }
    }
    return reason;
  }

  const lookAgain = coalesced(async (redirection: Redirection | null) => void (await look(redirection)));

  const reason = await look(null);
  if (owners.size === 0) throw reason ?? new Error('nobody knows the cluster');
  return {
    patienceMs: FAILOVER_PATIENCE_MS,
    isOneMaster: false,
    nodeOf: (key) => {
      const node = owners.get(slotOf(key));
      if (!node) throw new NoMaster('nobody is known who keeps this slot');
      return node;
    },
    nodeAt,
    masters: () => [...new Set(owners.values())],
    requireAll: async () => {
      if (owners.size < SLOT_COUNT) await lookAgain(null);
      if (owners.size < SLOT_COUNT) throw new NoMaster('nobody is known who keeps some of the slots');
    },
    lookAgain,
    close: async () => {
      isClosed = true;
      await Promise.all([...nodes.values()].map((node) => node.close()));
    },
  };
}

/** Over a connection of its own where there is none. */
async function slotsAsToldBy(where: RedisHost, known: RedisNode | undefined, settings: NodeSettings) {
  const node = known ?? (await connectNode(where, { ...settings, waitReplicas: 0 }));
  try {
    const ranges = (await node.send(['CLUSTER', 'SLOTS'])) as SlotRange[];
    if (ranges.length === 0) throw new Error('a cluster without slots');
    return ranges;
  } finally {
    if (!known) node.destroy();
  }
}
