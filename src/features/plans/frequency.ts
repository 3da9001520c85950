import type { Frequency } from './plan-wire.ts';

const PERIODS = { month: 'monthly', year: 'annually' } as const;

/** By what stands behind a plan's link: 'month', 'year'; null for anything else. */
export function frequencyOfPeriod(period: unknown): Frequency | null {
  return period === 'month' || period === 'year' ? PERIODS[period] : null;
}

/** As a query names it; monthly where it names none of ours. */
export function frequencyOf(name: unknown): Frequency {
  return name === 'annually' ? 'annually' : 'monthly';
}

/** The page of a plan, on the way to paying for it: '/plans/identity/month'. */
export function planPath(planid: string, frequency: Frequency): string {
  return `/plans/${planid}/${frequency === 'annually' ? 'year' : 'month'}`;
}
