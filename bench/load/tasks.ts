import { type Connection, openConnections } from './connection.ts';
import { get, post, postForm } from './request.ts';

/** What one connection does again and again. */
export interface Task {
  /** Does it once; false where there is nothing left to do. */
  perform(connection: Connection): Promise<boolean>;
  /** Requests that doing it once takes. */
  readonly requests: number;
}

/** Of every secret. */
export const CONTENT = 'x'.repeat(100);
const KEY_BYTES = 31;
const BEFORE_KEY = '"secret":{"key":"';
const MAKERS = 64;

/** A secret that lives so long, as programs make it over API v2. */
export function createRequest(ttlSeconds: number): Buffer {
  return bytes(post('/api/v2/secret/conceal', { kind: 'share', secret: CONTENT, ttl: ttlSeconds }));
}

const CREATE = createRequest(3600);

/** Asks these in turn, again and again. */
export function asking(requests: string | readonly string[], expectedStatus = 200): Task {
  const all = [requests].flat().map(bytes);
  let turn = 0;
  const perform = async (connection: Connection) => {
    turn = (turn + 1) % all.length;
    await connection.ask(all[turn] ?? '', expectedStatus);
    return true;
  };
  return { perform, requests: 1 };
}

export const tasks = {
  echo: asking(post('/echo', { secret: CONTENT, ttl: 3600 })),
  argon2: asking(get('/argon2')),
  home: asking(get('/')),
  create: asking(CREATE.toString()),
  /** As programs of v1 send it. */
  shareV1: asking(postForm('/api/v1/share', { secret: CONTENT, ttl: '3600' })),
  createThenReveal: {
    perform: async (connection) => {
      const key = await createSecret(connection, CREATE);
      await connection.ask(revealRequest(key), 200);
      return true;
    },
    requests: 2,
  },
} as const satisfies Record<string, Task>;

/** Opens each of these once. */
export function revealing(keys: readonly string[]): Task {
  const left = keys.map(revealRequest);
  const perform = async (connection: Connection) => {
    const request = left.pop();
    if (request === undefined) return false;
    await connection.ask(request, 200);
    return true;
  };
  return { perform, requests: 1 };
}

export async function createSecret(connection: Connection, request: Buffer): Promise<string> {
  return keyIn(await connection.ask(request, 200));
}

/** The secret key in the answer to a create: looked for, since reading JSON would take the server's time. */
export function keyIn(answer: Buffer): string {
  const at = answer.indexOf(BEFORE_KEY) + BEFORE_KEY.length;
  return answer.toString('latin1', at, at + KEY_BYTES);
}

export function revealRequest(key: string): Buffer {
  return bytes(post(`/api/v2/secret/${key}`, { continue: true }));
}

/** Makes so many secrets by many connections at once and gives their keys. */
export async function makeSecrets(port: number, count: number, ttlSeconds = 3600): Promise<string[]> {
  const connections = await openConnections(port, Math.min(MAKERS, count));
  const request = createRequest(ttlSeconds);
  const keys: string[] = [];
  let left = count;
  const keepMaking = async (connection: Connection) => {
    while (left > 0) {
      left -= 1;
      keys.push(await createSecret(connection, request));
    }
    connection.close();
  };
  await Promise.all(connections.map(keepMaking));
  return keys;
}

function bytes(request: string): Buffer {
  return Buffer.from(request, 'latin1');
}
