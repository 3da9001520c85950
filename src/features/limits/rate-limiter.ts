import { type Bucket, type Buckets, createBuckets } from './buckets.ts';
import type { AddPoints } from './stored-count.ts';

/** How somebody stands after a request. */
export interface Standing {
  readonly isAllowed: boolean;
  readonly limit: number;
  /** Requests left until the window ends, as far as this process knows. */
  readonly remaining: number;
  /** Epoch milliseconds. */
  readonly endsAtMs: number;
}

export interface RateLimiter {
  /**
   * Counts a request under this name. One window allows no more than `limit`, however many come at once and to however
   * many processes. Answers at once if this process knows; otherwise asks the store once. Never fails.
   */
  take(name: string, limit: number): Standing | Promise<Standing>;
  /** Takes back a request that was refused for another reason. */
  giveBack(name: string, limit: number): void;
}

export interface RateLimiterDeps {
  readonly add: AddPoints;
  /** An HMAC under a key of the site: the store holds no address. */
  readonly nameOf: (text: string) => string;
  readonly windowMs: number;
  /** How long a request waits for the store to count. */
  readonly patienceMs: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Called with the reason when the store does not count, with null when it does: at first, and after each change. */
  readonly onAlone: (reason: unknown) => void;
}

/** Names that are known here at once. */
const MOST_NAMES = 20_000;
/** A busy name gets points in advance, so that the store is asked once for many requests. */
const LARGEST_SHARE = 64;
/** A share is at most this part of what was used and of what is left, so that other processes get some, too. */
const SHARE_PART = 8;
/** How long a store that has not counted is left alone. */
const ASK_AGAIN_AFTER_MS = 5_000;

/** Requests that wait for points of one name. */
interface Queue {
  wanted: number;
  asking: Promise<void> | null;
}

/**
 * Points are taken from the store, which hands out no more than there are, and used here. While the store is away
 * each process counts for itself: nobody is refused because of that, and nobody is let through without a count.
 */
export function createRateLimiter(deps: RateLimiterDeps): RateLimiter {
  const { now } = deps;
  const buckets = createBuckets(MOST_NAMES, deps.windowMs);
  const fill = createFilling(deps, buckets);
  const queues = new Map<string, Queue>();

  /** Requests that come while the store is being asked share the next question. */
  async function takeSoon(name: string, limit: number): Promise<Standing> {
    const key = keyOf(name, limit);
    const queue = queues.get(key) ?? { wanted: 0, asking: null };
    queues.set(key, queue);
    queue.wanted += 1;
    try {
      for (;;) {
        const bucket = buckets.find(key, now());
        if (isSettled(bucket)) return use(bucket, limit);
        queue.asking ??= fill({ name, limit, key, points: Math.max(queue.wanted, shareOf(bucket)) }).finally(() => {
          queue.asking = null;
        });
        await queue.asking;
      }
    } finally {
      queue.wanted -= 1;
      if (queue.wanted === 0) queues.delete(key);
    }
  }

  return {
    take: (name, limit) => {
      const bucket = buckets.find(keyOf(name, limit), now());
      return isSettled(bucket) ? use(bucket, limit) : takeSoon(name, limit);
    },
    giveBack: (name, limit) => {
      const bucket = buckets.find(keyOf(name, limit), now());
      if (bucket !== null) bucket.held += 1;
    },
  };
}

/** Another limit for the same name, as after a change of plan, is a bucket of its own on the same count. */
function keyOf(name: string, limit: number): string {
  return `${limit} ${name}`;
}

/** Whether the store can say nothing new. */
function isSettled(bucket: Bucket | null): bucket is Bucket {
  return bucket !== null && (bucket.held > 0 || bucket.left === 0);
}

function shareOf(bucket: Bucket | null): number {
  const known = bucket === null ? 0 : Math.min(bucket.used, bucket.left);
  return Math.min(LARGEST_SHARE, Math.max(1, Math.floor(known / SHARE_PART)));
}

function use(bucket: Bucket, limit: number): Standing {
  const isAllowed = bucket.held > 0;
  if (isAllowed) {
    bucket.held -= 1;
    bucket.used += 1;
  }
  return { isAllowed, limit, remaining: bucket.held + bucket.left, endsAtMs: bucket.endsAtMs };
}

interface Question {
  readonly name: string;
  readonly limit: number;
  readonly key: string;
  readonly points: number;
}

/** Asks the store for points, and keeps what it gives in the bucket. */
function createFilling(deps: RateLimiterDeps, buckets: Buckets): (question: Question) => Promise<void> {
  const ask = createPatientAsk(deps);
  return async ({ name, limit, key, points }) => {
    const nowMs = deps.now();
    const counted = await ask(name, points, nowMs);
    if (counted === null) {
      const bucket = buckets.find(key, nowMs) ?? buckets.open(key, nowMs + deps.windowMs, limit, nowMs);
      // Without the store, all that is left, as far as this process knows, is its own until the window ends.
      bucket.held += bucket.left;
      bucket.left = 0;
      return;
    }
    const bucket = buckets.open(key, counted.endsAtMs, limit, nowMs);
    bucket.held += Math.min(points, Math.max(0, limit - (counted.count - points)));
    bucket.left = Math.min(bucket.left, Math.max(0, limit - counted.count));
  };
}

/** Answers null while the store does not count. One request waits in vain; after that one every few seconds tries. */
function createPatientAsk({ add, nameOf, onAlone, patienceMs }: RateLimiterDeps) {
  let isAlone: boolean | null = null;
  let askAgainAtMs = 0;
  const note = (isNow: boolean, reason: unknown) => {
    if (isAlone === isNow) return;
    isAlone = isNow;
    onAlone(reason);
  };
  return async (name: string, points: number, nowMs: number) => {
    const restMs = askAgainAtMs - nowMs;
    // A longer rest means that the clock was set back.
    if (isAlone && restMs > 0 && restMs <= ASK_AGAIN_AFTER_MS) return null;
    askAgainAtMs = nowMs + ASK_AGAIN_AFTER_MS;
    try {
      const counted = await inTime(add(nameOf(name), points, nowMs), patienceMs);
      note(false, null);
      return counted;
    } catch (error) {
      note(true, error);
      return null;
    }
  };
}

async function inTime<Value>(answer: Promise<Value>, patienceMs: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_resolve, reject) => {
    const giveUp = () => reject(new Error('the store has not counted in time'));
    // If this process was busy itself, the answer may have come already: two more turns let it be read first.
    timer = setTimeout(() => setImmediate(() => setImmediate(giveUp)), patienceMs);
  });
  try {
    return await Promise.race([answer, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
