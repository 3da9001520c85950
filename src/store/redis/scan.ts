import { StoreUnavailable } from '#src/store-unavailable.ts';
import type { RedisConnection } from './connection.ts';

export interface ScannedKeys {
  readonly keys: readonly string[];
  /** Where to go on; null at the end. */
  readonly next: string | null;
}

const COUNT = '500';

/**
 * Some hundred keys that match, of one master after the other; begins with null. Every key that is there all the
 * while, and does not move to another master, is answered at least once. Each call is short, the whole takes as long as
 * there are keys. Throws `StoreUnavailable` where somebody else may answer than did at the beginning.
 */
export async function scanKeys(
  redis: Pick<RedisConnection, 'masters' | 'connectionsMade'>,
  match: string,
  from: string | null,
): Promise<ScannedKeys> {
  const connections = redis.connectionsMade();
  const [at = 0, cursor = 0, before = connections] = (from ?? '0 0').split(' ');
  requireSame(Number(before), connections);
  const masters = redis.masters();
  const reply = await masters[Number(at)]?.command('SCAN', String(cursor), 'MATCH', match, 'COUNT', COUNT);
  const [next, keys] = (reply ?? [Buffer.from('0'), []]) as [Buffer, Buffer[]];
  const place = placeAfter(Number(at), next.toString(), masters.length);
  return { keys: keys.map(String), next: place && `${place} ${before}` };
}

/** A cursor means something to the process alone that gave it: with any other keys would be left out, and nobody told. */
export function requireSame(before: number, connections: number): void {
  if (before === connections) return;
  throw new StoreUnavailable('a connection to Redis was lost while its keys were listed; hint: begin again');
}

function placeAfter(at: number, cursor: string, masters: number): string | null {
  if (cursor !== '0') return `${at} ${cursor}`;
  return at + 1 < masters ? `${at + 1} 0` : null;
}
