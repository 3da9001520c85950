import type { RedisNode } from './node.ts';
import { Unconfirmed } from './reply-errors.ts';

/** Whether an answer says that nothing was changed: then no replica has to have it. */
export type IsUnchanged = (reply: unknown) => boolean;

/** How long replicas have to say that they have it. */
const WAIT_MS = 1_000;

interface Write {
  readonly args: Parameters<RedisNode['send']>;
  readonly isUnchanged: IsUnchanged;
  readonly settle: (reply: Promise<unknown>) => void;
}

/**
 * Writes that are done once that many replicas have them. WAIT speaks only of what its own connection has written, and
 * blocks that connection. So writes go in groups with one WAIT at the end of each; what comes meanwhile is the next.
 */
export function createGroupWriter(send: RedisNode['send'], replicas: number): RedisNode['write'] {
  let waiting: Write[] = [];
  let isUnderWay = false;

  async function writeGroups(): Promise<void> {
    isUnderWay = true;
    // Whoever writes several rows in one go finds them in one group.
    await Promise.resolve();
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      const replies = group.map(({ args }) => send(...args));
      const confirmed = confirm(send(['WAIT', String(replicas), String(WAIT_MS)]), replicas);
      group.forEach(({ isUnchanged, settle }, at) => void settle(whenConfirmed(replies[at], isUnchanged, confirmed)));
      // The next group goes when this one is through: it would stand behind WAIT anyway.
      await confirmed.catch(() => {});
    }
    isUnderWay = false;
  }

  return (args, isAsking, isUnchanged) =>
    new Promise((resolve) => {
      waiting.push({ args: [args, isAsking], isUnchanged, settle: resolve });
      if (!isUnderWay) void writeGroups();
    });
}

async function confirm(asked: Promise<unknown>, replicas: number): Promise<void> {
  const reached = await asked.catch((error) => {
    throw new Unconfirmed('nobody knows which replicas have it', { cause: error });
  });
  if (Number(reached) < replicas) throw new Unconfirmed(`${reached} of ${replicas} replicas have it`);
}

/** A write that was refused is refused, whatever replicas say of the others. */
async function whenConfirmed(
  reply: Promise<unknown> | undefined,
  isUnchanged: IsUnchanged,
  confirmed: Promise<void>,
): Promise<unknown> {
  const value = await reply;
  if (!isUnchanged(value)) await confirmed;
  return value;
}
