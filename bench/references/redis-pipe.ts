import { connect } from 'node:net';

export type Argument = string | Uint8Array;

/** One connection that takes many commands in one go. */
export interface RedisPipe {
  /** Resolves when so many lines have come back. Throws on an error, a null or a 0: a command was not carried out. */
  ask(commands: Buffer, replyLines: number): Promise<void>;
  close(): void;
}

const LINE_END = 0x0a;

export async function openRedisPipe(port: number): Promise<RedisPipe> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  let settle = (_error: Error | null): void => {};
  let left = 0;
  socket.on('error', (error) => settle(error));
  socket.on('close', () => settle(new Error('Redis has hung up')));
  socket.on('data', (chunk) => {
    if (chunk.includes('-') || chunk.includes(':0')) settle(new Error(`Redis: ${chunk.toString('latin1', 0, 200)}`));
    for (const byte of chunk) if (byte === LINE_END) left -= 1;
    if (left === 0) settle(null);
  });
  const ask = (commands: Buffer, replyLines: number) =>
    new Promise<void>((resolve, reject) => {
      left = replyLines;
      settle = (error) => (error === null ? resolve() : reject(error));
      socket.write(commands);
    });
  return { ask, close: () => socket.destroy() };
}

/** An array of bulk strings, as every command is sent (the Redis serialization protocol). */
export function encodeCommand(args: readonly Argument[]): Buffer {
  const parts = args.flatMap((argument) => {
    const bytes = Buffer.from(argument as string);
    return [Buffer.from(`$${bytes.length}\r\n`), bytes, Buffer.from('\r\n')];
  });
  return Buffer.concat([Buffer.from(`*${args.length}\r\n`), ...parts]);
}
