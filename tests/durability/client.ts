import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

const MOST_ASKS = 100;
const ASK_AGAIN_MS = 50;

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Ask {
  readonly method?: string;
  /** Several values are several lines. */
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** An object is sent as JSON, a text as it is. */
  readonly body?: object | string | Buffer;
}

export interface Shared {
  readonly secretKey: string;
  readonly metadataKey: string;
}

/** Plain HTTP over connections that stay open: as little work for the asking side as there can be. */
export interface Client {
  /** Rejects when the connection broke before the whole answer was there. */
  ask(path: string, ask?: Ask): Promise<Answer>;
  post(path: string, fields?: object): Promise<Answer>;
  /** The keys of a new secret; throws unless it was answered with 200. */
  share(secret: string, fields?: object): Promise<Shared>;
  reveal(secretKey: string, fields?: object): Promise<Answer>;
  close(): void;
}

/** `maxSockets` requests are under way at once, further ones wait. */
export function createClient(port: number, maxSockets: number, host = 'localhost:3000'): Client {
  const agent = new Agent({ keepAlive: true, maxSockets, maxFreeSockets: maxSockets, scheduling: 'fifo' });
  const ask: Client['ask'] = (path, { method = 'GET', headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const isJson = typeof body === 'object' && !Buffer.isBuffer(body);
      const payload = isJson ? JSON.stringify(body) : body;
      const own = {
        Host: host,
        ...(isJson && { 'Content-Type': 'application/json' }),
        ...(payload !== undefined && { 'Content-Length': String(Buffer.byteLength(payload)) }),
        ...headers,
      };
      const outgoing = request({ host: '127.0.0.1', port, path, method, agent, headers: own }, (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.once('error', reject);
        incoming.once('end', () =>
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(chunks) }),
        );
      });
      outgoing.once('error', reject);
      outgoing.end(payload);
    });
  const post: Client['post'] = (path, fields = {}) => ask(`/api/v2${path}`, { method: 'POST', body: fields });
  return {
    ask,
    post,
    share: async (secret, fields = {}) => {
      const answer = await post('/secret/conceal', { kind: 'share', secret, ...fields });
      if (answer.status !== 200) throw new Error(`not shared: ${answer.status} ${answer.body}`);
      return keysOf(answer);
    },
    reveal: (secretKey, fields = {}) => post(`/secret/${secretKey}`, { continue: 'true', ...fields }),
    close: () => agent.destroy(),
  };
}

/** Asks again while the answer is 503, which promises nothing: a machine that stood still looks like a store that does. */
export async function untilAnswered(ask: () => Promise<Answer>): Promise<Answer> {
  for (let asks = 1; ; asks += 1) {
    const answer = await ask();
    if (answer.status !== 503 || asks === MOST_ASKS) return answer;
    await pause(ASK_AGAIN_MS);
  }
}

/** The JSON object that was answered. */
export function jsonOf({ body }: Answer) {
  return JSON.parse(body.toString('utf8'));
}

/** The keys in the answer to a creation. */
export function keysOf(answer: Answer): Shared {
  const { record } = jsonOf(answer);
  return { secretKey: String(record.secret.key), metadataKey: String(record.metadata.key) };
}

/** The content in the answer to a reveal; null when it was refused. */
export function contentOf(answer: Answer): string | null {
  return answer.status === 200 ? String(jsonOf(answer).record.secret_value) : null;
}
