import { Gauge, type Registry } from 'prom-client';

/** Takes whether this process limits by its own counts, and answers whether that is news. */
export type TellAlone = (isAlone: boolean) => boolean;

/**
 * What is told holds until something else is, also over a change of the configuration. Only the last who was let in
 * is heard: of limits that have been replaced a count may still be under way.
 */
export function createRatesAlone(registry: Registry): () => TellAlone {
  const gauge = new Gauge({
    name: 'hushlink_rate_limits_alone',
    help: '1 while requests are limited by the counts of this process alone, because the store does not count.',
    registers: [registry],
  });
  let isAlone = false;
  let heard: TellAlone;
  return () => {
    const tell: TellAlone = (isNow) => {
      if (heard !== tell || isAlone === isNow) return false;
      isAlone = isNow;
      gauge.set(isAlone ? 1 : 0);
      return true;
    };
    heard = tell;
    return tell;
  };
}
