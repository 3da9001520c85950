import { createClient, ErrorReply } from 'redis';
import type { RedisHost } from '#src/values/redis-address.ts';
import { type NodeSettings, socketOf } from './node.ts';

/** Who is the master, in the words of one sentinel. */
export interface NamedMaster extends RedisHost {
  /** Grows with every failover: of two sentinels the one with the higher number knows more. */
  readonly epoch: number;
}

type Account = NodeSettings['address'];
type Client = ReturnType<typeof createSentinelClient>;

const CONNECT_TIMEOUT_MS = 1_000;
const PING_INTERVAL_MS = 2_000;

/** Throws when this sentinel does not answer or knows no master of that name. */
export async function askSentinel(host: RedisHost, account: Account, masterName: string): Promise<NamedMaster> {
  const client = await connectSentinel(host, account);
  try {
    const [where, facts] = (await Promise.all([
      client.sendCommand(['SENTINEL', 'GET-MASTER-ADDR-BY-NAME', masterName]),
      client.sendCommand(['SENTINEL', 'MASTER', masterName]),
    ])) as unknown as [string[] | null, string[]];
    const [name, port] = where ?? [];
    if (name === undefined) throw new Error(`no sentinel knows ${masterName}`);
    return { host: name, port: Number(port), epoch: Number(facts[facts.indexOf('config-epoch') + 1]) };
  } finally {
    client.destroy();
  }
}

interface Watch {
  readonly masterName: string;
  /** Another process is master now, or may have become it while nobody listened. */
  readonly onSwitch: () => void;
  readonly signal: AbortSignal;
}

/** Listens to one sentinel until it goes away or `signal` ends it. */
export async function watchSentinel(
  host: RedisHost,
  account: Account,
  { masterName, onSwitch, signal }: Watch,
): Promise<void> {
  const client = await connectSentinel(host, account);
  const { promise: isOver, resolve } = Promise.withResolvers<void>();
  const end = () => resolve();
  client.once('end', end);
  client.once('error', end);
  signal.addEventListener('abort', end);
  try {
    await client.subscribe('+switch-master', (message) => {
      if (message.startsWith(`${masterName} `)) onSwitch();
    });
    onSwitch();
    if (!signal.aborted) await isOver;
  } finally {
    // The signal lasts as long as the store, which listens anew after every loss.
    signal.removeEventListener('abort', end);
    if (client.isOpen) client.destroy();
  }
}

/** With the account of the store; a sentinel that knows none of that name is asked without. */
async function connectSentinel(host: RedisHost, account: Account): Promise<Client> {
  try {
    return await connectOnce(createSentinelClient(host, account));
  } catch (error) {
    if (account.password === '' || !isRefusedAccount(error)) throw error;
    return connectOnce(createSentinelClient(host, { ...account, user: '', password: '' }));
  }
}

async function connectOnce(client: Client): Promise<Client> {
  try {
    await client.connect();
    return client;
  } catch (error) {
    if (client.isOpen) client.destroy();
    throw error;
  }
}

function createSentinelClient(host: RedisHost, { isEncrypted, user, password }: Account) {
  const client = createClient({
    RESP: 2,
    ...(user !== '' && { username: user }),
    ...(password !== '' && { password }),
    disableOfflineQueue: true,
    pingInterval: PING_INTERVAL_MS,
    socket: {
      ...socketOf(host, isEncrypted),
      connectTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: 2 * PING_INTERVAL_MS,
      reconnectStrategy: false,
    },
    commandOptions: { timeout: 0 },
  });
  client.on('error', () => {});
  return client;
}

function isRefusedAccount(error: unknown): boolean {
  return error instanceof ErrorReply && /^(?:WRONGPASS|ERR AUTH|ERR Client sent AUTH)/.test(error.message);
}
