/** What this process knows of one name in the window that is open. */
export interface Bucket {
  /** Epoch milliseconds. */
  readonly endsAtMs: number;
  /** Points that the store has given to this process, and that nobody has used. */
  held: number;
  /** Points that no process has taken yet, by the store's last answer. Only shrinks. */
  left: number;
  /** Points used here. */
  used: number;
}

export interface Buckets {
  /** The bucket whose window is open; null for none. */
  find(key: string, nowMs: number): Bucket | null;
  /** The bucket of this window; a fresh one if the window is new here. */
  open(key: string, endsAtMs: number, limit: number, nowMs: number): Bucket;
}

/**
 * Keeps at most `most` buckets and forgets the oldest first: the store still knows what was counted. A bucket that ends
 * more than two windows ahead was made by a wrong clock, and is not found.
 */
export function createBuckets(most: number, windowMs: number): Buckets {
  const buckets = new Map<string, Bucket>();
  const isOpen = ({ endsAtMs }: Bucket, nowMs: number) => endsAtMs > nowMs && endsAtMs <= nowMs + 2 * windowMs;

  /** Windows are equally long, so they end nearly in the order of opening; one of another clock may stay longer. */
  function forgetOldest(nowMs: number): void {
    for (const [key, { endsAtMs }] of buckets) {
      if (buckets.size <= most && endsAtMs > nowMs) return;
      buckets.delete(key);
    }
  }

  return {
    find: (key, nowMs) => {
      const bucket = buckets.get(key);
      return bucket !== undefined && isOpen(bucket, nowMs) ? bucket : null;
    },
    open: (key, endsAtMs, limit, nowMs) => {
      const known = buckets.get(key);
      if (known?.endsAtMs === endsAtMs) return known;
      // The store's end holds, earlier or later: another clock may have set the one known here, of a count since lost.
      const bucket: Bucket = { endsAtMs, held: 0, left: limit, used: 0 };
      buckets.delete(key);
      buckets.set(key, bucket);
      forgetOldest(nowMs);
      return bucket;
    },
  };
}
