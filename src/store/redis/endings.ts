import { setTimeout as pause } from 'node:timers/promises';
import { StoreUnavailable } from '#src/store-unavailable.ts';
import type { RedisConnection } from './connection.ts';
import type { Argument } from './node.ts';
import { REPLICATED_SCRIPTS } from './replicated-scripts.ts';
import { Unconfirmed } from './reply-errors.ts';
import { SCRIPTS } from './scripts.ts';

/** What ends a secret: its keys, the arguments of the proof, what it is to be then, and when. */
export interface Ending {
  readonly keys: readonly string[];
  readonly proof: readonly Argument[];
  readonly life: 'received' | 'burned';
  readonly burnedBy: string;
  /** SHA-256 of the claimant token, and for how long the content stays for that one; '' and '0' for nobody. */
  readonly claimant: readonly [hash: Argument, redeliveryMs: string];
  readonly nowMs: number;
}

/** Ends a secret in one step and answers as the script `end` does. */
type End = (ending: Ending) => Promise<Buffer[]>;

export interface Endings {
  readonly end: End;
  /** Waits, for some seconds at most, for what goes on behind answers: a secret that nobody got is to be given back. */
  finish(): Promise<void>;
}

/** Longer than anybody goes on asking under one token; then the content goes, handed out or not. */
const HOLD_MS = 60_000;
const RELEASE_AGAIN_MS = 500;
const RELEASE_WAIT_MS = 1_000;
/** Most failovers are over by then, and whoever stops a server does not wait for much longer. */
const FINISH_MS = 5_000;

export interface EndingsDeps {
  readonly redis: RedisConnection;
  /** For what finishes a claim that was begun before the store closed. */
  readonly ungated: RedisConnection;
  readonly newToken: () => string;
}

export function createEndings(deps: EndingsDeps): Endings {
  const unfinished = new Set<Promise<unknown>>();
  const follow: Follow = (work) => {
    unfinished.add(work);
    const forget = () => void unfinished.delete(work);
    work.then(forget, forget);
    return work;
  };
  return {
    end: deps.redis.waitReplicas === 0 ? endAtOnce(deps.redis) : endWhenReplicated(deps, follow),
    finish: async () => {
      const { promise: isTooLate, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, FINISH_MS);
      await Promise.race([Promise.allSettled(unfinished), isTooLate]);
      clearTimeout(timer);
    },
  };
}

/** Notes what goes on when its call has been answered. */
type Follow = <Value>(work: Promise<Value>) => Promise<Value>;

function endAtOnce(redis: RedisConnection): End {
  return async ({ keys, proof, life, burnedBy, claimant }) =>
    (await redis.run(SCRIPTS.end, keys, [...proof, life, burnedBy, ...claimant])) as Buffer[];
}

/**
 * A master that dies must not take along the knowledge that a secret was handed out. So the content is first held under
 * a token; once enough replicas know of it, it is handed out and removed. If they do not come to know, nobody gets
 * anything and the secret waits again; meanwhile others are told that it is gone. When an answer was lost, the token
 * lets this call alone ask again, also of a new master.
 * What was begun is finished even in a closed store: whoever copies the store waits for that, and a secret that nobody
 * got would otherwise be copied as read.
 */
function endWhenReplicated({ redis, ungated, newToken }: EndingsDeps, follow: Follow): End {
  return async ({ keys, proof, life, burnedBy, claimant, nowMs }) => {
    const token = newToken();
    const isClaim = life === 'received';
    const redeliveryMs = claimant[1];
    const holdMs = isClaim ? Math.max(HOLD_MS, Number(redeliveryMs)) : 0;
    const args = [...proof, life, burnedBy, ...claimant, token, String(holdMs)];
    try {
      const reply = await redis.runReplicated(REPLICATED_SCRIPTS.hold, keys, args, isRefusal);
      if (!isRefusal(reply)) follow(ungated.run(REPLICATED_SCRIPTS.settle, keys, [token, redeliveryMs])).catch(forgive);
      return reply as Buffer[];
    } catch (error) {
      // What was to be destroyed stays destroyed.
      if (isClaim && isUncertain(error)) {
        await answerFor(follow(releaseWhileHeld(ungated, keys, [token, String(nowMs)])), error);
      }
      throw error;
    }
  };
}

/** Throws, as unchanged, if it is known in time that the secret waits again. */
async function answerFor(released: Promise<boolean>, why: unknown): Promise<void> {
  // A master that answers releases it at once; without one, nobody is kept waiting for the next.
  const isAnswering = why instanceof Error && why.cause instanceof Unconfirmed;
  const isReleased = isAnswering && (await Promise.race([released, pause(RELEASE_WAIT_MS, false, { ref: false })]));
  if (!isReleased) return;
  throw new StoreUnavailable('too few replicas of Redis', { cause: why, isUnchanged: true });
}

/**
 * Nothing was handed out, and nothing will be under this token: lets the secret wait again. Looks for a master as long
 * as the content is there.
 */
async function releaseWhileHeld(redis: RedisConnection, keys: readonly string[], args: string[]): Promise<boolean> {
  const untilMs = performance.now() + HOLD_MS;
  for (;;) {
    try {
      return (await redis.run(REPLICATED_SCRIPTS.release, keys, args)) === 1;
    } catch {
      if (performance.now() >= untilMs) return false;
    }
    await pause(RELEASE_AGAIN_MS, null, { ref: false });
  }
}

function isRefusal(reply: unknown): boolean {
  return !['ended', 'again'].includes(String((reply as Buffer[])[0]));
}

function isUncertain(error: unknown): boolean {
  return error instanceof StoreUnavailable && !error.isUnchanged;
}

function forgive(): void {}
