import { RATE_GROUPS, type RateGroup } from '#src/values/rate-groups.ts';
import type { KeyValues } from './schema.ts';

/** What a request may be, and how many there may be. What a value means stands in config/hushlink.yaml. */
export interface LimitsConfig {
  readonly bodyLimitBytes: number;
  readonly isEnabled: boolean;
  readonly windowSeconds: number;
  /** Requests in one window; null is any number. */
  readonly perAddress: Readonly<Record<RateGroup, number | null>>;
  readonly perAccount: Readonly<Record<RateGroup, number | null>>;
}

export function buildLimits(values: KeyValues): LimitsConfig {
  const requestsOf = (room: 'per_address' | 'per_account') =>
    Object.fromEntries(RATE_GROUPS.map((group) => [group, values[`limits.${room}.${group}`] || null]));
  return {
    bodyLimitBytes: values['limits.body_bytes'],
    isEnabled: values['limits.enabled'],
    windowSeconds: values['limits.window'],
    perAddress: requestsOf('per_address') as LimitsConfig['perAddress'],
    perAccount: requestsOf('per_account') as LimitsConfig['perAccount'],
  };
}
