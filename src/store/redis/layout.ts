import { hash } from 'node:crypto';
import { StoreUnavailable } from '#src/store-unavailable.ts';
import type { RedisConnection } from './connection.ts';
import { SLOT_COUNT } from './slot.ts';

type Members = Pick<RedisConnection, 'masters' | 'isOneMaster'>;

/** Of a Cluster in which keys are just going from one master to another, or of which a part is not known here. */
const UNSETTLED = 'unsettled';

/** A name for which master of a Cluster keeps which slots, without spaces; 'one' where there is nobody else. */
export async function layoutOf({ masters, isOneMaster }: Members): Promise<string> {
  if (isOneMaster) return 'one';
  const told = await Promise.all(masters().map(async (master) => ownSlots(await master.command('CLUSTER', 'NODES'))));
  const slots = told.flat();
  const isWhole = slots.reduce((sum, range) => sum + sizeOf(range), 0) === SLOT_COUNT;
  const isMoving = slots.some((range) => range.startsWith('['));
  return isWhole && !isMoving ? hash('sha256', JSON.stringify(told), 'base64url') : UNSETTLED;
}

/** Throws if the layout has changed: what went to a master that had been listed already is in no list. */
export async function requireLayout(before: string, redis: Members): Promise<void> {
  if (before !== UNSETTLED && before === (await layoutOf(redis))) return;
  throw new StoreUnavailable('slots of the Redis Cluster were moved while its keys were listed; hint: begin again');
}

/** 'from-to', a single one, or '[slot->-id]' and '[slot-<-id]' for one that is just leaving or coming. */
function ownSlots(nodes: unknown): readonly string[] {
  const own = String(nodes)
    .split('\n')
    .find((line) => / (?:\S+,)?myself/.test(line));
  return own?.split(' ').slice(8) ?? [];
}

function sizeOf(range: string): number {
  if (range.startsWith('[')) return 0;
  const [from = 0, to = from] = range.split('-').map(Number);
  return to - from + 1;
}
