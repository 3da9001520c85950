import { KEYS } from '#src/store/redis/keys.ts';
import type { RedisServer } from '../../tests/support/redis-server.ts';
import { residentOf } from '../load/process-figures.ts';
import { createCommands, openWritingPipe } from '../references/raw-redis.ts';
import { encodeCommand } from '../references/redis-pipe.ts';
import type { SampleRows } from '../references/sample-rows.ts';
import { waitingRows } from './waiting-rows.ts';

const GROUP = 1000;
const TELL_EVERY = 1_000_000;
/** Of the two writes of a create, and of the two lists that count what waits. */
const REPLY_LINES = 4;

/** Puts so many waiting secrets into Redis, or as many as there is memory for, and gives how many. */
export async function fillRedis(redis: RedisServer, count: number, mostBytes: number): Promise<number> {
  const pipe = await openWritingPipe(redis.port);
  let done = 0;
  while (done < count && residentOf(redis.pid).ownBytes < mostBytes) {
    const group = [...waitingRows(Math.min(GROUP, count - done))];
    await pipe.ask(Buffer.concat(group.flatMap(commandsOf)), group.length * REPLY_LINES);
    done += group.length;
    if (done % TELL_EVERY === 0) console.error(`Redis: ${done} of ${count}`);
  }
  pipe.close();
  return done;
}

function commandsOf(rows: SampleRows): Buffer[] {
  const { id, expiresAtMs, recordExpiresAtMs } = rows.secret;
  return [
    ...createCommands(rows),
    encodeCommand(['ZADD', KEYS.live, String(expiresAtMs), id]),
    encodeCommand(['ZADD', KEYS.records, String(recordExpiresAtMs), id]),
  ];
}
