import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '../../tests/durability/client.ts';

export interface Probe {
  /** What `/readyz` has said since the last turn, repetitions left out; null where nothing came. */
  turn(): readonly (number | null)[];
  stop(): Promise<void>;
}

const EVERY_MS = 100;
/** As long as a load balancer would wait. */
const PATIENCE_MS = 3_000;

/** Asks `/readyz` as a load balancer does. */
export function startProbe(port: number): Probe {
  const client = createClient(port, 1);
  let said: (number | null)[] = [];
  let isStopped = false;
  const asking = (async () => {
    while (!isStopped) {
      const status = await statusOf(port);
      if (said.at(-1) !== status) said.push(status);
      await pause(EVERY_MS);
    }
  })();
  return {
    turn: () => {
      const before = said;
      said = before.slice(-1);
      return before;
    },
    stop: async () => {
      isStopped = true;
      await asking;
      client.close();
    },
  };
}

/** Over a connection of its own, as probes ask; null without an answer in time. */
export async function statusOf(port: number, path = '/readyz'): Promise<number | null> {
  const client = createClient(port, 1);
  try {
    const answered = client.ask(path).then(
      ({ status }) => status,
      () => null,
    );
    return await Promise.race([answered, pause(PATIENCE_MS, null, { ref: false })]);
  } finally {
    client.close();
  }
}
