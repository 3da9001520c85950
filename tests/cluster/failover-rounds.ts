import { setTimeout as pause } from 'node:timers/promises';
import type { WhileBehind } from '../support/redis-kill.ts';
import type { RedisServer } from '../support/redis-server.ts';
import { untilSo } from '../support/until-so.ts';
import { askAgain, type Life, readRest } from './load.ts';
import type { Stage } from './stage.ts';

/** A Redis whose master can be taken away. */
export interface Breakable {
  killMaster(whileBehind?: WhileBehind): Promise<RedisServer>;
  bringBack(server: RedisServer): Promise<void>;
  untilWhole(): Promise<void>;
}

/** What one death of a master did. Secrets, not answers. */
export interface Round {
  /** Their creation was answered. */
  readonly shared: number;
  /** Handed out more than once. */
  readonly twice: number;
  /** Nobody got it, no reader was left without an answer, and yet it is gone. */
  readonly lost: number;
  /** Nobody got it, and a reader was left without an answer: he alone may have taken it. */
  readonly lostOnTheWay: number;
  /** Requests that were refused or broke off. */
  readonly failures: number;
  /** From the death to the next secret that was shared. */
  readonly awayMs: number;
}

const BEFORE = 30;
const AFTER = 30;
/** How far the replicas are behind when they are. */
export const LAG_MS = 300;

/** Kills the master under load, waits for the next one, and looks at what has become of every secret. */
export async function runRound(
  { client, startLoad }: Pick<Stage, 'client' | 'startLoad'>,
  redis: Breakable,
  lagMs: number,
): Promise<Round> {
  const load = startLoad();
  await load.untilMore(BEFORE);
  const dead = await redis.killMaster(lagMs > 0 ? () => pause(lagMs) : undefined);
  const diedAtMs = performance.now();
  await untilShared(load.ledger.lives);
  const awayMs = Math.round(performance.now() - diedAtMs);
  // Where there was one replica alone, nobody can be waited for until the dead one is back.
  await redis.bringBack(dead);
  await load.untilMore(AFTER);
  const ledger = await load.stop();
  await redis.untilWhole();
  await untilSo('the site answers', async () => (await client.ask('/readyz')).status === 200);
  const failures = ledger.failures.length;
  await readRest(client, ledger);
  await askAgain(client, ledger.lives, ledger);
  const gone = ledger.lives.filter(({ copies }) => copies === 0);
  return {
    ...{ shared: ledger.lives.length, failures, awayMs },
    twice: ledger.lives.filter(({ copies }) => copies > 1).length,
    lost: gone.filter(({ unanswered }) => unanswered === 0).length,
    lostOnTheWay: gone.filter(({ unanswered }) => unanswered > 0).length,
  };
}

async function untilShared(lives: readonly Life[]): Promise<void> {
  const before = lives.length;
  // Those that were under way when it died are answered at once, or not before there is another one.
  await untilSo('another secret is shared', async () => lives.length >= before + 2);
}

export function sumOf(rounds: readonly Round[]) {
  const sum = (count: (round: Round) => number) => rounds.reduce((total, round) => total + count(round), 0);
  return {
    rounds: rounds.length,
    shared: sum(({ shared }) => shared),
    twice: sum(({ twice }) => twice),
    lost: sum(({ lost }) => lost),
    lostOnTheWay: sum(({ lostOnTheWay }) => lostOnTheWay),
    failures: sum(({ failures }) => failures),
    longestAwayMs: Math.max(...rounds.map(({ awayMs }) => awayMs)),
  };
}
