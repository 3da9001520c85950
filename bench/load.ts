import { readFileSync } from 'node:fs';
import { type Connection, get, openConnection, post, postForm } from './connection.ts';

/** What one connection does again and again; gives the number of requests it made. */
export type Task = (connection: Connection) => Promise<number>;

export interface Measured {
  readonly requestsPerSecond: number;
  /** Of one task, in milliseconds. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Microseconds of the server's processor time for each request. */
  readonly cpuUs: number;
}

export interface Load {
  readonly port: number;
  /** Of the server, for its processor time. */
  readonly pid: number;
  readonly connections: number;
  readonly durationMs: number;
  readonly task: Task;
}

const CONTENT = 'x'.repeat(100);
const TICKS_PER_SECOND = 100;
const CREATE = post('/api/v2/secret/conceal', { kind: 'share', secret: CONTENT, ttl: 3600 });

/** Asks this again and again. */
export function asking(request: string, expectedStatus = 200): Task {
  return async (connection) => {
    await connection.ask(request, expectedStatus);
    return 1;
  };
}

export const tasks = {
  echo: asking(post('/echo', { secret: CONTENT, ttl: 3600 })),
  argon2: asking(get('/argon2')),
  home: asking(get('/')),
  create: asking(CREATE),
  /** As programs of v1 send it. */
  shareV1: asking(postForm('/api/v1/share', { secret: CONTENT, ttl: '3600' })),
  createThenReveal: async (connection) => {
    const created = await connection.ask(CREATE, 200);
    const key = /"secret":\{"key":"([0-9a-z]{31})"/.exec(created)?.[1];
    await connection.ask(post(`/api/v2/secret/${key}`, { continue: true }), 200);
    return 2;
  },
} as const satisfies Record<string, Task>;

/** Keeps every connection busy for the time and counts what was answered. */
export async function measure(load: Load): Promise<Measured> {
  const connections = await Promise.all(Array.from({ length: load.connections }, () => openConnection(load.port)));
  const taskMs: number[] = [];
  const startedMs = performance.now();
  const cpuBefore = processorSeconds(load.pid);
  const counts = await Promise.all(connections.map((connection) => keepBusy(connection, load, startedMs, taskMs)));
  const elapsedMs = performance.now() - startedMs;
  const requests = counts.reduce((sum, count) => sum + count, 0);
  const cpuUs = ((processorSeconds(load.pid) - cpuBefore) / requests) * 1e6;
  for (const connection of connections) connection.close();
  taskMs.sort((a, b) => a - b);
  const at = (share: number) => taskMs[Math.floor(taskMs.length * share)] ?? 0;
  return { requestsPerSecond: (requests / elapsedMs) * 1000, p50Ms: at(0.5), p99Ms: at(0.99), cpuUs };
}

async function keepBusy(connection: Connection, load: Load, startedMs: number, taskMs: number[]): Promise<number> {
  let count = 0;
  for (let nowMs = startedMs; nowMs - startedMs < load.durationMs; ) {
    count += await load.task(connection);
    const endedMs = performance.now();
    taskMs.push(endedMs - nowMs);
    nowMs = endedMs;
  }
  return count;
}

/** User and system time of a process so far (proc(5), fields 14 and 15). */
function processorSeconds(pid: number): number {
  const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(afterName[11]) + Number(afterName[12])) / TICKS_PER_SECOND;
}
