import { StoreUnavailable } from '#src/store-unavailable.ts';
import type { RedisConnection } from './connection.ts';
import { layoutOf, requireLayout } from './layout.ts';

export interface ScannedKeys {
  readonly keys: readonly string[];
  /** Where to go on; null at the end. */
  readonly next: string | null;
}

/** What Redis keeps a key as. */
export type KeyType = 'hash' | 'string';

const COUNT = '500';

/**
 * A few hundred keys that match, of any type unless one is named, one master after the other; begins with null. Every
 * key that is there all the while is answered at least once. Each call is short, the whole takes as long as there are
 * keys. Throws `StoreUnavailable` where somebody else may answer than did at the beginning, and at the end where slots
 * of a Cluster have moved.
 */
export async function scanKeys(
  redis: Pick<RedisConnection, 'masters' | 'isOneMaster' | 'connectionsMade'>,
  match: string,
  from: string | null,
  type: KeyType | null = null,
): Promise<ScannedKeys> {
  const connections = redis.connectionsMade();
  const [at = '', cursor = '', before = '', layout = ''] = from?.split(' ') ?? [
    '0',
    '0',
    String(connections),
    await layoutOf(redis),
  ];
  requireSame(Number(before), connections);
  const master = redis.masters()[Number(at)];
  if (master === undefined) {
    await requireLayout(layout, redis);
    return { keys: [], next: null };
  }
  const typed = type === null ? [] : ['TYPE', type];
  const reply = await master.command('SCAN', cursor, 'MATCH', match, 'COUNT', COUNT, ...typed);
  const [next, keys] = reply as [Buffer, Buffer[]];
  const isLast = String(next) === '0' && redis.isOneMaster;
  return {
    keys: keys.map(String),
    next: isLast ? null : `${placeAfter(Number(at), String(next))} ${before} ${layout}`,
  };
}

/**
 * A cursor means something to the process alone that gave it: with any other keys would be left out, and nobody told.
 */
export function requireSame(before: number, connections: number): void {
  if (before === connections) return;
  throw new StoreUnavailable('a connection to Redis was lost while its keys were listed; hint: begin again');
}

/** Behind the last master of a Cluster only its layout is looked at again. */
function placeAfter(at: number, cursor: string): string {
  return cursor === '0' ? `${at + 1} 0` : `${at} ${cursor}`;
}
