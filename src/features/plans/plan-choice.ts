import { planPath } from './frequency.ts';
import type { Frequency } from './plan-wire.ts';

/** A plan that somebody names who signs up: /signup/{code}. */
export interface PlanChoice {
  readonly name: string;
  /** Where it is paid for; null for the one that costs nothing. */
  readonly payPath: string | null;
}

/** null for a code that no plan has, and where nothing is said of plans. */
export type ChoosePlan = (code: string, frequency: Frequency) => PlanChoice | null;

export function createChoosePlan(deps: {
  readonly isEnabled: boolean;
  readonly free: { readonly id: string; readonly name: string };
  readonly paid: readonly { readonly id: string; readonly name: string }[];
}): ChoosePlan {
  return (code, frequency) => {
    if (!deps.isEnabled) return null;
    if (code === deps.free.id) return { name: deps.free.name, payPath: null };
    const plan = deps.paid.find(({ id }) => id === code);
    return plan ? { name: plan.name, payPath: planPath(plan.id, frequency) } : null;
  };
}
