import { ClientClosedError, ClientOfflineError, createClient, ErrorReply, RESP_TYPES } from 'redis';
import { StoreUnavailable } from '#src/features/secrets/secret-store.ts';
import type { Script } from './scripts.ts';

export type Argument = string | Uint8Array;

/** Commands to one Redis; every failure arrives as `StoreUnavailable`. Text replies are buffers. */
export interface RedisConnection {
  command(name: string, ...args: Argument[]): Promise<unknown>;
  run(script: Script, keys: readonly string[], args: readonly Argument[]): Promise<unknown>;
  close(): Promise<void>;
}

export interface ConnectionOptions {
  /** redis:// or rediss://, may hold user, password and database number. */
  readonly url: string;
  /** The connection was lost or could not be made again; it goes on trying. */
  readonly onError: (error: unknown) => void;
}

const CONNECT_TIMEOUT_MS = 5_000;
const LONGEST_RECONNECT_MS = 2_000;
const PING_INTERVAL_MS = 5_000;

/** Connects, or throws `StoreUnavailable`. While disconnected it answers at once and queues nothing. */
export async function connectRedis(options: ConnectionOptions): Promise<RedisConnection> {
  const client = createClient({
    url: options.url,
    disableOfflineQueue: true,
    pingInterval: PING_INTERVAL_MS,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      // A write that gets no answer is not waited for longer than two pings.
      socketTimeout: 2 * PING_INTERVAL_MS,
      reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, LONGEST_RECONNECT_MS),
    },
    // No timer for each command: a connection that does not answer is given up as a whole.
    commandOptions: { timeout: 0, typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } },
  });
  client.on('error', options.onError);
  await connectOnce(client);
  const send = (args: readonly Argument[]) => client.sendCommand(args.map(toRedisArgument));
  return {
    command: (name, ...args) => send([name, ...args]).catch(toStoreUnavailable),
    run: async (script, keys, args) => {
      const rest = [String(keys.length), ...keys, ...args];
      return send(['EVALSHA', script.sha1, ...rest])
        .catch((error) => {
          if (!isUnknownScript(error)) throw error;
          return send(['EVAL', script.source, ...rest]);
        })
        .catch(toStoreUnavailable);
    },
    close: async () => {
      if (client.isReady) await client.close();
      else client.destroy();
    },
  };
}

/** The first connection is not tried for ever: a wrong address must stop the start. */
async function connectOnce(client: { connect(): Promise<unknown>; destroy(): void }): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), CONNECT_TIMEOUT_MS);
  });
  try {
    await Promise.race([client.connect(), tooLong]);
  } catch (error) {
    client.destroy();
    throw new StoreUnavailable('Redis does not answer', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

function toRedisArgument(argument: Argument): string | Buffer {
  return typeof argument === 'string' || Buffer.isBuffer(argument) ? argument : Buffer.from(argument);
}

function isUnknownScript(error: unknown): boolean {
  return error instanceof ErrorReply && error.message.startsWith('NOSCRIPT');
}

function toStoreUnavailable(error: unknown): never {
  const wasNotSent = error instanceof ClientOfflineError || error instanceof ClientClosedError;
  const isUnchanged = wasNotSent || error instanceof ErrorReply;
  throw new StoreUnavailable('Redis did not do what was asked', { cause: error, isUnchanged });
}
