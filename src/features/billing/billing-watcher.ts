import type { Owner } from '#src/features/accounts/customer.ts';
import { createLedWork, type LeadDeps, type LedWork, throughDue } from '#src/led-work.ts';
import type { BillingService } from './billing-service.ts';
import type { BillingStore, DueBilling } from './billing-store.ts';
import { pauseAfterFailures } from './look-times.ts';
import { ownerName } from './payment-reference.ts';

/**
 * Looks again at what is due: messages of the provider can get lost, and what is paid for accounts that
 * are gone has to be cancelled.
 */
export type BillingWatcher = Pick<LedWork, 'start' | 'wake' | 'stop'>;

export interface BillingWatcherDeps extends LeadDeps {
  readonly store: Pick<BillingStore, 'due' | 'putOff' | 'takeLead'>;
  readonly service: Pick<BillingService, 'settle'>;
}

const ROUND_EVERY_MS = 30_000;

export function createBillingWatcher(deps: BillingWatcherDeps): BillingWatcher {
  const { store, service, now, random } = deps;
  const failures = createFailures();
  const round = throughDue<DueBilling>({
    due: (limit) => store.due(limit, now()),
    look: async (due, cut) => {
      await unlessCut(service.settle(due), cut);
      failures.forget(due.owner);
    },
    putOff: ({ owner }) => store.putOff(owner, now() + pauseAfterFailures(failures.count(owner), random)),
  });
  return createLedWork({ ...deps, name: 'billing', everyMs: ROUND_EVERY_MS, round });
}

/** More than ever fail at once; what is forgotten begins with the shortest pause again. */
const MOST_FAILING = 10_000;

/** How often in a row the look at an account has failed. */
function createFailures() {
  const failures = new Map<string, number>();
  return {
    /** One more. */
    count: (owner: Owner): number => {
      if (failures.size >= MOST_FAILING) failures.clear();
      const count = (failures.get(ownerName(owner)) ?? 0) + 1;
      failures.set(ownerName(owner), count);
      return count;
    },
    forget: (owner: Owner) => void failures.delete(ownerName(owner)),
  };
}

/** Waits for it, or until `cut` aborts: a question to the provider cannot be broken off, only left alone. */
async function unlessCut(work: Promise<void>, cut: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const leave = () => resolve();
  cut.addEventListener('abort', leave);
  await Promise.race([work, promise]).finally(() => cut.removeEventListener('abort', leave));
}
