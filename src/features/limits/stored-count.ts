import RateLimiterRes from 'rate-limiter-flexible/lib/RateLimiterRes.js';
import RateLimiterStoreAbstract from 'rate-limiter-flexible/lib/RateLimiterStoreAbstract.js';
import type { RateCount, RateStore } from './rate-store.ts';

/** Adds points to a name of the store, whatever is counted there already. */
export type AddPoints = (name: string, points: number, nowMs: number) => Promise<RateCount>;

interface Counted extends RateCount {
  readonly nowMs: number;
}

/**
 * The limiter of the package on our own port. Its limiters for Redis and SQLite judge by the clock of the server or of
 * the process, and would go around what our connections see to: Sentinel, Cluster, a store that is being moved.
 */
class StoreLimiter extends RateLimiterStoreAbstract {
  readonly #rates: RateStore;

  constructor(rates: RateStore, windowMs: number) {
    super({ storeClient: rates, points: Number.MAX_SAFE_INTEGER, duration: windowMs / 1000, keyPrefix: '' });
    this.#rates = rates;
  }

  /** What the package asks a store for. */
  async _upsert(
    name: string,
    points: number,
    windowMs: number,
    _isAnew: boolean,
    { nowMs }: { nowMs: number },
  ): Promise<Counted> {
    return { ...(await this.#rates.add(name, points, windowMs, nowMs)), nowMs };
  }

  _getRateLimiterRes(_name: string, points: number, { count, endsAtMs, nowMs }: Counted): RateLimiterRes {
    return new RateLimiterRes(this.points - count, endsAtMs - nowMs, count, count === points);
  }
}

export function createStoredCount(rates: RateStore, windowMs: number): AddPoints {
  const limiter = new StoreLimiter(rates, windowMs);
  return async (name, points, nowMs) => {
    const { consumedPoints, msBeforeNext } = await limiter.penalty(name, points, { nowMs });
    return { count: consumedPoints, endsAtMs: nowMs + msBeforeNext };
  };
}
