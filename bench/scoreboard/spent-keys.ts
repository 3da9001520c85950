import { randomBytes, randomInt } from 'node:crypto';
import { createKeyMaker } from '#src/crypto/ids.ts';
import { createClient } from '../../tests/durability/client.ts';
import { startRedisServer } from '../../tests/support/redis-server.ts';
import { startServer } from '../../tests/support/server.ts';
import type { Cleanup } from '../../tests/support/temp.ts';
import { openConnection } from '../load/connection.ts';
import { get, post } from '../load/request.ts';
import { shuffled } from '../load/shuffled.ts';
import { type Comparison, compare } from '../report/welch.ts';

/** A way to ask for a secret that answers both kinds of keys in the same words. */
interface Asking {
  readonly name: string;
  readonly request: (key: string) => string;
}

const ASKINGS: readonly Asking[] = [
  { name: 'a look, API v2', request: (key) => get(`/api/v2/secret/${key}`) },
  { name: 'a reveal, API v2', request: (key) => post(`/api/v2/secret/${key}`, { continue: 'true' }) },
  { name: 'a reveal, API v1', request: (key) => post(`/api/v1/secret/${key}`, {}) },
  { name: 'the page', request: (key) => get(`/secret/${key}`) },
];
type Side = 'spent' | 'missing';

const NOT_FOUND = 404;
/** Keys of each kind, so that no row is nearer than others by chance. */
const KEYS = 500;
const WARM_UP = 1000;

export interface KeyTiming extends Comparison {
  /** 'a look, API v2, SQLite'. */
  readonly name: string;
}

/** Keys of secrets that have been read, and keys that nobody has, in random order on one connection, on both stores. */
export async function timeKeys(t: Cleanup, samples: number): Promise<readonly KeyTiming[]> {
  const timings: KeyTiming[] = [];
  for (const engine of ['SQLite', 'Redis']) {
    const redis = engine === 'Redis' ? await startRedisServer({ appendfsync: 'everysec' }) : null;
    if (redis) t.after(() => redis.stop());
    const site = redis && { HUSHLINK_STORE: redis.url, HUSHLINK_SITE_SECRET: randomBytes(32).toString('base64') };
    const server = await startServer({ env: { ...site, HUSHLINK_LOG_LEVEL: 'warn' } });
    t.after(() => server.stop());
    const spent = await spendKeys(server.port);
    for (const asking of ASKINGS) {
      timings.push({ name: `${asking.name}, ${engine}`, ...(await timeAsking(server.port, spent, asking, samples)) });
    }
  }
  return timings;
}

async function timeAsking(
  port: number,
  spent: readonly string[],
  { request }: Asking,
  samples: number,
): Promise<Comparison> {
  const missing = unknownKeys();
  const connection = await openConnection(port);
  const times: Record<Side, number[]> = { spent: [], missing: [] };
  const sides = Array.from({ length: samples + WARM_UP }, (_, at): Side => (at % 2 === 0 ? 'spent' : 'missing'));
  for (const [turn, side] of shuffled(sides).entries()) {
    // Bytes before the clock runs: a text put together of many takes longer to send than one that was read.
    const bytes = Buffer.from(request((side === 'spent' ? spent : missing)[randomInt(KEYS)] ?? ''), 'latin1');
    const startedMs = performance.now();
    await connection.ask(bytes, NOT_FOUND);
    const ms = performance.now() - startedMs;
    if (turn >= WARM_UP) times[side].push(ms);
  }
  connection.close();
  return compare(times.spent, times.missing);
}

async function spendKeys(port: number): Promise<string[]> {
  const client = createClient(port, 8, 'localhost');
  const spend = async () => {
    const { secretKey } = await client.share('x');
    const { status } = await client.reveal(secretKey);
    if (status !== 200) throw new Error(`not revealed: ${status}`);
    return secretKey;
  };
  const spent = await Promise.all(Array.from({ length: KEYS }, spend));
  client.close();
  return spent;
}

function unknownKeys(): string[] {
  const keys = createKeyMaker(randomBytes);
  return Array.from({ length: KEYS }, () => keys.secretKey());
}
