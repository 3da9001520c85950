import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '../../tests/durability/client.ts';
import { type Cleanup, temporaryFolder } from '../../tests/support/temp.ts';
import { serverClock } from './clock.ts';
import { runOut, watchByClock } from './clock-watch.ts';
import type { Fault, Scene } from './fault.ts';
import { redisOf, serverOn, sqliteServer } from './stage.ts';

const JUMP_MS = 3 * 3_600_000;
/** What has run out is cleared away every 20 seconds; Redis does it by itself. */
const SWEPT_AFTER_MS = 21_000;

/** The clock of the server's process jumps: its `Date`, by a module that is loaded before its code. */
export const clockFaults: readonly Fault[] = (['SQLite', 'Redis'] as const).flatMap((store): Fault[] => [
  {
    ...{
      name: 'the clock jumps three hours ahead, and back',
      store,
      mayAnswer: [],
      longestWaitMs: 2_000,
      isReady: true,
    },
    promised:
      'Nothing is handed out twice; what has run out by the wrong clock may be gone for good, everything else is as before; waits after wrong passphrases stay within their limits.',
    open: (t) => ahead(t, store),
  },
  {
    ...{
      name: 'the clock jumps three hours back, and is set right',
      store,
      mayAnswer: [],
      longestWaitMs: 2_000,
      isReady: true,
    },
    promised: 'Nothing is handed out twice; what has run out, and has been cleared away (20 s), is never read again.',
    open: (t) => back(t, store),
  },
]);

async function ahead(t: Cleanup, store: Fault['store']): Promise<Scene> {
  const { server, client, setClock } = await clockStage(t, store);
  const watch = await watchByClock(client);
  return {
    server,
    inject: async () => {
      await setClock(JUMP_MS);
      await watch.whileWrong();
    },
    heal: () => setClock(0),
    look: watch.afterwards,
  };
}

async function back(t: Cleanup, store: Fault['store']): Promise<Scene> {
  const { server, client, setClock } = await clockStage(t, store);
  const watch = await watchByClock(client);
  const look = await runOut(client);
  await pause(SWEPT_AFTER_MS);
  let found: Awaited<ReturnType<typeof look>> | null = null;
  return {
    server,
    inject: async () => {
      await setClock(-JUMP_MS);
      found = await look();
      await watch.whileWrong();
    },
    heal: () => setClock(0),
    look: async () => [...(found === null ? [] : [found]), ...(await watch.afterwards())],
  };
}

async function clockStage(t: Cleanup, store: Fault['store']) {
  const clock = serverClock(temporaryFolder(t));
  const server = await (store === 'SQLite'
    ? sqliteServer(t, { env: clock.env })
    : serverOn(t, (await redisOf(t)).url, clock.env));
  const client = createClient(server.port, 4);
  t.after(() => client.close());
  return { server, client, setClock: (aheadMs: number) => clock.set(server, aheadMs) };
}
