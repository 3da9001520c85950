import { withInstant } from '#src/store/redis/instants.ts';
import { KEYS } from '#src/store/redis/keys.ts';
import { SCRIPTS } from '#src/store/redis/scripts.ts';
import { stateFields } from '#src/store/redis/secret-rows.ts';
import type { RawStore } from './raw-store.ts';
import { encodeCommand, openRedisPipe, type RedisPipe } from './redis-pipe.ts';
import type { SampleRows } from './sample-rows.ts';

/** +OK and :1. */
const REPLY_LINES = 2;

/** The two writes of a create on one connection, a group of them in one go. */
export async function openRawRedis(port: number, pid: number): Promise<RawStore> {
  const pipe = await openWritingPipe(port);
  return {
    write: (group) => pipe.ask(Buffer.concat(group.flatMap(createCommands)), group.length * REPLY_LINES),
    storePid: pid,
    close: pipe.close,
  };
}

/** One that knows the script that `createCommands` calls. */
export async function openWritingPipe(port: number): Promise<RedisPipe> {
  const pipe = await openRedisPipe(port);
  // Its name comes back as two lines: how long it is, and itself.
  await pipe.ask(encodeCommand(['SCRIPT', 'LOAD', SCRIPTS.put.source]), 2);
  return pipe;
}

/** What a create writes of itself, as the store's adapter does: metadata, then the secret. */
export function createCommands({ secret, metadata }: SampleRows): Buffer[] {
  const { createdAtMs, recordExpiresAtMs, expiresAtMs, senderCopy } = secret;
  const life = (untilMs: number) => String(untilMs - createdAtMs);
  const value = withInstant(metadata.recordExpiresAtMs, metadata.sealed);
  const copy =
    senderCopy === null ? ['', '0'] : [withInstant(senderCopy.untilMs, senderCopy.sealed), life(senderCopy.untilMs)];
  const keys = KEYS.secret(secret.id);
  const args = [life(recordExpiresAtMs), secret.content, life(expiresAtMs), ...copy, ...stateFields(secret)];
  return [
    encodeCommand(['SET', KEYS.metadata(metadata.id), value, 'NX', 'PX', life(metadata.recordExpiresAtMs)]),
    encodeCommand(['EVALSHA', SCRIPTS.put.sha1, String(keys.length), ...keys, ...args]),
  ];
}
