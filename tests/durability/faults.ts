import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestServer } from '../support/server.ts';
import type { Breaking } from './breaking.ts';
import type { Stage } from './stage.ts';

/** What was done to a site while its rounds ran. */
export interface Faults {
  /** To be called before each round, counted from 1. */
  readonly beforeRound: (round: number) => void;
  /** Lets what has begun come to its end. */
  settle(): Promise<FaultCounts>;
}

export interface FaultCounts {
  readonly brokenConnections: number;
  readonly pauses: number;
  readonly kills: number;
}

// In every so manieth round; where several meet, they come together.
const BREAK_EVERY = 5;
const PAUSE_EVERY = 20;
const KILL_EVERY = 50;
const PAUSE_MS = 300;
/** A round begins and ends within about that time, so that a fault falls anywhere into it. */
const ROUND_MS = 60;

export function createFaults({ servers, pauseStore }: Stage, breaking: Breaking): Faults {
  const begun: Promise<void>[] = [];
  let [pauses, kills] = [0, 0];
  let lastKill = Promise.resolve();
  const begin = (fault: () => Promise<void>) => {
    const running = pause(randomInt(ROUND_MS)).then(fault);
    running.catch(() => {}); // whoever settles them gets the error
    begun.push(running);
  };
  const pauseOnce = async () => {
    pauses += 1;
    const goOn = pauseStore();
    await pause(PAUSE_MS);
    goOn();
  };
  const killOne = async () => {
    kills += 1;
    await killAndStart(servers[randomInt(servers.length)]);
  };
  return {
    beforeRound: (round) => {
      if (round % BREAK_EVERY === 0) breaking.breakHalf();
      if (round % PAUSE_EVERY === 0) begin(pauseOnce);
      if (round % KILL_EVERY === 0) begin(() => (lastKill = lastKill.then(killOne)));
    },
    settle: async () => {
      await Promise.all(begun);
      return { brokenConnections: breaking.broken, pauses, kills };
    },
  };
}

async function killAndStart(server: TestServer | undefined): Promise<void> {
  await server?.kill('SIGKILL');
  await server?.start();
}
