import type { Frequency, FrequencyOption } from './plan-wire.ts';

export const FREQUENCIES: readonly [Frequency, Frequency] = ['monthly', 'annually'];

const SUFFIXES: Readonly<Record<Frequency, FrequencyOption['priceSuffix']>> = { monthly: '/month', annually: '/year' };

/** What is put behind a plan's link: '/month', '/year'. */
export function periodSuffix(frequency: Frequency): FrequencyOption['priceSuffix'] {
  return SUFFIXES[frequency];
}

/** By what stands behind a plan's link: 'month', 'year'; null for anything else. */
export function frequencyOfPeriod(period: unknown): Frequency | null {
  return FREQUENCIES.find((frequency) => SUFFIXES[frequency] === `/${period}`) ?? null;
}

/** As a query names it; monthly where it names none of ours. */
export function frequencyOf(name: unknown): Frequency {
  return name === 'annually' ? 'annually' : 'monthly';
}

/** How a link names it: '?frequency=annually'; '' for what is taken without. */
export function frequencyQuery(frequency: Frequency): string {
  return frequency === 'annually' ? '?frequency=annually' : '';
}

/** The page of a plan, on the way to paying for it: '/plans/identity/month'. */
export function planPath(planid: string, frequency: Frequency): string {
  return `/plans/${planid}${periodSuffix(frequency)}`;
}
