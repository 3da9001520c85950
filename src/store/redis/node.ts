import { createClient, RESP_TYPES } from 'redis';
import type { RedisAddress, RedisHost } from '#src/values/redis-address.ts';
import { createGroupWriter, type IsUnchanged } from './group-writer.ts';
import { LONGEST_SILENCE_MS, watchForSilence } from './heartbeat.ts';

export type Argument = string | Uint8Array;

/** What the connections to all processes of one store have in common. */
export interface NodeSettings {
  readonly address: Pick<RedisAddress, 'isEncrypted' | 'user' | 'password' | 'database'>;
  /** How many replicas must have what `write` sends. */
  readonly waitReplicas: number;
  /** A connection was lost or could not be made again; it goes on trying. */
  readonly onError: (error: unknown) => void;
  /** A connection was made, before anything is sent over it. */
  readonly onConnect: () => void;
}

/** One process of Redis. While it is away commands fail at once; none waits in a queue of ours. */
export interface RedisNode {
  readonly where: RedisHost;
  /** Text replies are buffers. With `isAsking` a node takes a command for a slot that is just moving to it. */
  send(args: readonly Argument[], isAsking?: boolean): Promise<unknown>;
  /** As `send`, resolved once `waitReplicas` have what was changed. Throws `Unconfirmed` where they may not. */
  write(args: readonly Argument[], isAsking: boolean, isUnchanged: IsUnchanged): Promise<unknown>;
  /** Waits for what was asked already, but for some seconds at most; what has no answer then fails as uncertain. */
  close(): Promise<void>;
  /** At once; what was asked fails as uncertain. */
  destroy(): void;
}

const CONNECT_TIMEOUT_MS = 5_000;
const LONGEST_RECONNECT_MS = 2_000;

type Client = ReturnType<typeof createNodeClient>;

/** Connects, or throws what the first try met. From then on a lost connection is made again by itself. */
export async function connectNode(where: RedisHost, settings: NodeSettings): Promise<RedisNode> {
  const client = createNodeClient(where, settings);
  // WAIT keeps its connection busy until the replicas answer: reads must not stand behind it.
  const writing = settings.waitReplicas > 0 ? createNodeClient(where, settings) : client;
  const clients = [...new Set([client, writing])];
  try {
    await Promise.all(clients.map(connectOnce));
  } catch (error) {
    for (const each of clients) destroy(each);
    throw error;
  }
  const stops = clients.map((each) => watchOver(each, settings.onError));
  const stopWatching = () => stops.forEach((stop) => void stop());
  const send = senderOf(client);
  return {
    where,
    send,
    write: settings.waitReplicas > 0 ? createGroupWriter(senderOf(writing), settings.waitReplicas) : send,
    close: async () => {
      stopWatching();
      await Promise.all(clients.map(close));
    },
    destroy: () => {
      stopWatching();
      clients.forEach(destroy);
    },
  };
}

export function nameOf({ host, port }: RedisHost): string {
  return `${host}:${port}`;
}

/** The way into one process, for `createClient`. */
export function socketOf({ host, port }: RedisHost, isEncrypted: boolean) {
  const shared = { host, port, connectTimeout: CONNECT_TIMEOUT_MS };
  return isEncrypted ? { ...shared, tls: true as const } : shared;
}

function createNodeClient(where: RedisHost, { address, onError, onConnect }: NodeSettings) {
  const client = createClient({
    ...(address.user !== '' && { username: address.user }),
    ...(address.password !== '' && { password: address.password }),
    database: address.database,
    disableOfflineQueue: true,
    // Otherwise the client goes wherever it is told, over a connection that is not counted, and keeps commands waiting.
    maintNotifications: 'disabled',
    socket: {
      ...socketOf(where, address.isEncrypted),
      // Of one that is just being made: nothing is sent over it but the greeting.
      socketTimeout: LONGEST_SILENCE_MS,
      reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, LONGEST_RECONNECT_MS),
    },
    // No timer for each command: a connection that does not answer is given up as a whole.
    commandOptions: { timeout: 0, typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } },
  });
  client.on('error', onError);
  client.on('connect', onConnect);
  return client;
}

/** A connection that is given up is made again, as one that was lost is. Call what is returned to stop. */
function watchOver(client: Client, onError: NodeSettings['onError']): () => void {
  let isStopped = false;
  const stop = watchForSilence({
    isReady: () => client.isReady,
    ping: () => client.sendCommand(['PING']),
    giveUp: () => {
      onError(new Error('Redis has not answered for some seconds'));
      client.destroy();
      // Whoever has heard of it may have let it go.
      if (!isStopped) client.connect().catch(onError);
    },
  });
  return () => {
    isStopped = true;
    stop();
  };
}

async function connectOnce(client: Client): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const failed = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), CONNECT_TIMEOUT_MS);
    client.once('error', reject);
  });
  try {
    await Promise.race([client.connect(), failed]);
  } finally {
    clearTimeout(timer);
  }
}

function senderOf(client: Client): RedisNode['send'] {
  return (args, isAsking = false) => {
    // In one go: the permission is good for the very next command of the connection.
    if (isAsking) client.sendCommand(['ASKING']).catch(() => {});
    return client.sendCommand(args.map(toRedisArgument));
  };
}

/** The client itself would wait for ever for answers that a lost connection owes it. */
async function close(client: Client): Promise<void> {
  if (client.isReady) {
    const { promise: isGivenUp, resolve: giveUp } = Promise.withResolvers<void>();
    const timer = setTimeout(giveUp, LONGEST_SILENCE_MS);
    client.once('error', () => giveUp());
    await Promise.race([client.close(), isGivenUp]);
    clearTimeout(timer);
  }
  destroy(client);
}

/** What fails by this is told to those who asked, and is no news of Redis. */
function destroy(client: Client): void {
  client.removeAllListeners('error').on('error', () => {});
  // Whether it is open or not: one that is closing is not, and has a connection still.
  client.destroy();
}

function toRedisArgument(argument: Argument): string | Buffer {
  return typeof argument === 'string' || Buffer.isBuffer(argument) ? argument : Buffer.from(argument);
}
