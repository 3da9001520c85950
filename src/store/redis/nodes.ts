import type { RedisHost } from '#src/values/redis-address.ts';
import type { RedisNode } from './node.ts';
import type { Redirection } from './reply-errors.ts';

/** Which processes of Redis there are, and who keeps what. */
export interface Nodes {
  /** How long a command may look for a master before it fails; 0 where there is only one place to look. */
  readonly patienceMs: number;
  readonly isOneMaster: boolean;
  /** Who keeps this key now. Throws `NoMaster`. */
  nodeOf(key: string): RedisNode;
  /** By its address, for a slot that is just moving there. Throws `NoMaster`. */
  nodeAt(where: RedisHost): Promise<RedisNode>;
  /** Everyone who keeps a part of the keys. */
  masters(): readonly RedisNode[];
  /** Looks again where nobody is known who keeps some of the keys. Throws `NoMaster` where that stays so. */
  requireAll(): Promise<void>;
  /** Looks again who is who. Never fails: whoever asks then meets it with the next command. */
  lookAgain(redirection: Redirection | null): Promise<void>;
  close(): Promise<void>;
}

/** One process, which comes back by itself or not at all. */
export function singleNode(node: RedisNode): Nodes {
  return {
    patienceMs: 0,
    isOneMaster: true,
    nodeOf: () => node,
    nodeAt: async () => node,
    masters: () => [node],
    requireAll: async () => {},
    lookAgain: async () => {},
    close: () => node.close(),
  };
}

/** One call after the other, in the order in which they came. */
export function oneAfterAnother<Argument, Value>(
  run: (argument: Argument) => Promise<Value>,
): (argument: Argument) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve();
  return (argument) => {
    const next = last.then(() => run(argument));
    last = next.catch(() => {});
    return next;
  };
}

/** Calls that come while one is under way do not look again: all of them wait for that one. */
export function coalesced<Args extends readonly unknown[]>(
  look: (...args: Args) => Promise<void>,
): (...args: Args) => Promise<void> {
  let underWay: Promise<void> | null = null;
  return (...args) => {
    underWay ??= look(...args).finally(() => {
      underWay = null;
    });
    return underWay;
  };
}
