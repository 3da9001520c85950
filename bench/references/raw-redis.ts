import { connect } from 'node:net';
import { SCRIPTS } from '#src/store/redis/scripts.ts';
import { stateFields, withInstant } from '#src/store/redis/secret-rows.ts';
import type { RawStore } from './raw-store.ts';
import type { SampleRows } from './sample-rows.ts';

type Argument = string | Uint8Array;

/** Lines that Redis answers to one create: +OK and :1. */
const REPLIES = 2;
const LINE_END = 0x0a;

/** The two writes of a create on one connection, a group of them in one go. Throws on any reply that is not a yes. */
export async function openRawRedis(port: number, pid: number): Promise<RawStore> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  let settle = (_error: Error | null): void => {};
  let left = 0;
  socket.on('data', (chunk) => {
    if (chunk.includes('-') || chunk.includes(':0'))
      settle(new Error(`Redis refused: ${chunk.toString('latin1', 0, 200)}`));
    for (const byte of chunk) if (byte === LINE_END) left -= 1;
    if (left === 0) settle(null);
  });
  const ask = (commands: Buffer, replies: number) =>
    new Promise<void>((resolve, reject) => {
      left = replies;
      settle = (error) => (error === null ? resolve() : reject(error));
      socket.write(commands);
    });
  // The script's name comes back as two lines: its length, and itself.
  await ask(encode(['SCRIPT', 'LOAD', SCRIPTS.put.source]), 2);
  return {
    write: (group) => ask(Buffer.concat(group.flatMap(commandsOf)), group.length * REPLIES),
    storePid: pid,
    close: () => socket.destroy(),
  };
}

function commandsOf({ secret, metadata }: SampleRows): Buffer[] {
  const { createdAtMs, recordExpiresAtMs, expiresAtMs, senderCopy } = secret;
  const life = (untilMs: number) => String(untilMs - createdAtMs);
  const value = withInstant(metadata.recordExpiresAtMs, metadata.sealed);
  const copy =
    senderCopy === null ? ['', '0'] : [withInstant(senderCopy.untilMs, senderCopy.sealed), life(senderCopy.untilMs)];
  const keys = ['state', 'content', 'sender'].map((name) => `{${secret.id}}:${name}`);
  const args = [life(recordExpiresAtMs), secret.content, life(expiresAtMs), ...copy, ...stateFields(secret)];
  return [
    encode(['SET', `{${metadata.id}}:metadata`, value, 'NX', 'PX', life(recordExpiresAtMs)]),
    encode(['EVALSHA', SCRIPTS.put.sha1, String(keys.length), ...keys, ...args]),
  ];
}

/** An array of bulk strings, as every command is sent (the Redis serialization protocol). */
function encode(args: readonly Argument[]): Buffer {
  const parts = args.flatMap((argument) => {
    const bytes = Buffer.from(argument as string);
    return [Buffer.from(`$${bytes.length}\r\n`), bytes, Buffer.from('\r\n')];
  });
  return Buffer.concat([Buffer.from(`*${args.length}\r\n`), ...parts]);
}
