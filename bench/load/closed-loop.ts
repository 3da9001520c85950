import { type Connection, openConnections } from './connection.ts';
import { type Measured, startClock, summaryOf, type Watched } from './measured.ts';
import type { Task } from './tasks.ts';

export interface Load extends Watched {
  readonly port: number;
  readonly connections: number;
  readonly durationMs: number;
  readonly task: Task;
}

/** Keeps every connection busy until the time is over or nothing is left to do, and counts what was answered. */
export async function measure(load: Load): Promise<Measured> {
  const connections = await openConnections(load.port, load.connections);
  const taskMs: number[] = [];
  const spent = startClock(load);
  const untilMs = performance.now() + load.durationMs;
  try {
    await Promise.all(connections.map((connection) => keepBusy(connection, load.task, untilMs, taskMs)));
    const spentOfAll = spent(taskMs.length, load.task.requests);
    return { ...summaryOf(taskMs), ...spentOfAll };
  } finally {
    for (const connection of connections) connection.close();
  }
}

async function keepBusy(connection: Connection, task: Task, untilMs: number, taskMs: number[]): Promise<void> {
  for (let nowMs = performance.now(); nowMs < untilMs; ) {
    if (!(await task.perform(connection))) return;
    const endedMs = performance.now();
    taskMs.push(endedMs - nowMs);
    nowMs = endedMs;
  }
}
