import { type Connection, openConnection, openConnections } from './connection.ts';
import { createSchedule } from './schedule.ts';

export interface OpenLoop {
  readonly port: number;
  readonly connections: number;
  readonly perSecond: number;
  readonly durationMs: number;
  perform(connection: Connection): Promise<unknown>;
  /** Called for each that is over, with the time since it was due, so that waiting for a free connection counts. */
  onDone(latencyMs: number): void;
  onError(error: unknown): void;
}

const TICK_MS = 1;

/**
 * Asks at fixed instants, whether or not earlier requests are over: a server that falls behind is not waited for, and
 * what it keeps waiting counts in full. Resolves when everything that was due is over.
 */
export async function runOpenLoop(loop: OpenLoop): Promise<void> {
  const idle = await openConnections(loop.port, loop.connections);
  const schedule = createSchedule({ ...loop, now: () => performance.now() });
  return new Promise((resolve, reject) => {
    let underWay = 0;
    const start = async (connection: Connection, dueMs: number) => {
      underWay += 1;
      const kept = await askOnce(loop, connection, dueMs);
      underWay -= 1;
      idle.push(kept);
      startDue();
    };
    const startDue = () => {
      // The one that has rested longest, so that none rests until the server closes it.
      for (let [connection] = idle; connection !== undefined; [connection] = idle) {
        const dueMs = schedule.next();
        if (dueMs === null) break;
        idle.shift();
        start(connection, dueMs).catch(reject);
      }
      if (!schedule.isOver() || underWay > 0) return;
      clearInterval(timer);
      for (const connection of idle) connection.close();
      resolve();
    };
    const timer = setInterval(startDue, TICK_MS);
  });
}

/** The connection to go on with: another one where this one has failed. */
async function askOnce(loop: OpenLoop, connection: Connection, dueMs: number): Promise<Connection> {
  try {
    await loop.perform(connection);
    loop.onDone(performance.now() - dueMs);
    return connection;
  } catch (error) {
    loop.onError(error);
    connection.close();
    return openConnection(loop.port);
  }
}
