import type { ComposeDeps } from '#src/compose.ts';
import { createMac } from '#src/crypto/mac.ts';
import { createRateLimits, type RateLimits } from '#src/features/limits/limits-http.ts';
import { createRateLimiter, type RateLimiter } from '#src/features/limits/rate-limiter.ts';
import { createStoredCount } from '#src/features/limits/stored-count.ts';
import type { Ground } from './ground.ts';

/** How long a request may wait for its count; what it asks of the store besides may take longer. */
const PATIENCE_MS = 5_000;

/** How much everybody may ask for. */
export function composeLimits(deps: ComposeDeps, { askers, plans, clientAddress }: Ground): RateLimits {
  const { windowSeconds, perAddress, perAccount } = deps.config.limits;
  return createRateLimits({
    ...{ limiter: composeLimiter(deps), askers, plans, windowSeconds, now: deps.now },
    rules: { perAddress, perAccount },
    networkOf: clientAddress.networkOf,
    countLimited: deps.metrics.countRateLimited,
  });
}

function composeLimiter({ config, store, seal, now, log, metrics }: ComposeDeps): RateLimiter | null {
  const tellAlone = metrics.tellerOfRates();
  if (!config.limits.isEnabled) {
    if (tellAlone(false)) log.info('rate-limits', { countedBy: 'nobody' });
    return null;
  }
  const windowMs = config.limits.windowSeconds * 1000;
  // Shares its key with other counts by address and account; none of their texts begins like these.
  const { of: nameOf } = createMac(seal.nameKey('attempts'));
  return createRateLimiter({
    ...{ windowMs, now, patienceMs: PATIENCE_MS },
    add: createStoredCount(store.rates, windowMs),
    nameOf: (text) => nameOf(`rate ${text}`),
    onAlone: (reason) => {
      if (!tellAlone(reason !== null)) return;
      if (reason === null) log.info('rate-limits', { countedBy: 'store' });
      else log.warn('rate-limits', { countedBy: 'process', err: reason });
    },
  });
}
