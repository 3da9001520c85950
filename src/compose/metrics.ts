import { createReadiness, inTime, type Readiness } from '#src/features/health/readiness.ts';
import { createMetrics, type Metrics } from '#src/metrics/metrics.ts';
import type { Store } from '#src/store/store.ts';
import { countedStore } from './counted-store.ts';

export interface Watched {
  readonly metrics: Metrics;
  readonly readiness: Readiness;
  /** The same store, counting. */
  readonly store: Store;
}

export interface WatchOptions {
  readonly version: string;
  readonly isDraining: () => boolean;
  readonly watchesProcess: boolean;
}

/** What a process knows and counts of itself, from its start to its end. */
export function composeWatch(store: Store, options: WatchOptions): Watched {
  const readiness = createReadiness({ store: store.site, isDraining: options.isDraining });
  const metrics = createMetrics({
    ...options,
    ...{ store: store.engine, isStoreUp: readiness.isStoreUp },
    outboxTotals: () => inTime(store.outbox.totals()).catch(() => null),
  });
  return { metrics, readiness, store: countedStore(store, metrics) };
}
